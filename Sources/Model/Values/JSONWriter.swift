/// Writes JSON piece by piece, for answers that are wanted by the hundred thousand a second: an encoder that finds the
/// keys at run time takes ten times as long.
///
/// Whole values come out as `JSONEncoder` has them: numbers in their shortest form, no escape that is not needed.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether the next key or element is the first one of its object or array.
    private var isFirst = true

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Forgets what was written, and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isFirst = true
    }

    /// Forgets what was written, and goes on in the middle of it: for a text that leaves in pieces.
    package mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

    // MARK: Structure

    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        isFirst = true
    }

    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        isFirst = false
    }

    /// The key of the value that follows. It must need no escape.
    package mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(key)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        isFirst = true
    }

    /// A key that may need escapes.
    package mutating func key(escaping key: String) {
        value(key)
        bytes.append(UInt8(ascii: ":"))
        isFirst = true
    }

    /// Ends a line of NDJSON.
    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        isFirst = true
    }

    /// Text as it is, outside all values.
    package mutating func raw(_ text: StaticString) { append(text) }

    private mutating func separate() {
        if isFirst { isFirst = false } else { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    // MARK: Values

    package mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func value(_ number: Int) {
        separate()
        appendDigits(of: number.magnitude, isNegative: number < 0)
    }

    /// - Precondition: the number is finite.
    package mutating func value(_ number: Double) {
        precondition(number.isFinite, "JSON has no number for \(number)")
        separate()
        // Up to here each whole number has its digits in its description.
        if number.magnitude < 1e15, number == number.rounded(.towardZero) {
            return appendDigits(of: UInt(number.magnitude), isNegative: number.sign == .minus)
        }
        let digits = number.description
        bytes.append(contentsOf: digits.utf8.dropLast(digits.hasSuffix(".0") ? 2 : 0))
    }

    package mutating func value(_ flag: Bool) {
        separate()
        append(flag ? "true" : "false")
    }

    package mutating func null() {
        separate()
        append("null")
    }

    // MARK: Fields

    /// A text that needs no escape.
    package mutating func field(_ key: StaticString, _ text: StaticString) {
        self.key(key)
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        append(text)
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func field(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        self.key(key)
        value(text)
    }

    package mutating func field(_ key: StaticString, _ number: Double?) {
        guard let number else { return }
        self.key(key)
        value(number)
    }

    package mutating func field(_ key: StaticString, _ number: Int) {
        self.key(key)
        value(number)
    }

    package mutating func field(_ key: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        self.key(key)
        value(flag)
    }

    private mutating func appendDigits(of magnitude: UInt, isNegative: Bool) {
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        var (rest, start) = (magnitude, bytes.count)
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        var end = bytes.count - 1
        while start < end {
            bytes.swapAt(start, end)
            (start, end) = (start + 1, end - 1)
        }
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
            bytes.append(contentsOf: text[start..<index])
            start = index + 1
            switch byte {
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case 0x22: append("\\\"")
            case 0x5C: append("\\\\")
            default:
                append("\\u00")
                for digit in [byte >> 4, byte & 0xF] {
                    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                }
            }
        }
        bytes.append(contentsOf: text[start...])
    }
}
