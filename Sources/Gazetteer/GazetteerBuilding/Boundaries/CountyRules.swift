/// What is taken from geoBoundaries' second level, and what it is called.
///
/// Each country was compared with the counties that GeoNames has for the places inside each polygon: see
/// `docs/contribute/sources.md`.
enum CountyRules {
    /// Natural Earth's states of these are what people call their counties.
    static let countriesOfStateSource: Set = ["IE", "IT"]

    static let countriesLeftOut: Set = [
        // Statistical regions larger than a county, or the states once more.
        "CA", "DE", "DZ", "GR", "IT",
        // A level below the county: electoral areas, townships, parishes, settlements, quarters.
        "CN", "IE", "JM", "KW", "LC", "LV", "PW",
        // Names in capitals without their accents; numbers; Arabic in a country whose other names are Latin.
        "RO", "QA", "TN",
    ]

    /// The source has lost letters (`District of Trebi ov`): the places in a county know its name.
    static let countriesOfDamagedNames: Set = ["SK"]

    /// The source has left out the marks of letters: `Olhao`.
    static let countriesOfLostMarks: Set = ["PT"]

    /// What the source has as states of the United States, and ISO 3166-1 as countries. Their counties are their states, or
    /// nobody's.
    static let territories = [
        "American Samoa": "AS", "Commonwealth of the Northern Mariana Islands": "MP", "Guam": "GU", "Puerto Rico": "PR",
        "United States Virgin Islands": "VI",
    ]

    /// The source has one coarse polygon for a continent.
    static let countriesWithoutLand: Set = ["AQ"]

    /// A name as people write it; nil when the text is not a name.
    ///
    /// Takes back UTF-8 that was read as Latin-1, capitals, blanks, and what two countries have before or behind names.
    static func name(_ name: String, country: String) -> String? {
        var name = (name.readAsLatin1 ?? name).filter { $0 != "\u{200E}" }
        if country == "NO" && name.hasSuffix(" nor") { name.removeLast(4) }
        name = name.split(whereSeparator: \.isWhitespace).map { word in
            // A short one can be an abbreviation.
            name.isInCapitals && name.count >= 4 ? word.lowercased().capitalizedFirst : String(word)
        }.joined(separator: " ")
        name = misspelt[country]?[name] ?? name
        return wordsForNoName.contains(name) || !name.contains(where: \.isLetter) ? nil : name
    }

    /// What the source has misspelt, by country.
    private static let misspelt = [
        "PT": [
            "Alcanenena": "Alcanena", "Alijezur": "Aljezur", "Barriero": "Barreiro",
            "Carrazeda de Ansiaes": "Carrazeda de Ansiães", "Ferriera do Alentejo": "Ferreira do Alentejo",
            "Server do Vouga": "Sever do Vouga", "Setubul": "Setúbal",
        ]
    ]

    /// What the source writes where it knows no name. Elsewhere it has "?????" and numbers.
    private static let wordsForNoName: Set<String> = ["Null", "Unknown Name", "Data Not Available"]
}

extension String {
    /// What this was before its UTF-8 was taken for Latin-1; nil when it was not.
    fileprivate var readAsLatin1: String? {
        guard unicodeScalars.contains(where: { $0.value >= 0x80 }) else { return nil }
        let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == unicodeScalars.count ? String(validating: bytes, as: UTF8.self) : nil
    }

    fileprivate var isInCapitals: Bool { self == uppercased() && self != lowercased() }

    /// The first letter, and each behind a hyphen, as a capital.
    fileprivate var capitalizedFirst: String {
        split(separator: "-", omittingEmptySubsequences: false).map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: "-")
    }
}
