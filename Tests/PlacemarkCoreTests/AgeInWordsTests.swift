import PlacemarkCore
import Testing

@Suite("Ages in words")
struct AgeInWordsTests {
    @Test(
        "seconds become minutes at two minutes, hours at two hours, and days at two days, rounded down",
        arguments: [
            (0, "0 s"), (0.9, "0 s"), (119.99, "119 s"), (120, "2 min"), (7199, "119 min"), (7200, "2 h"),
            (172_799, "47 h"), (172_800, "2 days"), (3.2e10, "370370 days"),
        ])
    func units(seconds: Double, expected: String) { #expect(AgeInWords.text(seconds: seconds) == expected) }

    @Test("no number traps", arguments: [-1, -1e300, .nan, .infinity, -.infinity, 1e300] as [Double])
    func anything(seconds: Double) { #expect(!AgeInWords.text(seconds: seconds).isEmpty) }
}
