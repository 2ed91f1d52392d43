/// The numbers of the layer of names in other languages. `docs/contribute/formats/world-file-names.md` shows them as a table.
package enum NamesFormat {
    /// UInt32 each: numbers of languages and blocks, bytes of records; zeros.
    static let headerByteCount = 16
    /// A language as POSIX writes it, zeros behind it.
    static let languageByteCount = 12
    /// One byte says which language.
    static let mostLanguages = 255
    /// The first key of a block, and where its records begin (UInt32 each).
    static let blockByteCount = 8
    /// So many records follow each other from a known offset.
    static let recordsPerBlock = 8
    /// No name of the sources is half as long.
    static let longestNameByteCount = 200
    /// The language that stands for what people there write.
    package static let local = "local"
}

/// What a name is the name of, as one number.
package struct NameKey: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt32

    private static let countryFlag: UInt32 = 1 << 30
    private static let stateFlag: UInt32 = 1 << 31
    private static let stateShift: UInt32 = 16

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A place, by its number in the layer of places.
    ///
    /// - Precondition: `place` is in 0..<2³⁰.
    package init(place: Int) { rawValue = UInt32(place) }

    /// A country, by ISO 3166-1 alpha-2; nil for anything else.
    package init?(country: some StringProtocol) {
        guard let code = CountryCode.packed(country) else { return nil }
        rawValue = Self.countryFlag | UInt32(code)
    }

    /// A state, by ISO 3166-2 (`DE-BY`); nil for anything else.
    package init?(state code: some StringProtocol) {
        let parts = code.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let country = CountryCode.packed(parts[0]), (1...3).contains(parts[1].utf8.count) else {
            return nil
        }
        var number: UInt32 = 0
        for byte in parts[1].utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number * 37 + UInt32(byte - UInt8(ascii: "0")) + 1
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): number = number * 37 + UInt32(byte - UInt8(ascii: "A")) + 11
            default: return nil
            }
        }
        rawValue = Self.stateFlag | UInt32(CountryCode.compact(country)) << Self.stateShift | number
    }

    /// A sea or a lake, by its English name: both upper bits, and below them the low 30 bits of XXH64 over the name. A
    /// test shows that no two of the names have one key.
    package init(water name: String) {
        let hash = Array(name.utf8).withUnsafeBytes { XXH64.hash($0) }
        rawValue = Self.stateFlag | Self.countryFlag | UInt32(truncatingIfNeeded: hash) & (Self.countryFlag - 1)
    }

    package static func < (a: NameKey, b: NameKey) -> Bool { a.rawValue < b.rawValue }

    /// The place that it stands for.
    var place: Int? { rawValue < Self.countryFlag ? Int(rawValue) : nil }
}
