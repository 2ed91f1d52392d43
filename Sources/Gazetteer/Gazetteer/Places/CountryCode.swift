/// ISO 3166-1 alpha-2 codes as numbers.
///
/// Between the layers a code is its two ASCII letters in a UInt16, the first in the low byte; inside the places layer,
/// where a node has other things to say as well, it takes ten bits.
package enum CountryCode {
    /// What the places layer stores for a place without a country.
    package static let none: UInt16 = 0
    /// AQ
    static let antarctica: UInt16 = 0x5141
    /// How many different codes ten bits can hold.
    static let compactCount = 1 << 10

    /// Two capital letters as a number; nil for anything else.
    package static func packed(_ letters: some StringProtocol) -> UInt16? {
        let bytes = Array(letters.utf8)
        guard bytes.count == 2 else { return nil }
        let code = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
        return compact(code) == none ? nil : code
    }

    /// The letters of a number that `packed` gave; nil when they are not capital letters.
    package static func letters(_ code: UInt16) -> String? {
        guard compact(code) != none else { return nil }
        return withUnsafeBytes(of: code.littleEndian) { String(decoding: $0, as: UTF8.self) }
    }

    /// The same in ten bits: A…Z as 1…26, the first letter in the low five. `none` when a letter is not a capital one.
    static func compact(_ code: UInt16) -> UInt16 {
        let (first, second) = (code & 0xFF, code >> 8)
        guard (0x41...0x5A).contains(first), (0x41...0x5A).contains(second) else { return none }
        return (first - 0x40) | (second - 0x40) << 5
    }

    /// Back from ten bits. `none` and numbers that are not those of a code give 0.
    static func expanded(_ compact: UInt16) -> UInt16 {
        let (first, second) = (compact & 0x1F, compact >> 5)
        guard (1...26).contains(first), (1...26).contains(second) else { return 0 }
        return (first + 0x40) | (second + 0x40) << 8
    }
}
