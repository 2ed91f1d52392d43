package import PlacemarkModel

/// The integer grid of all boundaries: 2²⁴ steps round the equator (2.4 m), 2²³ from pole to pole.
///
/// On it every decision about sides is exact: no rounding, no tolerance, the same on every machine.
package enum Grid {
    // One constant a line, here and in the formats of boundaries and postal codes: a pair of them is made at run time, and
    // each look-up would ask a dozen times whether it has been.
    /// The steps of a full circle.
    package static let width: Int32 = 1 << 24
    /// The steps of a meridian.
    package static let height: Int32 = 1 << 23
    package static let stepsPerDegree = Double(1 << 24) / 360
    /// The steps of one side of a root cell (0.7°), by which the layers index their borders: 16 bits are enough for it.
    static let cellSide: Int32 = 1 << 15
    static let columnCount = Int(width / cellSide)
    static let rowCount = Int(height / cellSide)
}

/// A corner of the grid: x from -180° eastward, y from -90° northward.
package struct GridPoint: Hashable, Comparable, Sendable {
    /// 0…2²⁴ for a vertex of a border, 0..<2²⁴ for a position.
    package var x: Int32
    /// 0…2²³ for a vertex of a border, 0..<2²³ for a position.
    package var y: Int32

    package init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }

    /// The grid square that holds a position, by its corner in the south-west.
    package init(_ coordinate: Coordinate) {
        let x = Int32(((coordinate.longitude + 180) * Grid.stepsPerDegree).rounded(.down))
        let y = Int32(((coordinate.latitude + 90) * Grid.stepsPerDegree).rounded(.down))
        // 180° is the same meridian as -180°; the pole belongs to the square below it.
        self.x = x & (Grid.width - 1)
        self.y = min(max(y, 0), Grid.height - 1)
    }

    package static func < (a: GridPoint, b: GridPoint) -> Bool { (a.y, a.x) < (b.y, b.x) }
}
