/// Makes valid polygons of rings that cross, touch and lie on each other: a point counts as inside when an odd number of
/// rings is round it.
///
/// Rounding to the units of a tile, leaving out vertices, and cutting at a tile's sides all make rings that are not valid
/// any more, and some renderers fill those wrongly. So what comes out of all that is cut apart at every crossing, and put
/// together anew.
public enum TileArea {
    /// The same area as valid polygons: outer rings, each followed by its holes, as `TileGeometry.polygons` wants them.
    public static func polygons(of rings: [[TilePoint]]) -> [[TilePoint]] {
        let segments = AreaSegments(rings: rings).withoutCrossings
        return AreaFaces(segments).polygons
    }
}

/// The edges of an area: each is on its boundary, and none is there twice.
struct AreaSegments {
    private var segments: [AreaSegment]

    init(rings: [[TilePoint]]) {
        segments = []
        for ring in rings {
            guard var previous = ring.last else { continue }
            for point in ring {
                if let segment = AreaSegment(previous, point) { segments.append(segment) }
                previous = point
            }
        }
        cancel()
    }

    /// The edges, cut where they meet. A cut that is rounded may make new crossings, which are cut in turn; after so many
    /// rounds, which no map has needed, those that are left stay.
    var withoutCrossings: [AreaSegment] {
        var result = self
        for _ in 0..<Self.mostRounds where result.cut() { result.cancel() }
        return result.segments
    }

    private static let mostRounds = 12

    /// What an even number of edges covers is no boundary.
    private mutating func cancel() {
        segments.sort()
        var kept: [AreaSegment] = []
        kept.reserveCapacity(segments.count)
        for segment in segments {
            if kept.last == segment { kept.removeLast() } else { kept.append(segment) }
        }
        segments = kept
    }

    /// Cuts each edge where another one meets it; false when none does.
    private mutating func cut() -> Bool {
        var cuts: [Int: [TilePoint]] = [:]
        // Sorted by their western ends: those that another one reaches to are the last ones, until they end.
        var active: [Int] = []
        for index in segments.indices {
            let segment = segments[index]
            let (top, bottom) = (min(segment.low.y, segment.high.y), max(segment.low.y, segment.high.y))
            active.removeAll { segments[$0].high.x < segment.low.x }
            for other in active {
                let candidate = segments[other]
                guard max(candidate.low.y, candidate.high.y) >= top, min(candidate.low.y, candidate.high.y) <= bottom
                else { continue }
                let (first, second) = Self.cuts(segment, candidate)
                if !first.isEmpty { cuts[index, default: []] += first }
                if !second.isEmpty { cuts[other, default: []] += second }
            }
            active.append(index)
        }
        guard !cuts.isEmpty else { return false }
        var parts: [AreaSegment] = []
        for index in segments.indices {
            let segment = segments[index]
            guard let points = cuts[index] else {
                parts.append(segment)
                continue
            }
            var last = segment.low
            // Along the edge: by how far a point is in the edge's direction.
            func way(_ point: TilePoint) -> Int {
                (Int(point.x) - Int(segment.low.x)) * (Int(segment.high.x) - Int(segment.low.x))
                    + (Int(point.y) - Int(segment.low.y)) * (Int(segment.high.y) - Int(segment.low.y))
            }
            for point in points.sorted(by: { way($0) < way($1) }) + [segment.high] {
                if let part = AreaSegment(last, point) { parts.append(part) }
                last = point
            }
        }
        segments = parts
        return true
    }

    /// Where two edges are to be cut; nothing where they only share an end.
    private static func cuts(_ a: AreaSegment, _ b: AreaSegment) -> ([TilePoint], [TilePoint]) {
        let (lowSide, highSide) = (a.side(of: b.low), a.side(of: b.high))
        if lowSide * highSide > 0 { return ([], []) }
        let (otherLow, otherHigh) = (b.side(of: a.low), b.side(of: a.high))
        if otherLow * otherHigh > 0 { return ([], []) }
        var (ofA, ofB): ([TilePoint], [TilePoint]) = ([], [])
        if lowSide == 0, a.isBetween(b.low) { ofA.append(b.low) }
        if highSide == 0, a.isBetween(b.high) { ofA.append(b.high) }
        if otherLow == 0, b.isBetween(a.low) { ofB.append(a.low) }
        if otherHigh == 0, b.isBetween(a.high) { ofB.append(a.high) }
        if lowSide * highSide < 0, otherLow * otherHigh < 0 {
            let point = a.crossing(with: b)
            if point != a.low, point != a.high { ofA.append(point) }
            if point != b.low, point != b.high { ofB.append(point) }
        }
        return (ofA, ofB)
    }
}
