import PlacemarkModel
import Testing

@Suite("What a character does to its line")
struct ControlCharactersTests {
    private static var scalars: some Sequence<Unicode.Scalar> { (0...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) } }

    @Test("the control characters of ASCII are those below the blank, and the one that deletes")
    func asciiControls() {
        let controls = Self.scalars.filter(\.isASCIIControl).map(\.value)
        #expect(controls == Array(0..<32) + [127])
    }

    @Test("the other questions agree with Unicode's categories, for every character that there is")
    func categories() {
        for scalar in Self.scalars {
            let category = scalar.properties.generalCategory
            let isBreaking = [.control, .lineSeparator, .paragraphSeparator].contains(category)
            if scalar.isControl != (category == .control) || scalar.isLineBreaking != isBreaking
                || scalar.isLineDisturbing != (isBreaking || category == .format)
            {
                Issue.record("U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test("what turns a line round disturbs it, and what is only unusual does not")
    func examples() {
        for scalar in ["\n", "\u{9B}", "\u{2028}", "\u{202E}", "\u{200B}"] as [Unicode.Scalar] {
            #expect(scalar.isLineDisturbing)
        }
        for scalar in [" ", "\u{A0}", "ß", "京", "\u{FFFD}"] as [Unicode.Scalar] { #expect(!scalar.isLineDisturbing) }
    }
}
