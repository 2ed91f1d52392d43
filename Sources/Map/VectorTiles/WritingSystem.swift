/// The script that a name is written in: a map has a second name of a place where people there write another one.
public enum WritingSystem: Hashable, Sendable {
    case latin, greek, cyrillic, armenian, hebrew, arabic
    /// Chinese characters and the syllables of Japanese.
    case han
    case hangul
    /// Any other: the first letters of its block of 128, which no two scripts of today share.
    case block(UInt32)

    /// Nil where a name has no letters, or those of two scripts.
    public init?(of name: String) {
        let systems = Set(name.unicodeScalars.filter(\.properties.isAlphabetic).map { Self($0.value) })
        guard systems.count == 1, let only = systems.first else { return nil }
        self = only
    }

    /// Unicode 15, "Blocks". The page has the same list (`map/model/scripts.js`).
    private init(_ letter: UInt32) {
        self =
            switch letter {
            case ..<0x370, 0x1E00..<0x1F00: .latin
            case 0x370..<0x400, 0x1F00..<0x2000: .greek
            case 0x400..<0x530: .cyrillic
            case 0x530..<0x590: .armenian
            case 0x590..<0x600: .hebrew
            case 0x600..<0x700, 0x750..<0x780, 0x8A0..<0x900, 0xFB50..<0xFE00: .arabic
            case 0x1100..<0x1200, 0xAC00..<0xD7B0: .hangul
            case 0x2E80..<0xA000, 0xF900..<0xFB00, 0x20000..<0x32000: .han
            default: .block(letter >> 7)
            }
    }
}
