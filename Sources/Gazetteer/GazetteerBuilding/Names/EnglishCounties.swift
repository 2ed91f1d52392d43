import Gazetteer

/// What counties are called in the file: in English, where their source writes them in other letters, in two languages
/// within one country, or by a city that has an English name.
///
/// The other names stay as the country writes them (`Bas-Rhin`, `Powiat oleski`): that is what English texts and GeoNames use.
/// docs/contribute/sources.md has the rules.
enum EnglishCounties {
    /// A place in a county.
    struct Town {
        /// What people there call it.
        var localName: String
        var englishName: String
    }

    /// - Parameters:
    ///   - name: What the source calls the county, mended by `CountyRules`.
    ///   - country: ISO 3166-1 alpha-2.
    ///   - towns: The places in the county, the largest first.
    static func name(_ name: String, country: String, towns: [Town]) -> String {
        if let name = names[country]?[name] { return name }
        let name =
            switch country {
            case "ID": IndonesianCounties.name(name)
            case "RU": RussianCounties.name(name, towns: towns) ?? name
            default: name.inLatinLetters.map { withEnglishKind($0, country: country) } ?? name
            }
        guard countriesOfTranslatedCities.contains(country), let town = towns.first(where: { $0.localName == name }),
            FoldedName(town.englishName).words.allSatisfy({ !FoldedName(name).words.contains($0) })
        else { return name }
        return town.englishName
    }

    /// Where counties are called after cities that have another name in English: Wien. Elsewhere what a city is called besides is
    /// older, longer, or spelled otherwise (Heroica Caborca, Jatai); somebody has looked at all of them.
    private static let countriesOfTranslatedCities: Set = ["AT", "CH", "ES", "IT", "ML", "PL", "PT"]

    /// The first pattern that fits decides; the part at the asterisk stays.
    private static func withEnglishKind(_ name: String, country: String) -> String {
        for kind in kinds[country] ?? [] {
            let parts = kind.source.split(separator: "*", omittingEmptySubsequences: false)
            guard let before = parts.first, let behind = parts.last, name.count > before.count + behind.count,
                name.hasPrefix(before), name.hasSuffix(behind)
            else { continue }
            let core = String(name.dropFirst(before.count).dropLast(behind.count))
            return kind.english.split(separator: "*", omittingEmptySubsequences: false).joined(separator: core)
        }
        return name
    }

    /// Words for what a county is, in the order in which they are looked for.
    private static let kinds: [String: [(source: String, english: String)]] = [
        "AT": [("*(Stadt)", "*"), ("*(Land)", "*-Land")],
        "CL": [("Provincia del *", "* Province"), ("Provincia de *", "* Province"), ("Provincia *", "* Province")],
        "EE": [("* vald", "* Parish"), ("* linn", "*")],
        "GW": [("Setor de *", "* Sector")],
        "HR": [("Općina *", "*"), ("Grad *", "*")],
        "HT": [
            ("Arrondissement de l’*", "* Arrondissement"), ("Arrondissement d’*", "* Arrondissement"),
            ("Arrondissement d'*", "* Arrondissement"), ("Arrondissement des *", "* Arrondissement"),
            ("Arrondissement de *", "* Arrondissement"), ("Arrondissement *", "* Arrondissement"),
        ],
        "HU": [("*. kerület", "District *")],
        "MA": [
            ("Province d'*", "* Province"), ("Province de *", "* Province"), ("Préfecture d'*", "* Prefecture"),
            ("Préfecture de *", "* Prefecture"), ("Prefecture de *", "* Prefecture"),
            ("Prefecture of *", "* Prefecture"),
        ],
        "NI": [("Municipio *", "*"), ("* (Municipio)", "*")],
        "SK": [("Okres *", "* District")],
    ]
}

extension String {
    /// The part before the first word in letters that are not Latin; nil where there is none.
    ///
    /// `Province de Taza اقليم تازة` says the same twice.
    fileprivate var inLatinLetters: String? {
        let words = split(separator: " ").prefix { word in word.unicodeScalars.allSatisfy { !$0.isOfOtherScript } }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether this is a letter of another script than Latin. The letters of those begin behind Latin, its marks and its
    /// phonetic letters; from U+1D00 to U+1EFF and behind U+2C60 are more of Latin's.
    var isOfOtherScript: Bool {
        properties.isAlphabetic && !(0...0x2FF).contains(value) && !(0x1D00...0x1EFF).contains(value)
            && !(0x2C60...0x2C7F).contains(value)
    }
}
