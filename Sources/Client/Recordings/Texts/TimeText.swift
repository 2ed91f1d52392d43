import PlacemarkModel

/// Times in the text of a recording.
enum TimeText {
    /// What is wrong with a text that is not a time, to be told to a person.
    static let problem = "the time cannot be read: expected one such as 2026-11-20T20:24:49Z, or seconds since 1970"

    /// Reads ISO 8601 as RFC 3339 narrows it (`2026-11-20T20:24:49.5Z`, `2026-11-20 21:24:49+01:00`), a time without a
    /// zone as UTC, and seconds or milliseconds since 1970 (from 1e11 on). Returns nil for anything else.
    static func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? {
        let text = text.trimmed
        guard text.count <= 64 else { return nil }
        return text.bytes(4, 1)?.first == UInt8(ascii: "-") ? calendarTime(text) : epochTime(text)
    }

    /// Whether a text that is a time tells its offset from UTC: seconds since 1970 do, and a calendar time that ends
    /// with one.
    static func hasOffset(_ text: ArraySlice<UInt8>) -> Bool {
        let text = text.trimmed
        guard text.bytes(4, 1)?.first == UInt8(ascii: "-") else { return true }
        return text.dropFirst(10).contains { "Zz+-".utf8.contains($0) }
    }

    static func timestamp(_ text: String) -> Timestamp? { timestamp(Array(text.utf8)[...]) }

    /// Seconds since 1970, or milliseconds: as seconds they would be after the year 5138.
    static func timestamp(secondsSinceEpoch number: Double) -> Timestamp? {
        let seconds = abs(number) >= 1e11 ? number / 1000 : number
        // The years from 1678 to 2262, in which every number of nanoseconds is an Int64.
        guard abs(seconds) < 9e9 else { return nil }
        return Timestamp(nanosecondsSinceEpoch: Int64((seconds * 1e6).rounded()) * 1000)
    }

    private static func epochTime(_ text: ArraySlice<UInt8>) -> Timestamp? {
        DecimalText.number(text).flatMap(timestamp(secondsSinceEpoch:))
    }

    private static func calendarTime(_ text: ArraySlice<UInt8>) -> Timestamp? {
        func number(_ offset: Int, _ count: Int) -> Int? { text.bytes(offset, count).flatMap(DecimalText.digits) }
        func isSeparator(_ offset: Int, _ allowed: String) -> Bool {
            text.bytes(offset, 1)?.first.map { allowed.utf8.contains($0) } ?? false
        }
        guard let year = number(0, 4), let month = number(5, 2), isSeparator(7, "-"), let day = number(8, 2),
            isSeparator(10, "Tt "), let hour = number(11, 2), isSeparator(13, ":"), let minute = number(14, 2)
        else { return nil }
        var rest = text.dropFirst(16)
        var (second, nanosecond) = (0, 0)
        if rest.first == UInt8(ascii: ":") {
            guard let found = number(17, 2) else { return nil }
            second = found
            rest = rest.dropFirst(3)
            if let point = rest.first, point == UInt8(ascii: ".") || point == UInt8(ascii: ",") {
                let digits = rest.dropFirst().prefix { (48...57).contains($0) }
                guard let fraction = nanoseconds(of: digits) else { return nil }
                nanosecond = fraction
                rest = rest[digits.endIndex...]
            }
        }
        guard let offset = offsetInSeconds(rest),
            let local = Timestamp(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
        else { return nil }
        let (utc, overflow) = local.nanosecondsSinceEpoch.subtractingReportingOverflow(Int64(offset) * 1_000_000_000)
        return overflow ? nil : Timestamp(nanosecondsSinceEpoch: utc)
    }

    /// Nanoseconds of the digits after the point, of which only the first nine count. At least one digit.
    static func nanoseconds(of digits: ArraySlice<UInt8>) -> Int? {
        guard var value = DecimalText.digits(digits.prefix(9)) else { return nil }
        for _ in digits.prefix(9).count..<9 { value *= 10 }
        return value
    }

    /// `Z`, nothing, `+01:00`, `+0100` or `+01`, with a space before it or not.
    private static func offsetInSeconds(_ text: ArraySlice<UInt8>) -> Int? {
        let text = text.trimmed
        guard let sign = text.first else { return 0 }
        if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }[...]
        guard digits.count == 2 || digits.count == 4, let number = DecimalText.digits(digits) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : number.quotientAndRemainder(dividingBy: 100)
        guard hours < 24, minutes < 60 else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
