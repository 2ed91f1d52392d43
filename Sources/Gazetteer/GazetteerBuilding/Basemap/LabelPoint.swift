import VectorTiles

/// Where the name of an area goes: far inside, as seen on the map.
struct LabelPoint {
    let point: TilePoint
    /// Of the area: the side of a square as large, in units of the finest zoom.
    let side: Double

    private static let sampleCount = 8
    private static let refinementCount = 3

    init(point: TilePoint, side: Double) { (self.point, self.side) = (point, side) }

    /// Returns nil for an area without a ring.
    init?(of lines: [[TilePoint]]) {
        let rings = ArcRings.rings(of: lines)
        let areas = rings.map { abs($0.doubledArea) }
        guard let largest = areas.indices.max(by: { areas[$0] < areas[$1] }), areas[largest] > 0 else { return nil }
        side = (Double(areas.reduce(0, +)) / 2).squareRoot()
        let size = (Double(areas[largest]) / 2).squareRoot()
        // A hundredth of the size does not change what is far inside.
        let closed = LineSimplification(tolerance: size / 100).simplified(rings[largest] + rings[largest].prefix(1))
        point = Self.farthestInside(closed) ?? rings[largest][0]
    }

    /// The sample of a finer and finer grid that is farthest from the ring.
    private static func farthestInside(_ ring: [TilePoint]) -> TilePoint? {
        let (xs, ys) = (ring.map { Double($0.x) }, ring.map { Double($0.y) })
        guard var west = xs.min(), var east = xs.max(), var north = ys.min(), var south = ys.max() else { return nil }
        var best: (point: TilePoint, distance: Double)?
        for _ in 0...refinementCount {
            let (stepX, stepY) = ((east - west) / Double(sampleCount), (south - north) / Double(sampleCount))
            for row in 0..<sampleCount {
                for column in 0..<sampleCount {
                    let sample = TilePoint(
                        x: Int32(west + (Double(column) + 0.5) * stepX), y: Int32(north + (Double(row) + 0.5) * stepY))
                    if let distance = depth(of: sample, in: ring), distance > best?.distance ?? -1 {
                        best = (sample, distance)
                    }
                }
            }
            guard let best else { return nil }
            (west, east) = (Double(best.point.x) - stepX, Double(best.point.x) + stepX)
            (north, south) = (Double(best.point.y) - stepY, Double(best.point.y) + stepY)
        }
        return best?.point
    }

    /// How far a point is from the ring, squared; nil outside.
    private static func depth(of point: TilePoint, in ring: [TilePoint]) -> Double? {
        var (isInside, nearest) = (false, Double.infinity)
        for (a, b) in zip(ring, ring.dropFirst()) {
            if (a.y <= point.y) != (b.y <= point.y) {
                let cross =
                    (Int(b.x) - Int(a.x)) * (Int(point.y) - Int(a.y)) - (Int(b.y) - Int(a.y))
                    * (Int(point.x) - Int(a.x))
                if (b.y > a.y) == (cross > 0) { isInside.toggle() }
            }
            nearest = min(nearest, LineSimplification.squaredDistance(point, a, b))
        }
        return isInside ? nearest : nil
    }
}
