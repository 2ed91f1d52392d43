import Gazetteer

/// What the districts and urban okrugs of Russia are called in English, where the source has their Russian names, many of
/// which it has cut.
enum RussianCounties {
    /// The source has at most so many letters of a name.
    private static let longestInLetters = 26
    /// At least so many letters of a cut name must be those of a town.
    private static let fewestLettersOfTown = 4

    /// Nil for a name in Latin letters.
    static func name(_ name: String, towns: [EnglishCounties.Town]) -> String? {
        guard name.unicodeScalars.contains(where: \.isOfOtherScript) else { return nil }
        let words = name.split(separator: " ")
        if name.hasPrefix("городской округ ") {
            let town = name.dropFirst("городской округ ".count)
            let isCut = name.count >= longestInLetters
            return "\((isCut ? completed(town, by: towns) : nil) ?? romanized(town)) Urban Okrug"
        }
        // A closed city.
        if words.first == "ЗАТО" { return romanized(name.dropFirst("ЗАТО ".count)) }
        guard let kind = words.dropFirst().first(where: { $0.first?.isLowercase == true }) else {
            return romanized(name[...])
        }
        return "\(romanized(name[..<kind.startIndex].dropLast())) \(kinds[kind] ?? "Urban Okrug")"
    }

    /// Others are cut or whole forms of `городской округ` and `городское муниципальное образование`.
    private static let kinds: [Substring: String] = ["район": "District", "кожуун": "Kozhuun"]

    /// The largest of the towns whose name begins as a cut one.
    private static func completed(_ beginning: Substring, by towns: [EnglishCounties.Town]) -> String? {
        let key = key(of: romanized(beginning))
        guard key.count >= fewestLettersOfTown else { return nil }
        return towns.first { Self.key(of: $0.englishName).hasPrefix(key) }?.englishName.filter { !"’'".contains($0) }
    }

    /// What two romanizations of a name have in common: no blanks, signs, marks, and none of the letters for `й`, `ы`, `е`.
    private static func key(of name: String) -> String {
        String(String.UnicodeScalarView(FoldedName(name).scalars.filter { !" yij".unicodeScalars.contains($0) }))
    }

    /// As English texts write it, and as the source's own English names are: by the system of BGN and PCGN of 1947, without the
    /// apostrophes for `ъ` and `ь`, and with `y` for a last `ий` or `ый`.
    static func romanized(_ text: Substring) -> String {
        var latin = ""
        var last: Character?
        for letter in text {
            guard let lowercase = letter.lowercased().first, let sound = letters[lowercase] else {
                latin.append(letter)
                last = nil
                continue
            }
            let isIotated = lowercase == "е" && last.map { "аеёиоуыэюяйьъ".contains($0) } ?? true
            let written = isIotated ? "ye" : sound
            latin += letter.isUppercase ? written.prefix(1).uppercased() + written.dropFirst() : written
            last = lowercase
        }
        return latin.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.hasSuffix("iy") || word.hasSuffix("yy") ? "\(word.dropLast(2))y" : String(word)
        }.joined(separator: " ")
    }

    private static let letters: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
        "я": "ya",
    ]
}
