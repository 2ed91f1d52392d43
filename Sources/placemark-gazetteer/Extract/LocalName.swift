/// Chooses among the names of an object the one that the world file would have: the local one where it is written with Latin
/// letters, else the English or the international one (GeoNames, "name").
enum LocalName {
    static func of(_ tags: ExtractFile.Tags) -> String? {
        guard let local = tags["name"].flatMap(usable) else { return nil }
        guard !isLatin(local) else { return local }
        return (tags["name:en"] ?? tags["int_name"] ?? tags["name:latin"]).flatMap(usable) ?? local
    }

    /// Of several names that somebody put into one tag, the first; nil without a letter or digit, and for a text that no
    /// file can hold.
    private static func usable(_ name: String) -> String? {
        let first = name.split(separator: ";").first.map { String($0).trimmed } ?? ""
        return first.contains { $0.isLetter || $0.isNumber } && first.utf8.count <= 255 ? first : nil
    }

    /// Whether all letters are Latin: those up to U+024F, and the additional ones from U+1E00 to U+1EFF.
    private static func isLatin(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy {
            !$0.properties.isAlphabetic || $0.value <= 0x24F || (0x1E00...0x1EFF).contains($0.value)
        }
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<max(start, end)])
    }
}
