/// The features of a GeoJSON text, each by itself: a decoder takes several times the memory of what it decodes, and a file
/// may have 300,000 of them.
///
/// It finds where they begin and end, and leaves it to the decoder whether they are JSON. Invalid JSON yields pieces
/// that the decoder rejects.
struct FeatureTexts: Sequence, IteratorProtocol {
    struct Feature {
        /// Where it begins, counted from 1.
        let line: Int
        /// Empty where there is nothing between two commas.
        let json: ArraySlice<UInt8>
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// Where the array of the features begins; nil when there is none.
    private var start: Int?
    /// Where it ends, once that is known.
    private var end: Int?
    private var isOver = false

    /// Finds the array `features` of the object at the top.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var depth = 0
        // The last text at the top of the object; before an array it is the array's key.
        var key: ArraySlice<UInt8> = []
        while start == nil, let (byte, at) = nextToken() {
            switch byte {
            case UInt8(ascii: "\""): if depth == 1 { key = bytes[(at + 1)..<index] }
            case UInt8(ascii: "[") where depth == 1 && key.elementsEqual("features\"".utf8): start = index
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
    }

    /// The text without the features; nil when they have no end.
    var frame: [UInt8]? {
        guard let start else { return bytes }
        var rest = self
        while rest.next() != nil {}
        return rest.end.map { Array(bytes[..<start] + bytes[$0...]) }
    }

    mutating func next() -> Feature? {
        guard start != nil, !isOver else { return nil }
        var depth = 0
        var first: (index: Int, line: Int)?
        while let (byte, at) = nextToken() {
            switch byte {
            case UInt8(ascii: ",") where depth == 0: return feature(first, at)
            case UInt8(ascii: "]") where depth == 0:
                (isOver, end) = (true, at)
                // Nothing at all, or nothing after a comma?
                return first == nil && bytes[..<at].last(where: { !Self.isBlank($0) }) == UInt8(ascii: "[")
                    ? nil : feature(first, at)
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if first == nil { first = (at, line) }
        }
        isOver = true
        return nil
    }

    private func feature(_ first: (index: Int, line: Int)?, _ end: Int) -> Feature {
        Feature(line: first?.line ?? line, json: bytes[(first?.index ?? end)..<end])
    }

    /// The next byte that is neither blank nor within a string, of which there is only the first quote, and where it is.
    private mutating func nextToken() -> (byte: UInt8, at: Int)? {
        while index < bytes.count {
            let (byte, at) = (bytes[index], index)
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            if Self.isBlank(byte) { continue }
            if byte == UInt8(ascii: "\"") { skipString() }
            return (byte, at)
        }
        return nil
    }

    /// Moves behind the quote that ends the string.
    private mutating func skipString() {
        while index < bytes.count {
            let byte = bytes[index]
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        index = bytes.count
    }

    /// What JSON calls whitespace.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
}
