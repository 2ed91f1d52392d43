import PlacemarkModel

/// Rings of the map, made such as can be drawn on a plane from -180° to 180°.
///
/// A ring whose neighbouring vertices are more than half a circle apart crosses the antimeridian between them: it is followed
/// round the globe, and cut there into rings that end at it.
enum DrawableRings {
    /// Why a ring cannot be drawn.
    enum Fault: String, Error, CaseIterable {
        case pole = "round a pole"
        case longEdge = "with an edge of more than 2000 km"
    }

    /// Municipalities have no such side, the arctic ones at sea included; what has one has a vertex in the wrong place.
    private static let longestEdgeInMeters = 2_000_000.0

    private static let circle = 3_600_000_000
    private static let halfCircle = 1_800_000_000

    /// A vertex whose longitude may be more than half a circle away from Greenwich.
    private struct Vertex: Hashable {
        var x, y: Int
    }

    /// The rings, cut at the antimeridian where they cross it.
    static func of(_ rings: [[SourcePoint]]) throws(Fault) -> [[SourcePoint]] {
        var drawable: [[SourcePoint]] = []
        for ring in rings {
            for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1))
            where Coordinate(from).distance(to: Coordinate(to)) > longestEdgeInMeters { throw .longEdge }
            guard crosses(ring) else {
                drawable.append(ring)
                continue
            }
            let unrolled = try unrolled(ring)
            for turn in -1...1 { drawable += part(of: unrolled, inTurn: turn).map { [$0] } ?? [] }
        }
        return drawable
    }

    private static func crosses(_ ring: [SourcePoint]) -> Bool {
        zip(ring, ring.dropFirst() + ring.prefix(1)).contains { from, to in
            abs(Int(to.longitude) - Int(from.longitude)) > halfCircle
        }
    }

    /// The vertices without jumps. A ring that comes back a circle farther on has gone round a pole.
    private static func unrolled(_ ring: [SourcePoint]) throws(Fault) -> [Vertex] {
        func step(_ from: SourcePoint, _ to: SourcePoint) -> Int {
            let step = Int(to.longitude) - Int(from.longitude)
            return step > halfCircle ? step - circle : step < -halfCircle ? step + circle : step
        }
        var vertices = [Vertex(x: Int(ring[0].longitude), y: Int(ring[0].latitude))]
        for (from, to) in zip(ring, ring.dropFirst()) {
            vertices.append(Vertex(x: vertices[vertices.count - 1].x + step(from, to), y: Int(to.latitude)))
        }
        guard vertices[vertices.count - 1].x + step(ring[ring.count - 1], ring[0]) == vertices[0].x else {
            throw .pole
        }
        return vertices
    }

    /// What lies between the antimeridian's places in one turn round the globe, brought back to -180°…180°; nil for nothing.
    /// Where the ring crosses the cut several times, the parts hang together along it, by edges that cover each other.
    private static func part(of vertices: [Vertex], inTurn turn: Int) -> [SourcePoint]? {
        let (west, east) = (turn * circle - halfCircle, turn * circle + halfCircle)
        let kept = cut(cut(vertices, at: west) { $0 >= west }, at: east) { $0 <= east }
        return kept.compactMap { SourcePoint(longitudeUnits: $0.x - turn * circle, latitudeUnits: $0.y) }
            .withoutRepetitions
    }

    /// The side of a meridian that is kept (Sutherland and Hodgman, 1974).
    private static func cut(_ vertices: [Vertex], at x: Int, keeping isKept: (Int) -> Bool) -> [Vertex] {
        var kept: [Vertex] = []
        for (from, to) in zip(vertices, vertices.dropFirst() + vertices.prefix(1)) {
            if isKept(from.x) { kept.append(from) }
            guard isKept(from.x) != isKept(to.x) else { continue }
            let share = Double(x - from.x) / Double(to.x - from.x)
            kept.append(Vertex(x: x, y: from.y + Int((share * Double(to.y - from.y)).rounded())))
        }
        return kept
    }
}
