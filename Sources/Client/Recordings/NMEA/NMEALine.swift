import PlacemarkModel

/// One line of NMEA 0183: `$GPRMC,…*hh`, checked, and cut into its fields.
struct NMEALine {
    /// The three letters after those of the talker: `RMC`. Empty for a maker's own sentences (`$PGRMZ`).
    let type: ArraySlice<UInt8>
    /// What stands after the commas. More fields than 64 are left out; no sentence that is read here has as many.
    private let fields: [ArraySlice<UInt8>]
    /// When the logger says that it got the line, if it says so with its offset from UTC.
    let loggedAt: Timestamp?

    /// Why a line is not a sentence.
    enum Fault: Error {
        case noSentence
        case wrongChecksum(found: ArraySlice<UInt8>, computed: UInt8)

        var description: String {
            switch self {
            case .noSentence: "not a sentence of NMEA 0183: expected a line such as $GPRMC,…*hh"
            case .wrongChecksum(let found, let computed):
                "the checksum is \(String(decoding: found, as: UTF8.self)): expected \(NMEALine.hexadecimal(computed))"
            }
        }
    }

    /// The sentence in a line; nil for one that is not of the types that are read here. A checksum may be missing, but
    /// not wrong.
    init?(_ line: ArraySlice<UInt8>) throws(Fault) {
        let (loggedAt, rest) = Self.split(line.trimmed)
        self.loggedAt = loggedAt
        var body = Self.withoutTagBlock(rest)
        guard let start = body.first, start == UInt8(ascii: "$") || start == UInt8(ascii: "!") else {
            throw .noSentence
        }
        body = body.dropFirst()
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

    /// Whether a line is a sentence of any type.
    static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        do { _ = try NMEALine(line) } catch { return false }
        return true
    }

    /// The field with this number, counted from 1 after the name; empty when the sentence has no such field.
    subscript(number: Int) -> ArraySlice<UInt8> { number <= fields.count ? fields[number - 1] : [] }

    /// How many fields there are after the name.
    var count: Int { fields.count }

    /// The number in a field, NaN when there is none.
    func number(_ index: Int) -> Double { DecimalText.number(self[index]) ?? .nan }

    /// The first letter of a field.
    func letter(_ index: Int) -> Character? { self[index].first.map { Character(UnicodeScalar($0)) } }

    /// Takes away a time that the logger has put before the sentence: `2014-08-01T00:00:00.814000Z $GPGGA,…`,
    /// `2017-05-25T14:22:12 -->> $GNGGA,…`, with or without an arrow, brackets or commas. Before anything else the line
    /// stays whole, and is not a sentence.
    private static func split(_ line: ArraySlice<UInt8>) -> (loggedAt: Timestamp?, sentence: ArraySlice<UInt8>) {
        guard let first = line.first, "0123456789[(".utf8.contains(first),
            let start = line.firstIndex(where: { "$!\\".utf8.contains($0) })
        else { return (nil, line) }
        var time = line[..<start]
        while let first = time.first, "[( ".utf8.contains(first) { time = time.dropFirst() }
        while let last = time.last, ")]->:;,| \t".utf8.contains(last) { time = time.dropLast() }
        guard let timestamp = TimeText.timestamp(time) else { return (nil, line) }
        return (TimeText.hasOffset(time) ? timestamp : nil, line[start...])
    }

    /// A TAG block before the sentence, as NMEA 4.00 has it: `\s:ais1,c:1241544035*6D\!AIVDM…`.
    private static func withoutTagBlock(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let backslash = UInt8(ascii: "\\")
        guard line.first == backslash, let end = line.dropFirst().firstIndex(of: backslash) else { return line }
        return line[(end + 1)...]
    }

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

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

extension NMEALine {
    /// Degrees from `DDMM.MMMM` and the letter in the field after it; NaN when one of them is missing or wrong.
    func angle(_ index: Int, positive: Character, negative: Character) -> Double {
        let number = number(index)
        guard number >= 0, number < 100_000, let letter = letter(index + 1) else { return .nan }
        let degrees = (number / 100).rounded(.down)
        let size = degrees + (number - degrees * 100) / 60
        return letter == positive ? size : letter == negative ? -size : .nan
    }

    /// Nanoseconds since midnight from `HHMMSS.SSS`; nil when the field has no time.
    func timeOfDay(_ index: Int) -> Int64? {
        let field = self[index]
        guard let seconds = RunningDate.timeOfDay(field.prefix(6)) else { return nil }
        guard field.count > 7 else { return seconds }
        guard field.bytes(6, 1)?.first == UInt8(ascii: "."),
            let fraction = TimeText.nanoseconds(of: field.dropFirst(7))
        else { return nil }
        return seconds + Int64(fraction)
    }
}
