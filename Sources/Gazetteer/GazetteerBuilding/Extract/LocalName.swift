/// Chooses among the names of an object the one that the world file would have: the local one where it is written with Latin
/// letters, else the English or the international one (GeoNames, "name").
enum LocalName {
    static func of(_ tags: ExtractFile.Tags) -> String? {
        guard let local = tags["name"].flatMap(usable) else { return nil }
        guard !isLatin(local) else { return local }
        return (tags["name:en"] ?? tags["int_name"] ?? tags["name:latin"]).flatMap(usable) ?? local
    }

    /// The names of an object in the letters and languages of its country and in others, and the halves of a name in two
    /// languages: what people type, beside the name that is shown.
    static func others(of tags: ExtractFile.Tags, besides shown: String) -> Set<String> {
        var others: Set<String> = []
        for (key, value) in tags where isName(key) {
            for name in value.split(separator: ";").compactMap({ usable(String($0).trimmed) }) {
                others.insert(name)
                others.formUnion(halves(of: name))
            }
        }
        others.remove(shown)
        return others
    }

    /// `name`, those beside it that are in use, and `name:el`, `name:zh-Hant`; no former ones.
    private static func isName(_ key: String) -> Bool {
        if ["name", "alt_name", "official_name", "short_name", "loc_name", "int_name"].contains(key) { return true }
        guard key.hasPrefix("name:") else { return false }
        let language = key.dropFirst("name:".count).prefix { $0 != "-" && $0 != "_" }
        return (2...3).contains(language.count) && language.allSatisfy(\.isLowercase)
    }

    /// `Rue Neuve - Nieuwstraat`, `Via Roma / Romstraße`.
    private static func halves(of name: String) -> [String] {
        for separator in [" - ", " – ", " / ", "/"] {
            let halves = name.parted(by: separator)
            if halves.count == 2, halves.allSatisfy({ $0.count >= 3 }) { return halves }
        }
        return []
    }

    /// Of several names that somebody put into one tag, the first; nil without a letter or digit, and for a text that no
    /// file can hold.
    static func usable(_ name: String) -> String? {
        let first = name.split(separator: ";").first.map { String($0).trimmed } ?? ""
        return first.contains { $0.isLetter || $0.isNumber } && first.utf8.count <= 255 ? first : nil
    }

    /// Whether all letters are Latin, by Unicode's blocks: those up to U+02FF (with Azerbaijan's ə and the letters that modify
    /// others, as in Hawaiʻi), and the additional and extended ones.
    private static func isLatin(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { letter in
            !letter.properties.isAlphabetic || latinBlocks.contains { $0.contains(letter.value) }
        }
    }

    private static let latinBlocks: [ClosedRange<UInt32>] = [
        0...0x2FF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFB00...0xFB06,
    ]
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<max(start, end)])
    }

    /// The parts between occurrences of a text, without white space at their ends.
    fileprivate func parted(by separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let start = rest.indices.first(where: { rest[$0...].hasPrefix(separator) }) {
            parts.append(String(rest[..<start]).trimmed)
            rest = rest[start...].dropFirst(separator.count)
        }
        return parts + [String(rest).trimmed]
    }
}
