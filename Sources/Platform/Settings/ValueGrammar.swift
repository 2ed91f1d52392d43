internal import Glibc
package import PlacemarkModel

/// How a value is written: what is allowed, in words, and the way from text and back.
package struct ValueGrammar<Value>: Sendable {
    /// To follow the word "expected".
    package let allowed: String
    /// Returns nil for a text that is not allowed.
    package let parse: @Sendable (String) -> Value?
    package let format: @Sendable (Value) -> String
    /// Whether a text may be a password, or have one in it, also one that is not allowed.
    package let isSecret: Bool

    package init(
        allowed: String, isSecret: Bool = false, parse: @escaping @Sendable (String) -> Value?,
        format: @escaping @Sendable (Value) -> String
    ) {
        (self.allowed, self.isSecret, self.parse, self.format) = (allowed, isSecret, parse, format)
    }
}

extension ValueGrammar where Value == Double {
    /// Metres, with `m`, `km` or no unit.
    package static func length(in range: ClosedRange<Double>) -> ValueGrammar {
        // Kilometres only where they are easier to read than the metres.
        let format: @Sendable (Double) -> String = { meters in
            meters >= 10_000 && meters.truncatingRemainder(dividingBy: 1000) == 0
                ? decimalText(meters / 1000) + "km" : decimalText(meters) + "m"
        }
        return ValueGrammar(
            allowed:
                "a length such as 500m or 1.5km, between \(format(range.lowerBound)) and \(format(range.upperBound))",
            parse: { Quantity.meters($0).flatMap { range.contains($0) ? $0 : nil } },
            format: format)
    }
}

extension ValueGrammar where Value == Double {
    /// Degrees, with or without `°` or `deg`.
    package static func angle(in range: ClosedRange<Double>) -> ValueGrammar {
        ValueGrammar(
            allowed:
                "an angle in degrees between \(decimalText(range.lowerBound)) and \(decimalText(range.upperBound))",
            parse: { Quantity.degrees($0).flatMap { range.contains($0) ? $0 : nil } },
            format: decimalText)
    }
}

extension ValueGrammar where Value == Int {
    /// Bytes, with `K`, `M`, `G` (powers of 1024, as everywhere in systemd) or no unit.
    package static func size(in range: ClosedRange<Int>) -> ValueGrammar {
        let format: @Sendable (Int) -> String = { bytes in
            let power = bytes > 0 ? min(bytes.trailingZeroBitCount / 10, 3) : 0
            return "\(bytes >> (10 * power))" + ["", "K", "M", "G"][power]
        }
        return ValueGrammar(
            allowed: "a size such as 512K or 4M, between \(format(range.lowerBound)) and \(format(range.upperBound))",
            parse: { Quantity.bytes($0).flatMap { range.contains($0) ? $0 : nil } },
            format: format)
    }
}

extension ValueGrammar where Value == Int {
    /// A plain number.
    package static func count(in range: ClosedRange<Int>) -> ValueGrammar {
        ValueGrammar(
            allowed: "a number between \(range.lowerBound) and \(range.upperBound)",
            parse: { text in
                guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return nil }
                return range.contains(number) ? number : nil
            },
            format: { String($0) })
    }
}

extension ValueGrammar where Value == Duration {
    /// A duration in the manner of systemd.time(7): `60`, `500ms`, `1min 30s`.
    package static func duration(in range: ClosedRange<Duration>) -> ValueGrammar {
        let format: @Sendable (Duration) -> String = { duration in
            let seconds = duration.inSeconds
            return seconds > 0 && seconds.truncatingRemainder(dividingBy: 86_400) == 0
                ? decimalText(seconds / 86_400) + "d" : decimalText(seconds) + "s"
        }
        return ValueGrammar(
            allowed:
                "a duration such as 60s or 2min, between \(format(range.lowerBound)) and \(format(range.upperBound))",
            parse: { Quantity.duration($0).flatMap { range.contains($0) ? $0 : nil } },
            format: format)
    }
}

extension ValueGrammar where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the words of an enum.
    package static func choice() -> ValueGrammar {
        ValueGrammar(
            allowed: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "),
            parse: { Value(rawValue: $0) }, format: { $0.rawValue })
    }
}

extension ValueGrammar where Value == Bool {
    /// The words of systemd's files.
    package static let boolean = ValueGrammar(
        allowed: "yes or no",
        parse: { text in
            switch text.lowercased() {
            case "yes", "true", "on", "1": true
            case "no", "false", "off", "0": false
            default: nil
            }
        },
        format: { $0 ? "yes" : "no" })
}

extension ValueGrammar where Value == SecretText? {
    /// Bytes of ASCII that are no blanks: a key or token.
    package static func secretWord(maximumBytes: Int) -> ValueGrammar {
        ValueGrammar(
            allowed: "a key of at most \(maximumBytes) letters, digits and signs", isSecret: true,
            parse: { text in
                text.utf8.count <= maximumBytes && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                    ? .some(SecretText(text)) : nil
            },
            format: { _ in "" })
    }

    /// Whatever fits into a line.
    package static let secretText = ValueGrammar(
        allowed: "a text", isSecret: true, parse: { .some(SecretText($0)) }, format: { _ in "" })
}

extension ValueGrammar where Value == UInt16 {
    package static let port = ValueGrammar(
        allowed: "a port number between 1 and 65535",
        parse: { text in
            guard text.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(text), port > 0 else {
                return nil
            }
            return port
        },
        format: { String($0) })
}

extension ValueGrammar where Value == String {
    /// A name of at most 253 bytes (RFC 1035), or an address; IPv6 without brackets, with a zone if need be.
    package static let host = ValueGrammar(
        allowed: "a host name or an IP address, without a port",
        parse: { text in
            if text.contains(":") {
                let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
                var address = in6_addr()
                guard inet_pton(AF_INET6, String(parts[0]), &address) == 1 else { return nil }
                return parts.count == 1 || isName(parts[1], allowing: ".-_") ? text : nil
            }
            return text.utf8.count <= 253 && isName(text[...], allowing: ".-_") && text.first != "-" ? text : nil
        },
        format: { $0 })

    /// An absolute path. With the longest key, one of the default limit fits into a line of libinih (198 bytes).
    package static func path(maximumBytes: Int = 170) -> ValueGrammar {
        ValueGrammar(
            allowed: "an absolute path of at most \(maximumBytes) bytes",
            parse: { isPath($0) && $0.utf8.count <= maximumBytes ? $0 : nil }, format: { $0 })
    }
}

extension ValueGrammar where Value == String? {
    package static let optionalPath = {
        let path = ValueGrammar<String>.path()
        return ValueGrammar(allowed: path.allowed, parse: { path.parse($0).map { .some($0) } }, format: { $0 ?? "" })
    }()
}

private func isName(_ text: Substring, allowing punctuation: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || punctuation.contains($0)) }
}

private func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && !text.unicodeScalars.contains(where: \.isControl)
}

/// The shortest decimal text of a number, without a fraction when it has none.
private func decimalText(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
