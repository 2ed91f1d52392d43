/// A rectangle that geometries are cut to, its sides included.
public struct TileClip: Hashable, Sendable {
    public var west, north, east, south: Int32

    public init(west: Int32, north: Int32, east: Int32, south: Int32) {
        (self.west, self.north, self.east, self.south) = (west, north, east, south)
    }

    public func contains(_ point: TilePoint) -> Bool {
        (west...east).contains(point.x) && (north...south).contains(point.y)
    }

    /// The part of a ring inside (Sutherland and Hodgman 1974); nil when there is none.
    ///
    /// Where the ring leaves and comes back, its parts hang together along the sides of the rectangle; `TileArea` takes
    /// them apart.
    public func clipped(ring: [TilePoint]) -> [TilePoint]? {
        guard let reach = Reach(ring) else { return nil }
        guard reach.east >= west, reach.west <= east, reach.south >= north, reach.north <= south else { return nil }
        var ring = ring
        if reach.west < west { ring = cut(ring, \.x, west, keepsAbove: true) }
        if reach.east > east { ring = cut(ring, \.x, east, keepsAbove: false) }
        if reach.north < north { ring = cut(ring, \.y, north, keepsAbove: true) }
        if reach.south > south { ring = cut(ring, \.y, south, keepsAbove: false) }
        return ring.count > 2 ? ring : nil
    }

    /// The parts of a line inside; none when it stays outside.
    public func clipped(line: [TilePoint]) -> [[TilePoint]] {
        guard let reach = Reach(line), line.count > 1 else { return [] }
        guard reach.east >= west, reach.west <= east, reach.south >= north, reach.north <= south else { return [] }
        if reach.west >= west, reach.east <= east, reach.north >= north, reach.south <= south { return [line] }
        var (parts, part): ([[TilePoint]], [TilePoint]) = ([], [])
        for (from, to) in zip(line, line.dropFirst()) {
            guard let (start, end) = clipped(from: from, to: to) else { continue }
            if part.last != start {
                if part.count > 1 { parts.append(part) }
                part = [start]
            }
            if end != start { part.append(end) }
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    /// The part of a segment inside (Liang and Barsky 1984), rounded to whole units.
    private func clipped(from: TilePoint, to: TilePoint) -> (TilePoint, TilePoint)? {
        if contains(from), contains(to) { return (from, to) }
        let (x, y) = (Double(from.x), Double(from.y))
        let (runX, runY) = (Double(to.x) - x, Double(to.y) - y)
        var (enter, leave) = (0.0, 1.0)
        for (run, room) in [
            (-runX, x - Double(west)), (runX, Double(east) - x), (-runY, y - Double(north)), (runY, Double(south) - y),
        ] {
            if run == 0 {
                if room < 0 { return nil }
            } else if run < 0 {
                enter = max(enter, room / run)
            } else {
                leave = min(leave, room / run)
            }
        }
        guard enter <= leave else { return nil }
        func point(_ share: Double) -> TilePoint {
            TilePoint(x: Int32((x + share * runX).rounded()), y: Int32((y + share * runY).rounded()))
        }
        return (enter == 0 ? from : point(enter), leave == 1 ? to : point(leave))
    }

    /// The part of a ring on one side of a straight line.
    private func cut(
        _ ring: [TilePoint], _ axis: KeyPath<TilePoint, Int32>, _ limit: Int32, keepsAbove: Bool
    ) -> [TilePoint] {
        guard var previous = ring.last else { return [] }
        var part: [TilePoint] = []
        part.reserveCapacity(ring.count)
        let isX = axis == \.x
        func isInside(_ point: TilePoint) -> Bool {
            let value = isX ? point.x : point.y
            return keepsAbove ? value >= limit : value <= limit
        }
        var wasInside = isInside(previous)
        for point in ring {
            let isInside = isInside(point)
            if isInside != wasInside { part.append(Self.crossing(previous, point, isX: isX, limit)) }
            if isInside { part.append(point) }
            (previous, wasInside) = (point, isInside)
        }
        return part
    }

    /// Where a segment meets a line, the same whichever way it runs.
    private static func crossing(_ a: TilePoint, _ b: TilePoint, isX: Bool, _ limit: Int32) -> TilePoint {
        let (a, b) = a < b ? (a, b) : (b, a)
        if isX {
            let share = (Double(limit) - Double(a.x)) / (Double(b.x) - Double(a.x))
            return TilePoint(x: limit, y: Int32((Double(a.y) + share * (Double(b.y) - Double(a.y))).rounded()))
        }
        let share = (Double(limit) - Double(a.y)) / (Double(b.y) - Double(a.y))
        return TilePoint(x: Int32((Double(a.x) + share * (Double(b.x) - Double(a.x))).rounded()), y: limit)
    }
}

/// How far points reach.
private struct Reach {
    var west, east, north, south: Int32

    init?(_ points: [TilePoint]) {
        guard let first = points.first else { return nil }
        (west, east, north, south) = (first.x, first.x, first.y, first.y)
        for point in points {
            (west, east) = (min(west, point.x), max(east, point.x))
            (north, south) = (min(north, point.y), max(south, point.y))
        }
    }
}
