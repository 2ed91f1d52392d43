import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

@Suite("The languages of names on the map")
struct BasemapLanguagesTests {
    /// A language that the world file calls otherwise would be missing from the map without a word.
    @Test("each language that the map has by default is called as the world file calls it")
    func known() throws {
        let known = Set(try RealWorld.gazetteer.countryLanguages + ["en"])
        #expect(BasemapLanguages.usualOfCountries.filter { !known.contains($0) } == [])
        #expect(BasemapLanguages.usualOfPlaces.subtracting(BasemapLanguages.usualOfCountries) == [])
        let languages = BasemapLanguages(chosen: [], known: known)
        #expect(languages.ofCountries == BasemapLanguages.usualOfCountries)
        #expect(Set(languages.ofPlaces) == BasemapLanguages.usualOfPlaces)
    }

    @Test("a reader of traditional Chinese has names of cities, and not of countries alone")
    func traditional() throws {
        let languages = BasemapLanguages(chosen: [], known: Set(try RealWorld.gazetteer.countryLanguages))
        #expect(languages.ofPlaces.contains("zh_CN") && languages.ofPlaces.contains("zh_TW"))
    }
}
