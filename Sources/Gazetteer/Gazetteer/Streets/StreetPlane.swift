import PlacemarkModel

/// The surroundings of a position as a plane: where it lies among the tiles, and how long their units are there.
///
/// Within the few hundred metres that a look-up reaches, lengths come out right to some centimetres (`LocalScale`).
struct StreetPlane {
    /// In units from the south-western corner of the grid.
    private let position: SIMD2<Double>
    let metersPerUnit: SIMD2<Double>

    private static let columnCount = Int(Grid.width) >> StreetsFormat.tileLevel
    private static let rowCount = Int(Grid.height) >> StreetsFormat.tileLevel

    /// Streets are looked for up to this latitude, north and south. Nearer to the poles tiles become too narrow for it,
    /// and no street is there.
    private static let largestLatitude = 88.0

    /// Returns nil near the poles.
    init?(at coordinate: Coordinate) {
        guard abs(coordinate.latitude) <= Self.largestLatitude else { return nil }
        position = SIMD2(coordinate.longitude + 180, coordinate.latitude + 90) * StreetsFormat.unitsPerDegree
        let scale = LocalScale(atLatitude: coordinate.latitude)
        metersPerUnit = SIMD2(scale.metersPerDegreeEast, scale.metersPerDegreeNorth) / StreetsFormat.unitsPerDegree
    }

    /// The columns and rows of all tiles that come within a distance. A column can be -1 or one too many at 180°.
    func tiles(withinMeters reach: Double) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        let span = SIMD2(repeating: reach) / metersPerUnit
        let low = ((position - span) / Double(StreetsFormat.tileSide)).rounded(.down)
        let high = ((position + span) / Double(StreetsFormat.tileSide)).rounded(.down)
        return (Int(low.x)...Int(high.x), max(0, Int(low.y))...min(Self.rowCount - 1, Int(high.y)))
    }

    /// The column as tiles have it, where columns go round the earth.
    static func column(_ column: Int) -> Int { (column + columnCount) % columnCount }

    /// The position in units from a tile's corner. The column is one of `tiles(withinMeters:)`.
    func position(inColumn column: Int, row: Int) -> SIMD2<Double> {
        position - SIMD2(Double(column), Double(row)) * Double(StreetsFormat.tileSide)
    }

    /// A point in units from the corner of a tile as a position.
    static func coordinate(of point: SIMD2<Double>, inTile key: UInt32) -> Coordinate {
        let (column, row) = Morton.separated(key)
        let units = SIMD2(Double(column), Double(row)) * Double(StreetsFormat.tileSide) + point
        return Coordinate(
            clampingLatitude: units.y / StreetsFormat.unitsPerDegree - 90,
            wrappingLongitude: units.x / StreetsFormat.unitsPerDegree - 180)
    }

    static func corner(ofTile key: UInt32) -> Coordinate { coordinate(of: SIMD2(0, 0), inTile: key) }

    /// The point of a line that is nearest to a position, in the line's own units: from the corner of its tile. Nil for less than
    /// two vertices, near the poles, and where the position is so far away that a plane is none, or beyond 180°.
    static func point(
        of line: [SIMD2<Double>], inTile key: UInt32, nearestTo coordinate: Coordinate
    ) -> SIMD2<Double>? {
        guard let plane = StreetPlane(at: coordinate) else { return nil }
        let (column, row) = Morton.separated(key)
        let position = plane.position(inColumn: Int(column), row: Int(row))
        let reach = farthestInMeters / plane.metersPerUnit
        guard abs(position.x) <= reach.x, abs(position.y) <= reach.y else { return nil }
        var nearest: (point: SIMD2<Double>, squared: Double)?
        for (from, to) in zip(line, line.dropFirst()) {
            let edge = PlaneEdge(
                from: (from - position) * plane.metersPerUnit, to: (to - position) * plane.metersPerUnit)
            let foot = edge.from + edge.way * edge.shareNearestToOrigin
            let squared = (foot * foot).sum()
            if squared < nearest?.squared ?? .infinity { nearest = (foot / plane.metersPerUnit + position, squared) }
        }
        return nearest?.point
    }

    /// As far as which end of a piece of street is the nearer one does not depend on the earth's curve.
    private static let farthestInMeters = 100_000.0
}
