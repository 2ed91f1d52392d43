import Gazetteer

/// What states are called in English, where GeoNames' own name is not: Rheinland-Pfalz, but Saxony.
///
/// GeoNames' catalogue and CLDR's have an English name for nearly all, and 1,600 of those differ from GeoNames' own: most only
/// leave out what the state is (`Yobe`, for Yobe State), and many of the others are older, of another state that had the code
/// before, or no name that English texts use (`Odeshchyna`). So a name changes only by one of three rules, and somebody has
/// looked at each that does.
struct EnglishStates {
    private let translations: Translations
    private let languages: LocalLanguages
    private let subdivisions: SubdivisionCodes

    init(_ translations: Translations, languages: LocalLanguages, subdivisions: SubdivisionCodes) {
        (self.translations, self.languages, self.subdivisions) = (translations, languages, subdivisions)
    }

    /// - Parameters:
    ///   - own: GeoNames' name of the state.
    ///   - code: ISO 3166-2.
    ///   - key: GeoNames' key, as in `AT.09`.
    func name(_ own: String, code: String, key: String?) -> String {
        if let name = Self.names[code] { return name }
        let byGeoNames = key.flatMap { translations.states[$0] } ?? [:]
        let byCLDR = translations.subdivisions[code] ?? [:]
        guard !Self.refused.contains(code), let english = byCLDR["en"], Self.isAnother(english, than: own) else {
            return own
        }
        // Both sources say so.
        if let other = byGeoNames["en"], Self.core(other) == Self.core(english) { return english }
        guard isOfSameState(byCLDR, byGeoNames, code: code) else { return own }
        let catalogues = languages.languages(country: String(code.prefix(2)), state: code)
            .flatMap { LanguagePreference($0)?.catalogues ?? [] }
        // GeoNames' own name is what people there write.
        let isLocal = [byGeoNames, byCLDR].contains { names in
            catalogues.contains { names[$0].map(Self.core) == Self.core(own) }
        }
        // Or it has letters that English does not.
        let isForeign = !own.isPlain && english.isPlain
        return isLocal || isForeign ? english : own
    }

    /// Whether CLDR means the same state by the code: some have been given to others since.
    private func isOfSameState(
        _ byCLDR: Translations.Names, _ byGeoNames: Translations.Names, code: String
    ) -> Bool {
        byCLDR["en"].map { subdivisions.isCalled(code, $0) } == true
            || byCLDR.contains { $0.key != "en" && byGeoNames[$0.key].map(Self.core) == Self.core($0.value) }
    }

    /// Whether two names share no word, and are not the same letters apart: but for words for what a state is.
    private static func isAnother(_ name: String, than own: String) -> Bool {
        guard let core = core(name) else { return false }
        let ownWords = Set((Self.core(own) ?? "").split(separator: " "))
        return ownWords.isDisjoint(with: core.split(separator: " "))
            && FoldedSubdivisionName.whole(name) != FoldedSubdivisionName.whole(own)
            && core.filter { $0 != " " } != Self.core(own)?.filter { $0 != " " }
    }

    private static func core(_ name: String) -> String? { FoldedSubdivisionName.core(name) }

    /// Where GeoNames' own names of a country are in two languages, or are transliterated from a third, by ISO 3166-2 code.
    private static let names = [
        "AZ-BA": "Baku", "BY-HR": "Grodno", "CD-NK": "North Kivu", "CM-AD": "Adamawa", "CY-03": "Larnaca",
        "CY-04": "Famagusta", "CY-05": "Paphos", "CY-06": "Kyrenia", "KP-03": "North Pyongan",
        "KR-44": "South Chungcheong", "KR-45": "North Jeolla", "KR-46": "South Jeolla", "KR-47": "North Gyeongsang",
        "KR-48": "South Gyeongsang", "KZ-15": "Aktobe", "LY-DR": "Derna", "LY-JU": "Jufra", "LY-KF": "Kufra",
        "LY-MB": "Murqub", "LY-SR": "Sirte", "MY-04": "Malacca", "RU-ARK": "Arkhangelsk", "RU-LEN": "Leningrad Oblast",
        "RU-ZAB": "Zabaykalsky Krai",
        "TW-KHH": "Kaohsiung", "UA-63": "Kharkiv", "YE-AM": "Amran", "YE-HD": "Hadramaut",
    ]

    /// Worse than GeoNames' own name, although a rule takes them: names of before, other romanizations, and names that
    /// are less English than the own one.
    private static let refused: Set = [
        "CZ-32", "EE-56", "EE-79", "FI-06", "FI-16", "IT-57", "JO-AJ", "LV-113", "MT-50", "NP-P1", "NP-P2", "PE-CUS",
        "PL-26", "RU-KEM", "UA-23",
    ]
}

extension String {
    /// Whether an English keyboard has all of its letters.
    fileprivate var isPlain: Bool { unicodeScalars.allSatisfy(\.isASCII) }
}
