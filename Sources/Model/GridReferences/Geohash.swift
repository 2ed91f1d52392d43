/// Gustavo Niemeyer's geohash (2008): longitude and latitude are halved in turn, and each five halvings are a character.
package enum Geohash {
    /// Digits and letters without a, i, l and o.
    private static let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz")

    /// The hash of the cell that holds a place. A cell has its south and its west border; those at the north pole and at 180°
    /// have the others as well.
    ///
    /// - Parameter characters: at least 1. Each makes the cell 32 times smaller; 12 are some centimetres.
    package static func hash(of coordinate: Coordinate, characters: Int) -> String {
        var (longitudes, latitudes) = ((-180.0, 180.0), (-90.0, 90.0))
        var text = ""
        for position in 0..<characters {
            var digit = 0
            for bit in 5 * position..<5 * position + 5 {
                let isUpper =
                    bit.isMultiple(of: 2)
                    ? halve(&longitudes, around: coordinate.longitude)
                    : halve(&latitudes, around: coordinate.latitude)
                digit = 2 * digit + (isUpper ? 1 : 0)
            }
            text.append(alphabet[digit])
        }
        return text
    }

    /// Keeps the half of the range that holds the number, and says whether that is the upper one.
    private static func halve(_ range: inout (Double, Double), around number: Double) -> Bool {
        let middle = (range.0 + range.1) / 2
        if number >= middle { range.0 = middle } else { range.1 = middle }
        return number >= middle
    }
}
