/// A moment of civil time in UTC, to the nanosecond, written as RFC 3339 (`2026-11-20T20:24:49Z`).
///
/// It says when a receiver claims that a fix was taken. Receivers are wrong about that now and then (a week rollover
/// is 19.6 years), so no age is ever computed from it.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted. Spans the years 1678 to 2262.
    public let nanosecondsSinceEpoch: Int64

    public init(nanosecondsSinceEpoch: Int64) { self.nanosecondsSinceEpoch = nanosecondsSinceEpoch }

    /// Returns nil when the seconds are outside the years 1678 to 2262, or `nanoseconds` is outside 0..<1e9.
    public init?(secondsSinceEpoch seconds: Int64, nanoseconds: Int64 = 0) {
        guard (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow2) = product.addingReportingOverflow(nanoseconds)
        guard !overflow, !overflow2 else { return nil }
        nanosecondsSinceEpoch = sum
    }

    /// Calendar fields in UTC. Second 60 is the next minute's second 0. Returns nil when a field is out of range, or the
    /// year outside 1678 to 2262.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
        guard (1678...2262).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilTime.dayCount(year: year, month: month), (0..<24).contains(hour), (0..<60).contains(minute),
            (0...60).contains(second)
        else { return nil }
        let days = CivilTime.daysSinceEpoch(year: year, month: month, day: day)
        self.init(
            secondsSinceEpoch: Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second),
            nanoseconds: Int64(nanosecond))
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }

    /// The calendar fields, to the millisecond.
    public var civilTime: CivilTime { CivilTime(nanosecondsSinceEpoch: nanosecondsSinceEpoch) }

    /// The time from `earlier` to this moment; negative when `earlier` is the later one. Saturates after 292 years.
    public func duration(since earlier: Timestamp) -> Duration {
        let (difference, overflow) = nanosecondsSinceEpoch.subtractingReportingOverflow(earlier.nanosecondsSinceEpoch)
        if overflow { return .nanoseconds(nanosecondsSinceEpoch > 0 ? Int64.max : Int64.min) }
        return .nanoseconds(difference)
    }

    /// The moment that is `duration` later, or earlier when it is negative. Returns nil outside the years 1678 to 2262.
    public func advanced(by duration: Duration) -> Timestamp? {
        let (seconds, attoseconds) = duration.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (span, overflow2) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        let (sum, overflow3) = nanosecondsSinceEpoch.addingReportingOverflow(span)
        guard !overflow, !overflow2, !overflow3 else { return nil }
        return Timestamp(nanosecondsSinceEpoch: sum)
    }

    /// Whether the two moments are at most `tolerance` apart.
    package func isWithin(_ tolerance: Duration, of other: Timestamp) -> Bool {
        let difference = duration(since: other)
        return difference <= tolerance && difference >= .zero - tolerance
    }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, with milliseconds when there are any.
    public var description: String {
        let date = civilTime
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let fraction = date.millisecond == 0 ? "" : ".\(padded(date.millisecond, 3))"
        return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
            + "T\(padded(date.hour)):\(padded(date.minute)):\(padded(date.second))\(fraction)Z"
    }

    /// Reads what `description` writes: RFC 3339 in UTC, with any number of decimals; second 60 is the next minute's
    /// second 0. Returns nil for anything else.
    public init?(parsing text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == UInt8(ascii: character)
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("T", at: 10), let hour = number(11..<13), has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19), has("Z", at: bytes.count - 1)
        else { return nil }
        var nanoseconds = 0
        if bytes.count > 20 {
            guard has(".", at: 19), bytes.count > 21, let fraction = number(20..<min(bytes.count - 1, 29)),
                bytes[20..<bytes.count - 1].allSatisfy({ (48...57).contains($0) })
            else { return nil }
            nanoseconds = fraction
            for _ in (min(bytes.count - 1, 29) - 20)..<9 { nanoseconds *= 10 }
        }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanoseconds)
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let timestamp = Timestamp(parsing: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time in UTC")
        }
        self = timestamp
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
