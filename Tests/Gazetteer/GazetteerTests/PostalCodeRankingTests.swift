import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Which of the countries that have a code somebody means, in a world with an index of codes.
@Suite("Forward search: postal codes alone")
struct PostalCodeRankingTests {
    private let directory: TemporaryDirectory
    private let gazetteer: Gazetteer

    init() throws {
        let world = try SearchableWorld()
        directory = world.directory
        var writer = try GazetteerWriter(copying: directory.file("test.gazetteer"), without: LayerID.customPlaces)
        let points = [
            ("US", "10005", 37.34, -121.89), ("FR", "100 05", 48.85, 2.35), ("DE", "10005", 51.22, 6.78),
            ("DE", "10006", 51.22, 6.78), ("DE", "10007", 51.22, 6.78), ("DE", "10008", 51.22, 6.78),
            ("CH", "10005", 47.37, 8.55), ("CR", "CR-8001", 9.93, -84.08), ("JP", "8001", 35.69, 139.69),
            ("JP", "01000-000", 35.69, 139.69), ("US", "75460", 33.66, -95.56), ("FR", "75001", 48.85, 2.35),
            ("US", "1012", 33.66, -95.56),
        ].map { PostalCodePoint(country: $0, code: $1, coordinate: Coordinate($2, $3)) }
        writer.add(
            LayerID.postalCodeIndex, try PostalCodeIndexWriter.bytes(of: points, countriesWithRanges: ["JP"]),
            description: .test)
        let path = directory.file("with-index")
        try writer.write(to: path)
        gazetteer = try Gazetteer(path: path)
        #expect(gazetteer.verify() == [])
    }

    private func countries(
        _ text: String, near hint: Coordinate? = nil, in countries: [String]? = nil, limit: Int = 10
    ) -> [String] {
        let results = try? gazetteer.search(text, near: hint, in: countries, limit: limit)
        return results?.compactMap(\.placemark.isoCountryCode) ?? []
    }

    @Test("first come the countries that write a code as it was typed, then those where most people live")
    func asWritten() {
        // Düsseldorf has twice the inhabitants of Zürich, but four codes at one point.
        #expect(countries("10005") == ["US", "CH", "DE", "FR"])
        #expect(countries("100 05") == ["FR", "US", "CH", "DE"])
        #expect(countries("10005", limit: 2) == ["US", "CH"])
    }

    @Test("with a hint only that country's counts, or none")
    func hint() {
        #expect(countries("10005", near: Coordinate(47.4, 8.5)) == ["CH"])
        #expect(countries("10006", near: Coordinate(47.4, 8.5)) == [])
        #expect(countries("75460", near: Coordinate(48.8, 2.3)) == [])
    }

    @Test("letters that all codes of a country begin with may be missing, or stand apart")
    func letters() {
        #expect(countries("CR-8001") == ["CR"] && countries("CR 8001") == ["CR"])
        #expect(countries("8001, Costa Rica") == ["CR"])
        #expect(countries("8001") == ["JP", "CR"])
    }

    @Test("the code of a large receiver in France may have CEDEX behind it")
    func cedex() {
        #expect(countries("75001 CEDEX") == ["FR"] && countries("75001 CEDEX, France") == ["FR"])
    }

    @Test("a part of a code that no country writes so gives way to countries that do, and is found where none does")
    func byPart() {
        #expect(countries("75460-1234") == ["US"])
        #expect(countries("1012 AB") == ["US"])
    }

    @Test("a code behind the first one of a town is the town, without a code")
    func firstOfRange() throws {
        let result = try #require(try gazetteer.search("01310-100").first)
        #expect(result.placemark.name == "Tokyo" && result.placemark.postalCode == nil)
        #expect(try gazetteer.search("01000-000").first?.placemark.postalCode == "01000-000")
    }
}
