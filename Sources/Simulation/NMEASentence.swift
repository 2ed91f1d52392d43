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
    /// With a fixed number of decimals, and zeros in front up to `width` digits before the point. The number must be
    /// finite, and its size below 1e9.
    static func fixed(_ number: Double, decimals: Int, width: Int = 1) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int64((number * scale).rounded())
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, width + decimals - digits.count)) + digits
        let sign = scaled < 0 ? "-" : ""
        return decimals == 0 ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }

    static func padded(_ number: Int) -> String { fixed(Double(number), decimals: 0, width: 2) }

    /// `DDMM.MMMMMM,N`: degrees and minutes, to 2 mm.
    static func angle(_ degrees: Double, width: Int, positive: String, negative: String) -> String {
        // In millionths of a minute, so that 59.9999999 minutes become the next degree and not 60 minutes.
        let microminutes = Int64((abs(degrees) * 60_000_000).rounded())
        let (whole, rest) = microminutes.quotientAndRemainder(dividingBy: 60_000_000)
        let minutes = fixed(Double(rest) / 1_000_000, decimals: 6, width: 2)
        return "\(fixed(Double(whole), decimals: 0, width: width))\(minutes),\(degrees < 0 ? negative : positive)"
    }
}
