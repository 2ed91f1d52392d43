import Gazetteer

/// In which languages people write the names of their places, by country and state.
struct LocalLanguages {
    /// By ISO country code, the commonest first, as BCP 47 writes them; without what GeoNames adds for minorities.
    private let countries: [String: [String]]

    /// So many languages of a country count: what follows is spoken by few.
    private static let most = 3

    init(_ countries: [PlaceSources.Country]) {
        self.countries = Dictionary(
            countries.map { ($0.iso, ($0.languages ?? "").split(separator: ",").map(String.init)) }
        ) { first, _ in first }
    }

    /// Those of a place, the commonest first; empty where English is.
    ///
    /// - Parameter state: ISO 3166-2.
    func languages(country: String, state: String?) -> [String] {
        if let language = state.flatMap({ Self.ofStates[$0] }) { return [language] }
        guard !Self.english.contains(country), let languages = countries[country], let first = languages.first,
            first.prefix(2) != "en"
        else { return [] }
        return languages.prefix(Self.most).filter { $0.prefix(2) != "en" }
    }

    /// Where GeoNames has another language first, and signs are written in English.
    private static let english: Set<String> = ["PH", "SG", "ZA", "ZW"]

    /// States with a language of their own, in countries of several.
    private static let ofStates: [String: String] = {
        var languages: [String: String] = [:]
        for (language, states) in [
            ("fr", "BE-WAL BE-BRU CA-QC CH-FR CH-GE CH-JU CH-NE CH-VD CH-VS"), ("it", "CH-TI"), ("nl", "BE-VLG"),
            ("ca", "ES-CT ES-IB"), ("gl", "ES-GA"), ("sv", "FI-01"), ("as", "IN-AS"), ("bn", "IN-WB IN-TR"),
            ("gu", "IN-GJ"), ("kn", "IN-KA"), ("ml", "IN-KL"), ("mr", "IN-MH"), ("or", "IN-OD"), ("pa", "IN-PB"),
            ("ta", "IN-TN IN-PY"), ("te", "IN-AP IN-TG IN-TS"),
            ("hi", "IN-BR IN-CG IN-CT IN-DL IN-HP IN-HR IN-JH IN-MP IN-RJ IN-UK IN-UT IN-UP"),
        ] {
            for state in states.split(separator: " ") { languages[String(state)] = language }
        }
        return languages
    }()

    /// Languages in Latin letters: where people speak one, a name in Latin letters that is no English one is theirs.
    static let latin: Set<String> = [
        "az", "bs", "ca", "cs", "da", "de", "es", "et", "eu", "fi", "fo", "fr", "ga", "gl", "hr", "hu", "id", "is",
        "it",
        "lb", "lt", "lv", "ms", "mt", "nb", "nl", "nn", "no", "pl", "pt", "ro", "sk", "sl", "sq", "sv", "tk", "tr",
        "uz",
        "vi",
    ]
}
