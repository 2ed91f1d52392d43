/// Finds the lines on which the features of a GeoJSON text begin, for messages: the decoder does not tell.
enum FeatureLines {
    /// The line of each element of the array `features`, counted from 1.
    ///
    /// - Parameter bytes: JSON that a decoder has accepted, with an object at its top. Of anything else the answer makes
    ///   no sense, and does no harm.
    static func lines(in bytes: [UInt8]) -> [Int] {
        var lines: [Int] = []
        var (line, depth, isInFeatures) = (1, 0, false)
        var stringStart: Int?
        var isEscaped = false
        // The last text at the top of the object; before an array it is the array's key.
        var lastText: ArraySlice<UInt8> = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if let start = stringStart {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    if depth == 1 { lastText = bytes[start..<index] }
                    stringStart = nil
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): stringStart = index + 1
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == 1 {
                    isInFeatures = byte == UInt8(ascii: "[") && lastText.elementsEqual("features".utf8)
                } else if depth == 2, isInFeatures {
                    lines.append(line)
                }
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return lines
    }
}
