/// Passes over what may be a postal code in a text: `8001 Zürich`, `CH-8001 Zürich`, `Zürich 8001`, `1012 AB Amsterdam`,
/// `New York, NY 10001`, `London SW1A 1AA`.
enum PostalCodeInText {
    /// The parts of a text without it, and its letters and digits.
    struct Reading {
        var parts: [FoldedName]
        var code: [Unicode.Scalar]
        /// Whether a word beside the code has been taken for a part of it.
        var takesCompanion = false
    }

    /// Of letters and digits: the longest codes in use have ten, and a country may stand before them (`IR`).
    private static let longestCode = 12
    /// The country before a code (`CH`, `D`), and the letters behind those of the Netherlands.
    private static let longestCompanion = 2

    /// Words with digits go, where they stand at the beginning or the end of a part, or one word away from there; then with
    /// them that word, when it is as short as a sign of a country is.
    static func readings(of parts: [FoldedName]) -> [Reading] {
        var readings: [Reading] = []
        for takesCompanion in [false, true] {
            var reading = Reading(parts: [], code: [], takesCompanion: takesCompanion)
            for part in parts {
                let words = part.words
                let code = range(of: words)
                let taken = takesCompanion ? withCompanion(code, of: words) : code
                reading.code += code.flatMap { words[$0] }
                let rest = words[..<taken.lowerBound] + words[taken.upperBound...]
                if !rest.isEmpty { reading.parts.append(FoldedName(joining: rest)) }
            }
            let isCode = !reading.code.isEmpty && reading.code.count <= longestCode
            if isCode, !reading.parts.isEmpty, reading.parts != readings.last?.parts { readings.append(reading) }
        }
        return readings
    }

    /// The first run of words with digits that is near an end; empty when there is none.
    private static func range(of words: [ArraySlice<Unicode.Scalar>]) -> Range<Int> {
        // In other letters it is a name: `銀座4丁目`.
        func isCode(_ index: Int) -> Bool {
            words[index].contains { ("0"..."9").contains($0) } && words[index].allSatisfy(\.isASCII)
        }
        guard let start = words.indices.first(where: isCode) else { return 0..<0 }
        let end = words.indices[start...].first { !isCode($0) } ?? words.endIndex
        return start <= 1 || end >= words.endIndex - 1 ? start..<end : 0..<0
    }

    private static func withCompanion(_ code: Range<Int>, of words: [ArraySlice<Unicode.Scalar>]) -> Range<Int> {
        func isCompanion(_ index: Int) -> Bool {
            words.indices.contains(index) && words[index].count <= longestCompanion
        }
        guard !code.isEmpty else { return code }
        if isCompanion(code.lowerBound - 1) { return code.lowerBound - 1..<code.upperBound }
        return isCompanion(code.upperBound) ? code.lowerBound..<code.upperBound + 1 : code
    }
}
