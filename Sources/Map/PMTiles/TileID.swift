/// A tile of the web's usual scheme: zoom, column from the west, row from the north.
public struct TileID: Hashable, Sendable {
    public var zoom, column, row: Int

    /// The largest zoom whose numbers fit into the format's 64 bits with room to spare; maps end far below it.
    public static let largestZoom = 26

    /// Returns nil for a tile that is not on the map.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.largestZoom).contains(zoom), (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row)
        else {
            return nil
        }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// The tile's number in a PMTiles file: along a Hilbert curve, behind all tiles of smaller zooms.
    public var number: UInt64 {
        var (x, y) = (column, row)
        var distance: UInt64 = 0
        var side = zoom == 0 ? 0 : 1 << (zoom - 1)
        while side > 0 {
            let (right, lower) = (x & side > 0, y & side > 0)
            distance += UInt64(side) * UInt64(side) * UInt64((right ? 3 : 0) ^ (lower ? 1 : 0))
            if !lower {
                // Turns the quarter so that the curve enters and leaves it where it must.
                if right { (x, y) = (side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))) }
                (x, y) = (y, x)
            }
            side >>= 1
        }
        return Self.firstNumber(ofZoom: zoom) + distance
    }

    /// How many tiles come before those of a zoom: 1 + 4 + 16 + …
    static func firstNumber(ofZoom zoom: Int) -> UInt64 { ((1 << UInt64(2 * zoom)) - 1) / 3 }
}
