/// The shape of one line of JSON, found in one pass without recursion: that it is one object, and how deep it nests.
///
/// It does not check values; it makes sure that a simpler parser behind it sees the same keys.
struct JSONShape: Hashable, Sendable {
    /// 1 for an object of plain values.
    let depth: Int

    /// gpsd's reports have fewer keys than this at their top level, in all versions.
    private static let mostKeys = 128

    /// Returns nil unless `line` is one whole object, in valid UTF-8, without control characters, lone surrogates, and
    /// keys that come twice at its top level.
    init?(_ line: [UInt8]) {
        guard line.first == UInt8(ascii: "{"), String(validating: line, as: UTF8.self) != nil else { return nil }
        var (level, deepest, index) = (0, 0, 0)
        var lastString = 0..<0
        var keys: [Range<Int>] = []
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                level += 1
                deepest = max(deepest, level)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                // The object ends where the line ends.
                guard level > 0 || (level == 0 && index == line.count - 1) else { return nil }
            case UInt8(ascii: "\""):
                guard let end = Self.endOfString(in: line, from: index + 1) else { return nil }
                lastString = index + 1..<end
                index = end
            case UInt8(ascii: ":") where level == 1:
                guard keys.count < Self.mostKeys, !keys.contains(where: { line[$0] == line[lastString] }) else {
                    return nil
                }
                keys.append(lastString)
            case 0..<0x20: return nil
            default: break
            }
            index += 1
        }
        guard level == 0 else { return nil }
        depth = deepest
    }

    /// The index of the closing quote.
    private static func endOfString(in line: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "\""): return index
            case UInt8(ascii: "\\"):
                index += 1
                // \uD800 to \uDFFF are halves of a character. gpsd has no reason to write even a pair of them.
                if index + 2 < line.count, line[index] == UInt8(ascii: "u"),
                    line[index + 1] | 0x20 == UInt8(ascii: "d"),
                    line[index + 2] >= UInt8(ascii: "8")
                {
                    return nil
                }
            case 0..<0x20: return nil
            default: break
            }
            index += 1
        }
        return nil
    }
}
