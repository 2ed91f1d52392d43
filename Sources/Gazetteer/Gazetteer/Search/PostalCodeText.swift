/// A postal code by itself, with or without its country or state: `90210`, `SW1A 2AA`, `CH-8001`, `75001 France`.
struct PostalCodeText {
    /// Its letters and digits, in capitals.
    let code: [UInt8]
    /// How many letters and digits stand together in it: 3 and 2 in `100 05`.
    let groups: [Int]
    /// The country or state that stands with it.
    let area: FoldedName?

    /// The longest codes in use.
    private static let longestCode = 10
    /// The signs of cars that stand before a code, and are no ISO 3166-1 code of that country.
    private static let carSigns = [
        "a": "at", "b": "be", "d": "de", "e": "es", "f": "fr", "h": "hu", "i": "it", "l": "lu", "n": "no", "p": "pt",
        "s": "se", "fl": "li", "fin": "fi",
    ]

    /// Nil for a text without a code, or with more beside it than one area.
    init?(_ parts: [FoldedName]) {
        func isCode(_ word: ArraySlice<Unicode.Scalar>) -> Bool { word.contains { ("0"..."9").contains($0) } }
        var words = parts.flatMap(\.words)
        guard let start = words.firstIndex(where: isCode) else { return nil }
        var end = words[start...].firstIndex { !isCode($0) } ?? words.endIndex
        // `1012 AB`
        if end < words.endIndex, words[end].count == 2, words[start].count == 4, end == start + 1, parts.count == 1,
            words.endIndex == end + 1
        {
            end += 1
        }
        // `75755 CEDEX` is that of a large receiver in France.
        if end < words.endIndex, words[end].elementsEqual("cedex".unicodeScalars) {
            words.remove(at: end)
            if end < words.endIndex, words[end].count <= 2, isCode(words[end]) { words.remove(at: end) }
        }
        groups = words[start..<end].map(\.count)
        let code = words[start..<end].joined().map { String($0).uppercased() }.joined()
        guard code.utf8.count <= Self.longestCode, code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.code = Array(code.utf8)
        let (before, behind) = (words[..<start], words[end...])
        guard before.isEmpty || behind.isEmpty else { return nil }
        let others = FoldedName(joining: before + behind)
        let sign = Self.carSigns[String(String.UnicodeScalarView(others.scalars))]
        area = others.isEmpty ? nil : !before.isEmpty && sign != nil ? sign.map { FoldedName($0) } : others
    }

    /// The words of a short text as one code, which has letters apart: `FIQQ 1ZZ`, `CR 01`. Nil for what is no such code.
    init?(joining parts: [FoldedName]) {
        let words = parts.flatMap(\.words)
        let code = words.joined().map { String($0).uppercased() }.joined()
        guard parts.count == 1, words.count == 2, code.utf8.count <= Self.longestCode,
            code.utf8.allSatisfy({ $0 < 0x80 }), code.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        (self.code, groups, area) = (Array(code.utf8), words.map(\.count), nil)
    }

    /// Whether what stands with the code is no city, which the code would only choose among others: a country, or the letters
    /// of a state.
    func isAlone(in layer: SearchLayer) -> Bool {
        guard let area else { return true }
        let postings = layer.areas.values(of: area.utf8)?.compactMap { AreaPosting($0) } ?? []
        return area.isCode ? !postings.isEmpty : postings.contains { if case .country = $0 { true } else { false } }
    }
}
