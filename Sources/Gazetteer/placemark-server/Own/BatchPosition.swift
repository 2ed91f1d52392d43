import PlacemarkModel

/// Reads the position that a line of a batch has.
enum BatchPosition {
    /// Reads `47.141,9.521`, or an object of JSON with the keys `latitude` or `lat`, and `longitude`, `lon` or `lng`; or any
    /// other form that people copy. Nil for anything else, and for two keys of one thing with different numbers.
    static func read(_ line: UnsafeRawBufferPointer) -> Coordinate? {
        var scanner = JSONScanner(line)
        scanner.skipBlanks()
        guard let first = scanner.peek else { return nil }
        if first == UInt8(ascii: "{") { return object(&scanner) }
        if let latitude = scanner.number() {
            scanner.skipBlanks()
            scanner.take(",")
            scanner.skipBlanks()
            if let longitude = scanner.number() {
                scanner.skipBlanks()
                if scanner.peek == nil { return Coordinate(latitude: latitude, longitude: longitude) }
            }
        }
        return Coordinate(parsing: String(decoding: line, as: UTF8.self).trimmed)
    }

    private static func object(_ scanner: inout JSONScanner) -> Coordinate? {
        var (latitude, longitude): (Double?, Double?)
        scanner.take("{")
        repeat {
            scanner.skipBlanks()
            guard let key = scanner.string() else { return nil }
            scanner.skipBlanks()
            guard scanner.take(":") else { return nil }
            scanner.skipBlanks()
            if key.elementsEqual("lat".utf8) || key.elementsEqual("latitude".utf8) {
                guard let number = scanner.number(), latitude ?? number == number else { return nil }
                latitude = number
            } else if key.elementsEqual("lon".utf8) || key.elementsEqual("lng".utf8)
                || key.elementsEqual("longitude".utf8)
            {
                guard let number = scanner.number(), longitude ?? number == number else { return nil }
                longitude = number
            } else if !scanner.skipValue() {
                return nil
            }
            scanner.skipBlanks()
        } while scanner.take(",")
        guard scanner.take("}") else { return nil }
        scanner.skipBlanks()
        guard scanner.peek == nil, let latitude, let longitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

/// Goes through a line of JSON from its beginning to its end, without making values of what nobody wants.
struct JSONScanner {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { index += 1 }
    }

    /// Takes a character if it is the next one.
    @discardableResult
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// The bytes between two quotation marks, with their escapes; nil when there is no string.
    mutating func string() -> Slice<UnsafeRawBufferPointer>? {
        guard take("\"") else { return nil }
        let start = index
        while let byte = peek {
            index += 1
            if byte == UInt8(ascii: "\"") { return bytes[start..<(index - 1)] }
            if byte == UInt8(ascii: "\\") { index += 1 }
        }
        return nil
    }

    /// A number in decimal digits; nil when there is none.
    mutating func number() -> Double? {
        let start = index
        var (digits, decimals, mantissa) = (0, 0, UInt64(0))
        let isNegative = take("-")
        if !isNegative { take("+") }
        var isSimple = true
        var hasPoint = false
        while let byte = peek {
            if 48...57 ~= byte {
                // Fifteen digits fit into a Double exactly.
                if digits < 15 { mantissa = mantissa * 10 + UInt64(byte - 48) } else { isSimple = false }
                digits += 1
                if hasPoint { decimals += 1 }
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                isSimple = false
            } else if isSimple || byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+") {
                break
            }
            index += 1
        }
        guard digits > 0 else {
            index = start
            return nil
        }
        if isSimple, decimals < Self.powersOfTen.count {
            // Both numbers are exact, so the quotient is the nearest one.
            let value = Double(mantissa) / Self.powersOfTen[decimals]
            return isNegative ? -value : value
        }
        return Double(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private static let powersOfTen = (0...15).map { power in (0..<power).reduce(1.0) { product, _ in product * 10 } }

    /// Passes over a value of any kind. Returns whether there was one.
    mutating func skipValue() -> Bool {
        var depth = 0
        repeat {
            skipBlanks()
            guard let byte = peek else { return false }
            switch Unicode.Scalar(byte) {
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            case "\"":
                guard string() != nil else { return false }
                continue
            case ",", ":":
                guard depth > 0 else { return false }
            default:
                while let next = peek, !",:{}[]\" \t\r".utf8.contains(next) { index += 1 }
                continue
            }
            guard depth >= 0 else { return false }
            index += 1
        } while depth > 0
        return true
    }
}
