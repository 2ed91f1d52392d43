/// The parts of what somebody typed: between commas, brackets, and strokes with space round them.
enum TextParts {
    private static let separators: Set<Character> = [
        ",", ";", "(", ")", "[", "]", "\n", "\u{60C}", "\u{61B}", "\u{3001}", "\u{FF0C}", "\u{FF1B}", "（", "）",
    ]
    private static let strokes: Set<Character> = ["-", "–", "—"]

    /// Each as it stands; `São Paulo - SP` are two, and `12 - 14` is one.
    static func of(_ text: String) -> [Substring] {
        text.split(whereSeparator: separators.contains).flatMap(splitAtStrokes)
    }

    private static func splitAtStrokes(_ part: Substring) -> [Substring] {
        var parts: [Substring] = []
        var (start, index) = (part.startIndex, part.startIndex)
        while index < part.endIndex {
            let next = part.index(after: index)
            defer { index = next }
            guard strokes.contains(part[index]), index > part.startIndex, next < part.endIndex,
                part[part.index(before: index)].isWhitespace, part[next].isWhitespace
            else { continue }
            let (before, after) = (
                part[start..<index].last { !$0.isWhitespace }, part[next...].first { !$0.isWhitespace }
            )
            guard before?.isNumber != true || after?.isNumber != true else { continue }
            parts.append(part[start..<index])
            start = next
        }
        return parts + [part[start...]]
    }
}
