/// Numbers as recordings and sentences of NMEA 0183 spell them.
package enum DecimalText {
    /// The number that the bytes spell, such as `-12.5`, with spaces round it or not; nil for anything else, also for
    /// an infinity and for what is not a number. Of more than 18 digits the last may be lost.
    package static func number(_ text: ArraySlice<UInt8>) -> Double? {
        let text = text.trimmed
        var index = text.startIndex
        var isNegative = false
        if index < text.endIndex, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        var (mantissa, digits, decimals) = (UInt64(0), 0, 0)
        var isFraction = false
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if (48...57).contains(byte), digits < 18 {
                mantissa = mantissa * 10 + UInt64(byte - 48)
                digits += 1
                if isFraction { decimals += 1 }
            } else {
                // An exponent, or more digits than an integer holds.
                return slowNumber(text)
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        // Both are exact up to 2⁵³ and 10²², so that the quotient is the nearest number to the text.
        guard mantissa < 1 << 53 else { return slowNumber(text) }
        let size = Double(mantissa) / powersOfTen[decimals]
        return isNegative ? -size : size
    }

    private static let powersOfTen: [Double] = (0...18).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

    private static func slowNumber(_ text: ArraySlice<UInt8>) -> Double? {
        // Swift reads hexadecimal numbers, "nan" and "inf" too, which nobody means here.
        guard text.count <= 64, text.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The number that these digits spell; nil when there are none, more than 18, or anything else.
    package static func digits(_ text: ArraySlice<UInt8>) -> Int? {
        guard (1...18).contains(text.count) else { return nil }
        var value = 0
        for byte in text {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        return value
    }
}

extension ArraySlice<UInt8> {
    /// Without the spaces and tabs at both ends.
    package var trimmed: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first == 0x20 || first == 0x09 { slice = slice.dropFirst() }
        while let last = slice.last, last == 0x20 || last == 0x09 { slice = slice.dropLast() }
        return slice
    }
}
