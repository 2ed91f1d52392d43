import PlacemarkModel

/// A position, and the numbers that tell it in whatever text: in degrees, in the degrees and minutes of NMEA 0183, or as a
/// fixed-point number of millionths or ten-millionths of a degree.
struct Canary: Sendable {
    /// Without signs. One that is round, such as 0 or 50, is not among them: its digits may be those of anything.
    private let degrees: [Double]

    init(_ coordinate: Coordinate) {
        degrees = [coordinate.latitude, coordinate.longitude].map(\.magnitude).filter {
            let thousandths = $0 * 1000
            return abs(thousandths - thousandths.rounded()) > 0.05
        }
    }

    /// The numbers in the text that tell the latitude or the longitude.
    ///
    /// - Parameter decimals: of a degree, that a number must have at least and agree in. With four (11 m) it is hardly ever
    ///   something else.
    func traces(in text: String, decimals: Int = 4) -> [Substring] {
        text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) && $0 != UInt8(ascii: ".") }
            .map { Substring($0) }.filter { tells($0, decimals: decimals) }
    }

    private func tells(_ number: Substring, decimals: Int) -> Bool {
        // A sentence may end with it.
        let parts = number.split(separator: ".")
        guard parts.count <= 2, let value = Double(parts.joined(separator: ".")) else { return false }
        var tolerance = 1.0
        for _ in 0..<decimals { tolerance /= 10 }
        func isNear(_ value: Double) -> Bool { degrees.contains { abs($0 - value) < tolerance } }
        guard parts.count == 2 else { return number.count > 6 && (isNear(value / 1e6) || isNear(value / 1e7)) }
        if parts[1].count >= decimals, isNear(value) { return true }
        // A minute has two decimals of a degree.
        let minutes = value.truncatingRemainder(dividingBy: 100)
        return parts[0].count > 2 && parts[1].count >= decimals - 2 && isNear((value - minutes) / 100 + minutes / 60)
    }
}
