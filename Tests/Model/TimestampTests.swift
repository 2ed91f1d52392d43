import Foundation
import PlacemarkModel
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "RFC 3339 is read and written",
        arguments: [
            ("1970-01-01T00:00:00Z", Int64(0)), ("2026-11-20T20:24:49Z", 1_795_206_289_000_000_000),
            ("2024-02-29T23:59:59.250Z", 1_709_251_199_250_000_000), ("1999-12-31T00:00:00Z", 946_598_400_000_000_000),
            ("1969-12-31T23:59:59Z", -1_000_000_000),
        ])
    func known(text: String, nanoseconds: Int64) throws {
        let timestamp = try #require(Timestamp(parsing: text))
        #expect(timestamp.nanosecondsSinceEpoch == nanoseconds)
        #expect(timestamp.description == text)
    }

    @Test("every day from 1700 to 2250 agrees with Foundation's calendar")
    func calendar() throws {
        let formatter = ISO8601DateFormatter()
        for day in stride(from: -98_000, to: 102_000, by: 37) {
            let seconds = Int64(day) * 86_400 + 3661
            let timestamp = try #require(Timestamp(secondsSinceEpoch: seconds))
            #expect(timestamp.description == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
            #expect(Timestamp(parsing: timestamp.description) == timestamp)
        }
    }

    @Test("a leap second is the first second of the next minute (fault 33)")
    func leapSecond() {
        #expect(Timestamp(parsing: "2016-12-31T23:59:60Z") == Timestamp(parsing: "2017-01-01T00:00:00Z"))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "2026-11-20", "2026-11-20T20:24:49", "2026-11-20 20:24:49Z", "2026-13-20T20:24:49Z",
            "2026-11-20T24:00:00Z", "2026-11-20T20:24:61Z", "2026-11-20T20:24:49.Z", "2026-11-20T20:24:49.5xZ",
            "26-11-20T20:24:49Z", "２026-11-20T20:24:49Z", "9999-11-20T20:24:49Z",
            "2026-11-20T20:24:49.123456789xZ", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z",
            "2026-01-32T00:00:00Z", "2026-01-00T00:00:00Z",
        ])
    func invalid(text: String) {
        #expect(Timestamp(parsing: text) == nil)
    }

    @Test("differences of centuries do not trap")
    func saturation() {
        let (first, last) = (Timestamp(nanosecondsSinceEpoch: .min), Timestamp(nanosecondsSinceEpoch: .max))
        #expect(last.duration(since: first) > .seconds(9e9))
        #expect(first.duration(since: last) < .seconds(-9e9))
    }
}
