import PlacemarkModel
import Testing

@testable import Recordings

@Suite struct TextTests {
    @Test(
        "times are read in the ways in which recordings write them",
        arguments: [
            ("2026-11-20T20:24:49Z", "2026-11-20T20:24:49Z"), ("2026-11-20 20:24:49", "2026-11-20T20:24:49Z"),
            ("2026-11-20T21:24:49+01:00", "2026-11-20T20:24:49Z"), ("2026-11-20T14:54:49-0530", "2026-11-20T20:24:49Z"),
            ("2026-11-20T21:24:49.25 +01", "2026-11-20T20:24:49.250Z"), ("2026-11-20T20:24Z", "2026-11-20T20:24:00Z"),
            ("2026-11-20t20:24:49,5z", "2026-11-20T20:24:49.500Z"), ("1795206289", "2026-11-20T20:24:49Z"),
            (" 1795206289.5 ", "2026-11-20T20:24:49.500Z"), ("1795206289500", "2026-11-20T20:24:49.500Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("0", "1970-01-01T00:00:00Z"),
            ("2026-11-20T20:24:49.123456789123Z", "2026-11-20T20:24:49.123Z"),
        ])
    func times(text: String, expected: String) { #expect(TimeText.timestamp(text)?.description == expected) }

    @Test(
        "what is no time is none",
        arguments: [
            "", "now", "2026-11-20", "2026-13-20T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T20:24:49+25:00",
            "2026-11-20T20:24:49.Z", "2026-11-20T20:24:49Zulu", "1e300", "nan", "-9e18", "2026-11-20X20:24:49Z",
            "1000-01-01T00:00:00Z", String(repeating: "1", count: 1000),
        ])
    func noTimes(text: String) { #expect(TimeText.timestamp(text) == nil) }

    @Test(
        "numbers are the nearest ones to their text",
        arguments: [
            "0", "-0.5", "+47.141", "12345678901234567890", "1e-3", ".5", "5.", " 1 ", "0.000000000000000000001",
        ])
    func numbers(text: String) throws {
        let expected = try #require(Double(text.filter { $0 != " " }))
        #expect(DecimalText.number(Array(text.utf8)[...]) == expected)
    }

    @Test("as Swift itself reads them", arguments: 1...5 as ClosedRange<UInt64>)
    func randomNumbers(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2000 {
            let scale = Double.random(in: -3...9, using: &random)
            let text = "\(Double.random(in: -1...1, using: &random) * scale * scale * scale)"
            #expect(DecimalText.number(Array(text.utf8)[...]) == Double(text), "seed \(seed): \(text)")
        }
    }

    @Test("what is no number is none", arguments: ["", "-", ".", "nan", "inf", "0x10", "1,5", "1 2", "1e999", "--1"])
    func noNumbers(text: String) { #expect(DecimalText.number(Array(text.utf8)[...]) == nil) }
}
