/// A name of a state or province reduced to what several spellings of it have in common.
enum FoldedSubdivisionName {
    /// Letters that are not a plain letter with something on it, and marks that are written like letters.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ə": "a", "ŋ": "n", "ʿ": "", "ʾ": "", "ʻ": "",
        "ʼ": "", "’": "", "‘": "", "'": "", "`": "", "´": "", "ʹ": "", "ʺ": "",
    ]

    /// What a subdivision is, rather than what it is called; in the languages that the sources name them in.
    private static let kinds: Set<String> = [
        "administrative", "area", "autonomous", "canton", "capital", "city", "comarca", "community", "county",
        "department",
        "departamento", "departement", "district", "distrito", "division", "emirate", "federal", "governorate",
        "gouvernorat", "island", "islands", "judet", "judetul", "kanton", "krai", "kray", "land", "metropolitan",
        "municipality", "oblast", "oblasts", "okrug", "opstina", "parish", "prefecture", "principality", "provincia",
        "province", "provinces", "provinsi", "qarku", "raion", "rayon", "region", "regional", "regiao", "republic",
        "respublika", "special", "state", "territory", "voivodeship", "wilaya", "wojewodztwo", "zone", "comunidad",
        "comunidade", "foral", "de", "del", "du", "da", "do", "di", "la", "le", "el", "al", "ad", "as", "ash", "az",
        "the",
        "of", "and", "y", "i", "et", "e", "regione", "kraj", "megye", "varos", "lan", "viloyati", "wilayat", "velayat",
        "velayaty", "welayaty", "si", "tinh", "thanh", "pho", "changwat", "muhafazat", "mintaqat", "ville", "maakunta",
        "novads", "pilseta", "savivaldybe", "rajono", "apskritis", "apskr", "vald", "linn", "maakond", "commune", "ken",
        "fu", "to", "sheng", "shi", "zizhiqu", "do", "gun", "gwangyeoksi", "teukbyeolsi", "nationale", "national",
    ]

    /// Lower case, without accents and punctuation, words apart by one space.
    static func words(_ name: String) -> [String] {
        var text = ""
        for scalar in name.lowercased().unicodeScalars {
            if let plain = plainLetters[scalar] {
                text += plain
            } else if scalar.isASCII {
                text.unicodeScalars.append(
                    scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? scalar : " ")
            } else if scalar.properties.isAlphabetic {
                text.unicodeScalars.append(base(of: scalar))
            } else if scalar.properties.generalCategory != .nonspacingMark {
                text += " "
            }
        }
        return text.split(separator: " ").map(String.init)
    }

    /// The letter without what it is written with: Unicode calls ā "LATIN SMALL LETTER A WITH MACRON", and ø is "O WITH
    /// STROKE".
    private static func base(of letter: Unicode.Scalar) -> Unicode.Scalar {
        // Latin letters with diacritics end here; other scripts have no such names.
        guard letter.value < 0x250 || (0x1E00..<0x1F00).contains(letter.value), let name = letter.properties.name,
            name.hasPrefix("LATIN SMALL LETTER "), let plain = name.dropFirst(19).split(separator: " ").first,
            plain.unicodeScalars.count == 1, let first = plain.lowercased().unicodeScalars.first
        else { return letter }
        return first
    }

    /// More words for what a county is, beside the `kinds`, which are those of states.
    private static let kindsOfCounty: Set<String> = [
        "citta", "metropolitana", "capitale", "landkreis", "kreis", "bezirk", "powiat", "okres", "arrondissement",
        "wahlkreis", "ilcesi", "ili", "rayonu", "kommun", "kommune", "gemeente", "concelho", "municipio",
    ]

    /// What is left of a county's name without its kind, for it is the name of the town that it is called after; nil when
    /// nothing is.
    static func seat(_ name: String) -> String? {
        let rest = words(name).filter { !kinds.contains($0) && !kindsOfCounty.contains($0) }
        return rest.isEmpty ? nil : rest.joined(separator: " ")
    }

    static func whole(_ name: String) -> String { words(name).joined() }

    /// Without the kind of subdivision, and without an order of the words; nil when nothing is left.
    static func core(_ name: String) -> String? {
        let rest = words(name).filter { !kinds.contains($0) }.sorted()
        return rest.isEmpty ? nil : rest.joined(separator: " ")
    }
}
