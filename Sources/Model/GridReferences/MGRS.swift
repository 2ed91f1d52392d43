/// The Military Grid Reference System: a zone, a square of 100 km by two letters, and metres in it.
///
/// National Geospatial-Intelligence Agency, NGA.STND.0037_2.0.0_GRIDS (2014).
package enum MGRS {
    private static let squareInMeters = 100_000.0

    /// The reference of the cell that holds a place: metres are cut off, and not rounded. Zones have two digits.
    ///
    /// - Parameter digits: 0...5 for each of easting and northing: 1 is a cell of 10 km, 5 one of 1 m.
    package static func reference(of coordinate: Coordinate, digits: Int) -> String {
        precondition((0...5).contains(digits), "a grid reference has no more than five digits")
        let position = UniversalGridPosition(coordinate)
        let easting = position.eastingInMeters
        // A place that is nearer to the equator than a double can tell is nevertheless in the south.
        let northing =
            position.isNorthern ? position.northingInMeters : min(position.northingInMeters, 9_999_999.999_999)
        let (column, row) = (Int(easting / squareInMeters), Int(northing / squareInMeters))
        let letters =
            position.zone.map { square(column: column, row: row, zone: $0) }
            ?? polarSquare(column: column, row: row, isNorthern: position.isNorthern)
        let zone = position.zone.map { Double($0).fixed(decimals: 0, width: 2) } ?? ""
        return "\(zone)\(position.band)\(letters)\(inside(easting, digits))\(inside(northing, digits))"
    }

    /// Columns begin anew in each third zone, rows in each second one, so that a pair of letters is unique far around.
    private static func square(column: Int, row: Int, zone: Int) -> String {
        let columns = [Array("ABCDEFGH"), Array("JKLMNPQR"), Array("STUVWXYZ")][(zone - 1) % 3]
        let rows = Array("ABCDEFGHJKLMNPQRSTUV")
        // Columns from 100 km on; in even zones the rows are moved by five letters.
        return "\(columns[column - 1])\(rows[(row + (zone.isMultiple(of: 2) ? 5 : 0)) % rows.count])"
    }

    /// Around a pole, columns begin anew in the east and in the west, without D, E, M, N, V and W.
    private static func polarSquare(column: Int, row: Int, isNorthern: Bool) -> String {
        // The first square of both grids, and the one at the pole.
        let (first, middle) = (isNorthern ? 13 : 8, 20)
        let rows = Array(isNorthern ? "ABCDEFGHJKLMNP" : "ABCDEFGHJKLMNPQRSTUVWXYZ")
        let east = Array("ABCFGHJKLPQR")
        let west = Array(isNorthern ? "RSTUXYZ" : "JKLPQRSTUXYZ")
        let letter = column >= middle ? east[column - middle] : west[column - first]
        return "\(letter)\(rows[row - first])"
    }

    private static func inside(_ meters: Double, _ digits: Int) -> String {
        let meters = Int(meters.truncatingRemainder(dividingBy: squareInMeters))
        return String(Double(meters).fixed(decimals: 0, width: 5).prefix(digits))
    }
}
