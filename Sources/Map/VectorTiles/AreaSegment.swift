/// An edge between two points, the smaller first.
struct AreaSegment: Hashable, Comparable {
    var low, high: TilePoint

    init?(_ a: TilePoint, _ b: TilePoint) {
        guard a != b else { return nil }
        (low, high) = a < b ? (a, b) : (b, a)
    }

    static func < (a: AreaSegment, b: AreaSegment) -> Bool { a.low == b.low ? a.high < b.high : a.low < b.low }

    /// On which side of the edge's line a point is: the sign of the cross product.
    func side(of point: TilePoint) -> Int { AreaSegment.cross(low, high, point).signum() }

    static func cross(_ a: TilePoint, _ b: TilePoint, _ c: TilePoint) -> Int {
        (Int(b.x) - Int(a.x)) * (Int(c.y) - Int(a.y)) - (Int(b.y) - Int(a.y)) * (Int(c.x) - Int(a.x))
    }

    /// Whether a point that is on the edge's line is between its ends.
    func isBetween(_ point: TilePoint) -> Bool {
        low < point && point < high && (min(low.y, high.y)...max(low.y, high.y)).contains(point.y)
    }

    /// Where two edges that cross do so, rounded to the next whole point.
    func crossing(with other: AreaSegment) -> TilePoint {
        let (runX, runY) = (Double(high.x) - Double(low.x), Double(high.y) - Double(low.y))
        let (otherX, otherY) = (Double(other.high.x) - Double(other.low.x), Double(other.high.y) - Double(other.low.y))
        let (awayX, awayY) = (Double(other.low.x) - Double(low.x), Double(other.low.y) - Double(low.y))
        let share = (awayX * otherY - awayY * otherX) / (runX * otherY - runY * otherX)
        return TilePoint(
            x: Int32((Double(low.x) + share * runX).rounded()), y: Int32((Double(low.y) + share * runY).rounded()))
    }
}
