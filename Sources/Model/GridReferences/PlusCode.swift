/// Open Location Code, "plus code": degrees to the base 20, latitude and longitude in turn.
///
/// Google, "Open Location Code Specification" (github.com/google/open-location-code, Documentation/Specification).
package enum PlusCode {
    /// Digits that make no words and are not mistaken for each other.
    private static let alphabet = Array("23456789CFGHJMPQRVWX")
    /// Behind so many digits stands the `+`, with zeros before it when there are fewer.
    private static let separatorPosition = 8
    /// So many digits are pairs; each further one is one of 5 rows and 4 columns.
    private static let pairDigits = 10
    private static let (rows, columns) = (5, 4)
    private static let mostDigits = 15
    /// The smallest steps of a latitude and of a longitude: 15 digits.
    private static let (latitudesPerDegree, longitudesPerDegree) = (25_000_000, 8_192_000)

    /// The code of the cell that holds a place. A cell has its south and its west border; the north pole is in the
    /// northernmost cell, and 180° is the same meridian as −180°.
    ///
    /// - Parameter digits: 2, 4, 6, 8, or 10 to 15; 10 are a cell of 1/8000°, and 11 one of some 3 m.
    package static func code(of coordinate: Coordinate, digits: Int) -> String {
        precondition(
            digits <= mostDigits && (digits >= pairDigits || digits >= 2 && digits.isMultiple(of: 2)),
            "no plus code has \(digits) digits")
        var latitude = steps(coordinate.latitude, perDegree: latitudesPerDegree) + 90 * latitudesPerDegree
        latitude = min(latitude, 180 * latitudesPerDegree - 1)
        var longitude = steps(coordinate.longitude, perDegree: longitudesPerDegree) + 180 * longitudesPerDegree
        longitude %= 360 * longitudesPerDegree
        var code: [Character] = []
        for _ in pairDigits..<mostDigits {
            code.append(alphabet[latitude % rows * columns + longitude % columns])
            (latitude, longitude) = (latitude / rows, longitude / columns)
        }
        for _ in 0..<pairDigits / 2 {
            code.append(alphabet[longitude % alphabet.count])
            code.append(alphabet[latitude % alphabet.count])
            (latitude, longitude) = (latitude / alphabet.count, longitude / alphabet.count)
        }
        let text = String(code.reversed().prefix(digits))
        let padded = text + String(repeating: "0", count: max(0, separatorPosition - digits))
        return "\(padded.prefix(separatorPosition))+\(padded.dropFirst(separatorPosition))"
    }

    /// Whole steps from zero, rounded down.
    private static func steps(_ degrees: Double, perDegree: Int) -> Int {
        Int((degrees * Double(perDegree)).rounded(.down))
    }
}
