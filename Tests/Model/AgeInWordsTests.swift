import PlacemarkModel
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

    @Test(
        "what is negative or not a number counts as 0, and nothing traps",
        arguments: [-1, -300, -1e300, .nan, -.infinity])
    func nothing(seconds: Double) { #expect(AgeInWords.text(seconds: seconds) == "0 s") }

    @Test("the longest age is a million million seconds", arguments: [1e12, 1e300, .infinity] as [Double])
    func longest(seconds: Double) { #expect(AgeInWords.text(seconds: seconds) == "11574074 days") }
}
