import PlacemarkModel

/// One line of NMEA 0183: `$BODY*CHECKSUM`, and a carriage return and a newline.
public struct NMEASentence: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the dollar sign and the asterisk.
    public let body: String

    public init(_ body: String) { self.body = body }

    /// The exclusive or of the body's bytes.
    public var checksum: UInt8 { body.utf8.reduce(0, ^) }

    /// The sentence as it goes over the wire.
    public var description: String {
        let digits = String(checksum, radix: 16, uppercase: true)
        return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
    }
}

/// Numbers as NMEA writes them.
enum NMEANumber {
    static func padded(_ number: Int) -> String { Double(number).fixed(decimals: 0, width: 2) }

    /// `DDMM.MMMMMM,N`: degrees and minutes, to 2 mm.
    static func angle(_ degrees: Double, width: Int, positive: String, negative: String) -> String {
        // In millionths of a minute, so that 59.9999999 minutes become the next degree and not 60 minutes.
        let microminutes = Int64((abs(degrees) * 60_000_000).rounded())
        let (whole, rest) = microminutes.quotientAndRemainder(dividingBy: 60_000_000)
        let minutes = (Double(rest) / 1_000_000).fixed(decimals: 6, width: 2)
        return "\(Double(whole).fixed(decimals: 0, width: width))\(minutes),\(degrees < 0 ? negative : positive)"
    }
}
