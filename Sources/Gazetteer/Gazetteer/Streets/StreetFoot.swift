/// Where a point belongs along a row of points on a plane: at the foot of its perpendicular, or at the nearest end.
struct StreetFoot {
    /// From the beginning of the row, in the plane's unit.
    let along: Double
    let distance: Double
    let side: StreetSide

    /// Returns nil for fewer than two points.
    init?(of point: SIMD2<Double>, along points: [SIMD2<Double>]) {
        var nearest: (along: Double, squared: Double, side: StreetSide)?
        var length = 0.0
        for (from, to) in zip(points, points.dropFirst()) {
            let edge = PlaneEdge(from: from - point, to: to - point)
            let share = edge.shareNearestToOrigin
            let foot = edge.from + edge.way * share
            let edgeLength = (edge.way * edge.way).sum().squareRoot()
            let squared = (foot * foot).sum()
            if squared < nearest?.squared ?? .infinity {
                // The point is the origin: it lies to the left when the way turns left towards it.
                let turn = edge.way.y * edge.from.x - edge.way.x * edge.from.y
                nearest = (length + share * edgeLength, squared, turn >= 0 ? .left : .right)
            }
            length += edgeLength
        }
        guard let nearest else { return nil }
        (along, distance, side) = (nearest.along, nearest.squared.squareRoot(), nearest.side)
    }

    static func length(of points: [SIMD2<Double>]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { length, edge in
            let way = edge.1 - edge.0
            return length + (way * way).sum().squareRoot()
        }
    }
}
