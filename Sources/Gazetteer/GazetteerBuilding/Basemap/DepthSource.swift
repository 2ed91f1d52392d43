import VectorTiles

/// Depths of the sea: `depths.npy`, heights in metres every ten minutes of arc, taken from NOAA's grid ETOPO5 (1988).
struct DepthSource {
    /// The lines round what is deeper than a level.
    struct Level {
        var depthInMeters: Int
        var rings: [[TilePoint]]
    }

    /// From the shelf's edge to the plains of the deep sea.
    static let depthsInMeters = [200, 2000, 4000]
    private static let pointsPerDegree = 6.0
    private static let (rows, columns) = (1081, 2160)

    let levels: [Level]

    init(directory: String) throws(SourceError) {
        let path = "\(directory)/depths.npy"
        let file = try NPYFile(path: path)
        guard file.shape == [Self.rows, Self.columns] else {
            throw .malformed(path: path, reason: "expected \(Self.rows) rows of \(Self.columns) heights")
        }
        // The first meridian is the last one, too.
        var values: [Int] = []
        values.reserveCapacity(Self.rows * (Self.columns + 1))
        for row in 0..<Self.rows {
            let line = file.values[row * Self.columns..<(row + 1) * Self.columns]
            values += line + line.prefix(1)
        }
        let contours = ContourRings(values: values, columns: Self.columns + 1)
        levels = Self.depthsInMeters.map { depth in
            let rings = contours.rings(below: -depth).map { ring in
                let points = ring.map {
                    MapPlane.point(
                        latitude: $0.y / Self.pointsPerDegree - 90, longitude: $0.x / Self.pointsPerDegree - 180)
                }
                return points + points.prefix(1)
            }
            return Level(depthInMeters: depth, rings: rings)
        }
    }
}
