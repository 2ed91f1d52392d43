/// The locator system of the International Amateur Radio Union: pairs of characters, each pair a cell of the one before it.
///
/// IARU Region 1, VHF Managers Handbook, "The Maidenhead locator system" (Maidenhead, 1980).
package enum Maidenhead {
    /// Into how many parts each pair divides a cell, in both directions: field, square, subsquare.
    private static let divisions = [18, 10, 24]

    /// The locator of the cell that holds a place. A cell has its south and its west border; the north pole is in the
    /// northernmost cell, and 180° is the same meridian as −180°.
    ///
    /// - Parameter characters: 2, 4 or 6.
    package static func locator(of coordinate: Coordinate, characters: Int) -> String {
        precondition([2, 4, 6].contains(characters), "a locator has 2, 4 or 6 characters")
        let divisions = divisions.prefix(characters / 2)
        let count = divisions.reduce(1, *)
        // Multiplied first: then the border of a cell is exact where its degrees are.
        var column = Int(((coordinate.longitude + 180) * Double(count) / 360).rounded(.down)) % count
        var row = min(count - 1, Int(((coordinate.latitude + 90) * Double(count) / 180).rounded(.down)))
        var pairs: [String] = []
        for (index, division) in divisions.enumerated().reversed() {
            // Letters for fields, digits for squares, small letters for subsquares.
            let first = [UInt8(ascii: "A"), UInt8(ascii: "0"), UInt8(ascii: "a")][index]
            pairs.append(
                String(decoding: [first + UInt8(column % division), first + UInt8(row % division)], as: UTF8.self))
            (column, row) = (column / division, row / division)
        }
        return pairs.reversed().joined()
    }
}
