import PlacemarkModel
import Testing

@Suite("Numbers with a fixed number of decimals")
struct FixedDecimalsTests {
    @Test(
        "have no exponent, and what is no number, or none that fits, is 0",
        arguments: [
            (47.141, 7, "47.1410000"), (-122.0312, 2, "-122.03"), (0.05, 1, "0.1"), (-0.04, 1, "0.0"),
            (-0.5, 1, "-0.5"),
            (1e-9, 7, "0.0000000"), (.nan, 7, "0"), (.infinity, 1, "0"), (1e300, 7, "0"),
            (12, 0, "12"),
        ] as [(Double, Int, String)])
    func fixed(number: Double, decimals: Int, text: String) { #expect(number.fixed(decimals: decimals) == text) }
}
