/// The faces that edges without crossings enclose, and which of them are inside.
struct AreaFaces {
    private let segments: [AreaSegment]
    /// Each edge in both directions: 2i from its lower end, 2i+1 from its higher one.
    private var outgoing: [TilePoint: [Int]] = [:]

    init(_ segments: [AreaSegment]) {
        self.segments = segments
        for index in segments.indices {
            outgoing[segments[index].low, default: []].append(2 * index)
            outgoing[segments[index].high, default: []].append(2 * index + 1)
        }
        for (point, edges) in outgoing where edges.count > 2 {
            outgoing[point] = edges.sorted { Self.precedes(end($0), end($1), around: point) }
        }
    }

    /// Outer rings, each followed by its holes.
    var polygons: [[TilePoint]] {
        var isUsed = Array(repeating: false, count: 2 * segments.count)
        var (shells, holes): ([[TilePoint]], [[TilePoint]]) = ([], [])
        for first in isUsed.indices where !isUsed[first] {
            var (edge, ring): (Int, [TilePoint]) = (first, [])
            repeat {
                isUsed[edge] = true
                ring.append(start(edge))
                edge = next(edge)
            } while edge != first
            guard isInside(rightOf: first) else { continue }
            for loop in Self.loops(ring) where loop.count > 2 {
                let loop = Self.withoutStraightPoints(loop)
                let area = loop.doubledArea
                if area > 0 { shells.append(loop) } else if area < 0 { holes.append(loop) }
            }
        }
        return Self.ordered(shells, holes)
    }

    private func start(_ edge: Int) -> TilePoint { edge & 1 == 0 ? segments[edge / 2].low : segments[edge / 2].high }
    private func end(_ edge: Int) -> TilePoint { start(edge ^ 1) }

    /// The edge that goes on round the face to the right of this one, which is inside of the turn on a screen: y grows
    /// southward.
    private func next(_ edge: Int) -> Int {
        guard let edges = outgoing[end(edge)], let back = edges.firstIndex(of: edge ^ 1) else {
            preconditionFailure("an edge does not lead back")
        }
        return edges[(back + edges.count - 1) % edges.count]
    }

    /// The order round a point by the angle, from due east on, with y growing in the direction of the turn.
    private static func precedes(_ a: TilePoint, _ b: TilePoint, around point: TilePoint) -> Bool {
        func half(_ p: TilePoint) -> Int { p.y > point.y || (p.y == point.y && p.x > point.x) ? 0 : 1 }
        let halves = (half(a), half(b))
        return halves.0 == halves.1 ? AreaSegment.cross(point, a, b) > 0 : halves.0 < halves.1
    }

    /// Whether the face right of an edge is inside: an even or odd number of other edges lies between it and the outside.
    private func isInside(rightOf edge: Int) -> Bool {
        let own = segments[edge / 2]
        let (from, to) = (start(edge), end(edge))
        // The middle of the edge, in half units, so that it is exact.
        let (x, y) = (Int(own.low.x) + Int(own.high.x), Int(own.low.y) + Int(own.high.y))
        var count = 0
        if own.low.y != own.high.y {
            // A ray eastward; it begins right of the edge when the edge goes north (up the screen).
            for segment in segments where segment != own {
                let (aY, bY) = (2 * Int(segment.low.y), 2 * Int(segment.high.y))
                guard (aY <= y) != (bY <= y) else { continue }
                let (aX, bX) = (2 * Int(segment.low.x), 2 * Int(segment.high.x))
                let cross = (bX - aX) * (y - aY) - (bY - aY) * (x - aX)
                if (bY > aY) == (cross > 0) { count += 1 }
            }
            let isEastInside = count & 1 == 1
            return to.y < from.y ? isEastInside : !isEastInside
        }
        // A ray southward; it begins right of the edge when the edge goes east.
        for segment in segments where segment != own {
            let (aX, bX) = (2 * Int(segment.low.x), 2 * Int(segment.high.x))
            guard (aX <= x) != (bX <= x) else { continue }
            let (aY, bY) = (2 * Int(segment.low.y), 2 * Int(segment.high.y))
            let cross = (bX - aX) * (y - aY) - (bY - aY) * (x - aX)
            if (bX > aX) == (cross < 0) { count += 1 }
        }
        let isSouthInside = count & 1 == 1
        return to.x > from.x ? isSouthInside : !isSouthInside
    }

    /// A way that comes through the same point twice, as loops that do not.
    private static func loops(_ ring: [TilePoint]) -> [[TilePoint]] {
        var (loops, way): ([[TilePoint]], [TilePoint]) = ([], [])
        var position: [TilePoint: Int] = [:]
        for point in ring {
            if let first = position[point] {
                loops.append(Array(way[first...]))
                for left in way[first...] { position[left] = nil }
                way.removeSubrange(first...)
            }
            position[point] = way.count
            way.append(point)
        }
        return loops + [way]
    }

    /// Without the points that lie between their neighbours: they were cuts, and say nothing.
    private static func withoutStraightPoints(_ ring: [TilePoint]) -> [TilePoint] {
        ring.indices.compactMap { index in
            let (before, after) = (ring[(index + ring.count - 1) % ring.count], ring[(index + 1) % ring.count])
            return AreaSegment.cross(before, ring[index], after) == 0 ? nil : ring[index]
        }
    }

    private static func ordered(_ shells: [[TilePoint]], _ holes: [[TilePoint]]) -> [[TilePoint]] {
        guard !holes.isEmpty else { return shells }
        let bySize = shells.map { (ring: $0, area: $0.doubledArea) }.sorted { $0.area < $1.area }
        var holesOfShell: [Int: [[TilePoint]]] = [:]
        for hole in holes {
            if let shell = bySize.firstIndex(where: { contains($0.ring, hole) }) {
                holesOfShell[shell, default: []].append(hole)
            }
        }
        return bySize.enumerated().flatMap { [$1.ring] + (holesOfShell[$0] ?? []) }
    }

    /// Whether a ring is round a hole, which may touch it: the first of the hole's points that is not on it tells.
    private static func contains(_ ring: [TilePoint], _ hole: [TilePoint]) -> Bool {
        guard -hole.doubledArea < ring.doubledArea else { return false }
        // The points, and between them the middles of the edges, in half units.
        for (a, b) in zip(hole, hole.dropFirst() + hole.prefix(1)) {
            for (x, y) in [(2 * Int(a.x), 2 * Int(a.y)), (Int(a.x) + Int(b.x), Int(a.y) + Int(b.y))] {
                if let isInside = contains(ring, x: x, y: y) { return isInside }
            }
        }
        return false
    }

    /// Nil on the ring itself. The point is in half units.
    private static func contains(_ ring: [TilePoint], x: Int, y: Int) -> Bool? {
        guard var previous = ring.last else { return false }
        var isInside = false
        for point in ring {
            let (aX, aY, bX, bY) = (2 * Int(previous.x), 2 * Int(previous.y), 2 * Int(point.x), 2 * Int(point.y))
            previous = point
            let cross = (bX - aX) * (y - aY) - (bY - aY) * (x - aX)
            if cross == 0, (min(aX, bX)...max(aX, bX)).contains(x), (min(aY, bY)...max(aY, bY)).contains(y) {
                return nil
            }
            if (aY <= y) != (bY <= y), (bY > aY) == (cross > 0) { isInside.toggle() }
        }
        return isInside
    }
}
