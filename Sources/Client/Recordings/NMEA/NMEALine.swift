import PlacemarkModel

/// One line of a recording of NMEA 0183: a sentence, and what a logger or a multiplexer has put before it.
struct NMEALine {
    let fields: NMEAFields
    /// When the logger says that it got the line, if it says so with its offset from UTC.
    let loggedAt: Timestamp?

    /// The sentence in a line; nil for a maker's own.
    init?(_ line: ArraySlice<UInt8>) throws(NMEAFields.Fault) {
        let (loggedAt, rest) = Self.split(line.trimmed)
        guard let fields = try NMEAFields(Self.withoutTagBlock(rest)) else { return nil }
        (self.fields, self.loggedAt) = (fields, loggedAt)
    }

    /// Whether a line is a sentence of any type.
    static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        do { _ = try NMEALine(line) } catch { return false }
        return true
    }

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
}

extension NMEAFields {
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
