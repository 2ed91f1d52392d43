/// What stands in a sentence of NMEA 0183, `$GPRMC,…*hh`: checked, and cut at its commas.
package struct NMEAFields: Sendable {
    /// The three letters after those of the talker: `RMC`.
    package let type: ArraySlice<UInt8>
    /// More fields than 64 are left out; no sentence that is read here has as many.
    private let fields: [ArraySlice<UInt8>]

    /// Why a line is not a sentence.
    package enum Fault: Error {
        case noSentence
        case wrongChecksum(found: ArraySlice<UInt8>, computed: UInt8)

        package var description: String {
            switch self {
            case .noSentence: "not a sentence of NMEA 0183: expected a line such as $GPRMC,…*hh"
            case .wrongChecksum(let found, let computed):
                "the checksum is \(String(decoding: found, as: UTF8.self)): expected \(Self.hexadecimal(computed))"
            }
        }

        private static func hexadecimal(_ byte: UInt8) -> String {
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }

    /// Nil for a maker's own sentences (`$PGRMZ`). A checksum may be missing, but not wrong.
    ///
    /// - Parameter sentence: from its `$` or `!` on, without the end of its line.
    package init?(_ sentence: ArraySlice<UInt8>) throws(Fault) {
        guard let start = sentence.first, start == UInt8(ascii: "$") || start == UInt8(ascii: "!") else {
            throw .noSentence
        }
        var body = sentence.dropFirst()
        if let asterisk = body.lastIndex(of: UInt8(ascii: "*")) {
            let found = body[(asterisk + 1)...].prefix(2)
            body = body[..<asterisk]
            let computed = body.reduce(0, ^)
            guard found.count == 2, Self.value(found) == computed else {
                throw .wrongChecksum(found: found.filter { (0x21...0x7e).contains($0) }[...], computed: computed)
            }
        }
        guard body.count >= 5, body.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .noSentence }
        let name = body.prefix { $0 != UInt8(ascii: ",") }
        guard name.count == 5, name.first != UInt8(ascii: "P") else { return nil }
        type = name.dropFirst(2)
        fields = body[name.endIndex...].dropFirst()
            .split(separator: UInt8(ascii: ","), maxSplits: 64, omittingEmptySubsequences: false)
    }

    /// The field with this number, counted from 1 after the name; empty when the sentence has no such field.
    package subscript(number: Int) -> ArraySlice<UInt8> { number <= fields.count ? fields[number - 1] : [] }

    /// How many fields there are after the name.
    package var count: Int { fields.count }

    /// The number in a field, NaN when there is none.
    package func number(_ index: Int) -> Double { DecimalText.number(self[index]) ?? .nan }

    /// The first letter of a field.
    package func letter(_ index: Int) -> Character? { self[index].first.map { Character(UnicodeScalar($0)) } }

    /// Two hexadecimal digits; nil for anything else.
    private static func value(_ digits: ArraySlice<UInt8>) -> UInt8? {
        var value: UInt8 = 0
        for digit in digits {
            switch digit {
            case 48...57: value = value << 4 | (digit - 48)
            case 65...70, 97...102: value = value << 4 | ((digit & 0x5f) - 55)
            default: return nil
            }
        }
        return value
    }
}
