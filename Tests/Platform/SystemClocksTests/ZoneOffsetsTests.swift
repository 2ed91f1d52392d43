import Glibc
import PlacemarkModel
import Testing

@testable import SystemClocks

@Suite("Offsets of time zones")
struct ZoneOffsetsTests {
    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(parsing: text)) }

    @Test(
        "a zone has the offset that its clocks show",
        arguments: [
            ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600), ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200),
            ("Asia/Tokyo", "2024-05-29T03:32:38Z", 32_400), ("Asia/Kolkata", "2030-01-01T00:00:00Z", 19_800),
            ("America/St_Johns", "2026-07-01T00:00:00Z", -9000), ("Europe/Dublin", "2026-12-01T00:00:00Z", 0),
            ("Africa/Casablanca", "2026-07-01T00:00:00Z", 3600), ("Pacific/Chatham", "2045-01-01T00:00:00Z", 49_500),
            ("America/New_York", "1990-07-04T12:00:00Z", -14_400),
            ("Australia/Lord_Howe", "2040-07-01T00:00:00Z", 37_800),
        ])
    func offset(zone: String, moment: String, expected: Int) throws {
        #expect(try #require(ZoneOffsets(zone: zone)).offset(at: time(moment)) == expected)
    }

    @Test("the C library says the same, each week for sixty years, in summer and winter, north and south")
    func agreesWithTheLibrary() throws {
        for zone in ["Europe/Lisbon", "America/Santiago", "Pacific/Auckland", "Africa/Cairo", "Asia/Tehran"] {
            let offsets = try #require(ZoneOffsets(zone: zone))
            setenv("TZ", zone, 1)
            tzset()
            for week in 0..<(60 * 52) {
                var seconds = time_t(week * 7 * 86_400 + week * 977)
                var fields = tm()
                localtime_r(&seconds, &fields)
                let moment = try #require(Timestamp(secondsSinceEpoch: Int64(seconds)))
                guard offsets.offset(at: moment) != Int(fields.tm_gmtoff) else { continue }
                Issue.record("\(zone) at \(moment): \(offsets.offset(at: moment)), expected \(fields.tm_gmtoff)")
            }
        }
        unsetenv("TZ")
    }

    @Test(
        "what is no zone is none", arguments: ["", "Europe/Nowhere", "../../etc/passwd", "Europe", "/etc/passwd", "."])
    func unknown(zone: String) { #expect(ZoneOffsets(zone: zone) == nil) }

    @Test("a rule of POSIX is read, and what is none is not")
    func rules() throws {
        let summer = try time("2031-07-01T00:00:00Z")
        #expect(ZoneRule("<+0330>-3:30")?.offset(at: summer) == 12_600)
        #expect(ZoneRule("EST5EDT,J60/2,J300/2")?.offset(at: summer) == -14_400)
        #expect(ZoneRule("AAA3BBB2,59,300")?.offset(at: summer) == -7200)
        for wrong in ["", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.5.0", "<+03-3", "CET-1x"] {
            #expect(ZoneRule(wrong) == nil, "\(wrong)")
        }
    }

    @Test("bytes that are no such file, or end too soon, are none")
    func damaged() throws {
        let file = try #require(fopen("/usr/share/zoneinfo/Europe/Berlin", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        bytes.removeSubrange(count...)
        #expect(ZoneOffsets(tzif: bytes) != nil)
        // The rule at the very end may be missing; nothing before it may.
        for length in stride(from: 0, to: count - 40, by: 7) {
            #expect(ZoneOffsets(tzif: Array(bytes[..<length])) == nil)
        }
    }
}
