/// What a character does to the line that it stands in. Texts from outside are asked before they go into a line of a protocol,
/// a log or a terminal.
extension Unicode.Scalar {
    /// Whether it is a control character of ASCII: U+0000 to U+001F, U+007F.
    package var isASCIIControl: Bool { value < 0x20 || value == 0x7F }

    /// Whether it is a control character: one of ASCII, or U+0080 to U+009F. Unicode promises that there will be no other.
    package var isControl: Bool { isASCIIControl || (0x80...0x9F).contains(value) }

    /// Whether it is a control character, or ends a line or paragraph by Unicode's rules.
    package var isLineBreaking: Bool { isControl || value == 0x2028 || value == 0x2029 }

    /// Whether it breaks the line, turns its direction, or is for other reasons not seen itself (Unicode's category Cf).
    package var isLineDisturbing: Bool { isLineBreaking || properties.generalCategory == .format }
}
