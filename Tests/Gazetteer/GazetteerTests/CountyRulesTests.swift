import Testing

@testable import GazetteerBuilding

/// What counties are called.
@Suite("County rules")
struct CountyRulesTests {
    @Test(
        "names are written as people write them",
        arguments: [
            ("Å\u{8C}tara", "NZ", "Ōtara"), ("MaraÃ±on", "PE", "Marañon"), ("Zürich", "CH", "Zürich"),
            ("Vadsø nor", "NO", "Vadsø"), ("nor", "NO", "nor"), ("ANG MO KIO", "SG", "Ang Mo Kio"),
            ("NORTH-EAST REGION", "SG", "North-East Region"), ("KT", "ET", "KT"), ("西屯區", "TW", "西屯區"),
            (" San  José\r\n", "DO", "San José"), ("Iultinsky District\u{200E}", "RU", "Iultinsky District"),
        ])
    func names(source: String, country: String, expected: String) {
        #expect(CountyRules.name(source, country: country) == expected)
    }

    @Test("what is no name is none", arguments: ["", " ", "Null", "UNKNOWN NAME", "DATA NOT AVAILABLE", "?????", "76"])
    func noName(source: String) { #expect(CountyRules.name(source, country: "SV") == nil) }
}
