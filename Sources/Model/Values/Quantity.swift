/// Lengths, angles, sizes and durations as people write them: in the configuration, on the command line and on the
/// socket.
public enum Quantity {
    /// A length in metres: a number, and `m` or `km`. Returns nil for anything else.
    public static func meters(_ text: String) -> Double? {
        guard let quantities = NumberWithUnit.list(text), quantities.count == 1 else { return nil }
        switch quantities[0].unit {
        case "", "m": return quantities[0].number
        case "km": return quantities[0].number * 1000
        default: return nil
        }
    }

    /// An angle in degrees. Returns nil for anything else.
    public static func degrees(_ text: String) -> Double? {
        guard let quantities = NumberWithUnit.list(text.hasSuffix("°") ? String(text.dropLast()) : text),
            quantities.count == 1,
            ["", "deg"].contains(quantities[0].unit)
        else { return nil }
        return quantities[0].number
    }

    /// A size in bytes: a number, and `K`, `M`, `G` for powers of 1024. Returns nil for anything else.
    public static func bytes(_ text: String) -> Int? {
        guard let quantities = NumberWithUnit.list(text), quantities.count == 1 else { return nil }
        let unit: Double
        switch quantities[0].unit {
        case "", "B": unit = 1
        case "K", "KB", "k": unit = 1024
        case "M", "MB": unit = 1_048_576
        case "G", "GB": unit = 1_073_741_824
        default: return nil
        }
        // Far from what a Double does not hold exactly.
        let bytes = quantities[0].number * unit
        return bytes <= 1e15 ? Int(bytes) : nil
    }

    /// A duration in the manner of systemd.time(7), to the microsecond; a number alone is seconds. Returns nil for anything
    /// else.
    public static func duration(_ text: String) -> Duration? {
        guard let quantities = NumberWithUnit.list(text) else { return nil }
        var seconds = 0.0
        for quantity in quantities {
            let unitInSeconds: Double
            switch quantity.unit {
            case "" where quantities.count == 1: unitInSeconds = 1
            case "us", "usec": unitInSeconds = 1e-6
            case "ms", "msec": unitInSeconds = 1e-3
            case "s", "sec", "second", "seconds": unitInSeconds = 1
            case "m", "min", "minute", "minutes": unitInSeconds = 60
            case "h", "hr", "hour", "hours": unitInSeconds = 3600
            case "d", "day", "days": unitInSeconds = 86_400
            default: return nil
            }
            seconds += quantity.number * unitInSeconds
        }
        // A thousand years is beyond every range, and far from what an Int64 of microseconds cannot hold.
        return seconds <= 3.2e10 ? .microseconds(Int64((seconds * 1e6).rounded())) : nil
    }
}

/// A number and its unit, as in `1.5km`; the unit is empty when there is none.
private struct NumberWithUnit {
    let number: Double
    let unit: String

    /// Reads one quantity after the other, with or without blanks in between. Returns nil when there is none, or
    /// anything else.
    static func list(_ text: String) -> [NumberWithUnit]? {
        var rest = Array(text.utf8)[...]
        func take(_ condition: (UInt8) -> Bool) -> String {
            let taken = rest.prefix(while: condition)
            rest = rest.dropFirst(taken.count)
            return String(decoding: taken, as: UTF8.self)
        }
        let (isBlank, isDigit) =
            ({ $0 == 32 || $0 == 9 }, { (48...57).contains($0) }) as ((UInt8) -> Bool, (UInt8) -> Bool)
        var quantities: [NumberWithUnit] = []
        while !rest.isEmpty {
            var digits = take(isDigit)
            guard !digits.isEmpty else { return nil }
            if rest.first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
                let decimals = take(isDigit)
                guard !decimals.isEmpty else { return nil }
                digits += "." + decimals
            }
            // Fifteen digits are exact in a Double, and keep every sum finite.
            guard digits.utf8.count <= 16, let number = Double(digits) else { return nil }
            _ = take(isBlank)
            let unit = take { (97...122).contains($0) || (65...90).contains($0) }
            _ = take(isBlank)
            quantities.append(NumberWithUnit(number: number, unit: unit))
        }
        return quantities.isEmpty ? nil : quantities
    }
}
