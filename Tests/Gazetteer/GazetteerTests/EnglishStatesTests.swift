import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Which of the names of a state everybody is shown.
@Suite("The names of states in English")
struct EnglishStatesTests {
    private static let countries = [
        ("DE", "de"), ("NG", "en-NG,ha"), ("IR", "fa-IR,ku"), ("EE", "et,ru"), ("FR", "fr-FR"), ("QA", "ar-QA,es"),
        ("UA", "uk,ru-UA"), ("NP", "ne,en"), ("LB", "ar-LB,fr-LB,en"), ("KR", "ko-KR,en"),
    ].map { PlaceSources.Country(iso: $0, iso3: nil, name: $0, languages: $1) }

    private func name(
        _ own: String, _ code: String, geoNames: Translations.Names, cldr: Translations.Names, iso: String = "?"
    ) -> String {
        let translations = Translations(places: [:], states: ["XX.1": geoNames], subdivisions: [code: cldr])
        let subdivisions = SubdivisionCodes([.init(code: code, name: iso, parent: nil)], catalogues: [])
        return EnglishStates(translations, languages: LocalLanguages(Self.countries), subdivisions: subdivisions)
            .name(own, code: code, key: "XX.1")
    }

    @Test("change where both sources have another word, or CLDR has one for the local name or for one in other letters")
    func rules() {
        let both: Translations.Names = ["en": "Rhineland-Palatinate", "de": "Rheinland-Pfalz"]
        #expect(name("Rheinland-Pfalz", "DE-RP", geoNames: both, cldr: both) == "Rhineland-Palatinate")
        #expect(
            name(
                "Mont-Liban", "LB-JL", geoNames: ["en": "Mont-Liban", "fr": "Mont-Liban"],
                cldr: ["en": "Mount Lebanon", "fr": "Mont-Liban"]) == "Mount Lebanon")
        #expect(
            name("Baladīyat ad Dawḩah", "QA-DA", geoNames: [:], cldr: ["en": "Doha"], iso: "Doha") == "Doha")
    }

    @Test("what only adds or leaves out a word, is another state's, or is no better keeps its name")
    func unchanged() {
        #expect(name("Yobe State", "NG-YO", geoNames: ["en": "Yobe"], cldr: ["en": "Yobe"]) == "Yobe State")
        #expect(
            name(
                "Bourgogne-Franche-Comté", "FR-BFC", geoNames: ["fr": "Bourgogne-Franche-Comté"],
                cldr: ["en": "Burgundy-Franche-Comté", "fr": "Bourgogne-Franche-Comté"]) == "Bourgogne-Franche-Comté")
        #expect(
            name(
                "Fārs", "IR-07", geoNames: ["en": "Fars", "de": "Fars"], cldr: ["en": "Tehran", "de": "Teheran"],
                iso: "Fārs") == "Fārs", "the code was another state's")
        #expect(
            name("Lviv", "UA-46", geoNames: ["en": "Lviv"], cldr: ["en": "Lvivshchyna"], iso: "Lvivshchyna") == "Lviv")
        #expect(name("Nowhere", "DE-XX", geoNames: [:], cldr: [:]) == "Nowhere")
    }

    @Test("names that somebody has looked at are as they were decided")
    func decisions() {
        let cldr: Translations.Names = ["en": "Province 2"]
        #expect(name("Madhesh", "NP-P2", geoNames: cldr, cldr: cldr) == "Madhesh")
        #expect(name("Gyeongsangnam-do", "KR-48", geoNames: [:], cldr: [:]) == "South Gyeongsang")
    }
}
