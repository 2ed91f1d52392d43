import PlacemarkModel
import Testing

/// Lists of languages, as browsers and people write them.
@Suite("Preferred languages")
struct PreferredLanguagesTests {
    @Test(
        "are read from Accept-Language, in order of preference",
        arguments: [
            ("de", ["de"]), ("de-CH,de;q=0.8, fr;q=0.5", ["de-CH", "de", "fr"]),
            ("fr;q=0.2, de, en;q=0.9,*", ["de", "en", "fr"]),
            ("de;q=0,fr", ["fr"]), ("", []), ("*", []), ("de ; q=0.5,fr", ["fr", "de"]), ("zh-Hant-TW", ["zh-Hant-TW"]),
            ("sr_RS.UTF-8@latin", ["sr_RS.UTF-8@latin"]), ("local", ["local"]), ("<script>,de", ["de"]),
            (Array(repeating: "aa", count: 100).joined(separator: ","), Array(repeating: "aa", count: 8)),
            (String(repeating: "a", count: 36) + ",fr", ["fr"]),
        ] as [(String, [String])])
    func accepting(text: String, languages: [String]) {
        #expect(PreferredLanguages(accepting: text).languages == languages)
    }

    @Test(
        "of people are refused when they are none",
        arguments: ["d", "de;q=2", "de;x=1", "de,,fr", "7", "de fr", "de;q=", "ä"])
    func wrong(text: String) { #expect(PreferredLanguages(parsing: text) == nil) }

    @Test("of people may be empty, and have blanks and weights")
    func parsing() {
        #expect(PreferredLanguages(parsing: "") == PreferredLanguages.none)
        #expect(PreferredLanguages(parsing: " fr-CH, de;q=0.5 ")?.languages == ["fr-CH", "de"])
        #expect(PreferredLanguages(parsing: "fr-CH, de")?.text == "fr-CH,de")
    }
}
