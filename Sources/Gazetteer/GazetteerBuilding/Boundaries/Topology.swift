import Gazetteer

/// The borders of overlapping, adjoining and nested boundaries, each line once: what they share is drawn, and simplified,
/// a single time, so that no gap and no overlap comes between them.
struct Topology {
    /// An edge between two vertices, with the boundary that it is a part of.
    private struct Edge: Comparable {
        /// The two vertices, the smaller first.
        var low, high: UInt64
        var boundary: UInt32

        init(_ a: GridPoint, _ b: GridPoint, boundary: Int) {
            let (a, b) = (Topology.key(a), Topology.key(b))
            (low, high, self.boundary) = (min(a, b), max(a, b), UInt32(boundary))
        }

        static func < (a: Edge, b: Edge) -> Bool { (a.low, a.high, a.boundary) < (b.low, b.high, b.boundary) }
    }

    /// An edge as it is seen from one of its ends.
    private struct HalfEdge {
        var from, to: UInt64
        /// Which boundaries it separates: an index into `boundarySets`.
        var boundaries: Int32
    }

    private var halfEdges: [HalfEdge] = []
    private var boundarySets: [[Int]] = []

    /// The borders of boundaries whose vertices are on the grid, unsimplified; `rings[i]` are the rings of boundary `i`.
    ///
    /// A border ends where three or more lines meet, or where it begins to separate other boundaries. Edges along the
    /// antimeridian and the poles are borders as any others here; `CellPieces` leaves out all that lie on the edge of a cell.
    static func borders(ofRings rings: [[[GridPoint]]]) -> [Border] {
        var edges: [Edge] = []
        edges.reserveCapacity(rings.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } })
        for (boundary, rings) in rings.enumerated() {
            for ring in rings {
                var previous = ring[ring.count - 1]
                for point in ring where point != previous {
                    edges.append(Edge(previous, point, boundary: boundary))
                    previous = point
                }
            }
        }
        return Topology(edges).walk()
    }

    /// The same for borders of which some may have become the same line, because they were simplified.
    static func borders(of borders: [Border]) -> [Border] {
        var edges: [Edge] = []
        for border in borders {
            for (a, b) in zip(border.points, border.points.dropFirst()) where a != b {
                edges += border.boundaries.map { Edge(a, b, boundary: $0) }
            }
        }
        return Topology(edges).walk()
    }

    private init(_ edges: [Edge]) {
        let edges = edges.sorted()

        var numberOfSet: [[Int]: Int32] = [:]
        var start = 0
        while start < edges.count {
            var end = start
            var boundaries: [Int] = []
            while end < edges.count, edges[end].low == edges[start].low, edges[end].high == edges[start].high {
                boundaries.formSymmetricDifference([Int(edges[end].boundary)])
                end += 1
            }
            // An edge that a boundary has on both sides is not a border.
            if !boundaries.isEmpty {
                let number = numberOfSet[boundaries] ?? Int32(boundarySets.count)
                if Int(number) == boundarySets.count {
                    boundarySets.append(boundaries)
                    numberOfSet[boundaries] = number
                }
                halfEdges.append(HalfEdge(from: edges[start].low, to: edges[start].high, boundaries: number))
                halfEdges.append(HalfEdge(from: edges[start].high, to: edges[start].low, boundaries: number))
            }
            start = end
        }
        halfEdges.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// Follows the edges from every node, and then round the lines that have none.
    private func walk() -> [Border] {
        var isUsed = Array(repeating: false, count: halfEdges.count)
        var borders: [Border] = []
        func follow(_ first: Int) {
            guard !isUsed[first] else { return }
            let boundaries = halfEdges[first].boundaries
            var points = [Self.point(halfEdges[first].from)]
            var edge = first
            while true {
                let here = halfEdges[edge]
                isUsed[edge] = true
                isUsed[index(from: here.to, to: here.from)] = true
                points.append(Self.point(here.to))
                let next = edges(at: here.to)
                guard !isNode(next), here.to != halfEdges[first].from else { break }
                edge = halfEdges[next.lowerBound].to == here.from ? next.lowerBound + 1 : next.lowerBound
            }
            borders.append(Border(points: points, boundaries: boundarySets[Int(boundaries)]))
        }
        var start = 0
        while start < halfEdges.count {
            let here = edges(at: halfEdges[start].from, from: start)
            if isNode(here) { here.forEach(follow) }
            start = here.upperBound
        }
        halfEdges.indices.forEach(follow)
        return borders
    }

    /// Whether lines meet or end here.
    private func isNode(_ edges: Range<Int>) -> Bool {
        edges.count != 2 || halfEdges[edges.lowerBound].boundaries != halfEdges[edges.lowerBound + 1].boundaries
    }

    /// The edges that begin at a vertex.
    private func edges(at vertex: UInt64) -> Range<Int> { edges(at: vertex, from: index(from: vertex, to: 0)) }

    private func edges(at vertex: UInt64, from first: Int) -> Range<Int> {
        var end = first
        while end < halfEdges.count, halfEdges[end].from == vertex { end += 1 }
        return first..<end
    }

    /// The first edge that does not come before the one between these vertices.
    private func index(from: UInt64, to: UInt64) -> Int {
        var (low, high) = (0, halfEdges.count)
        while low < high {
            let middle = (low + high) / 2
            if (halfEdges[middle].from, halfEdges[middle].to) < (from, to) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func key(_ point: GridPoint) -> UInt64 { UInt64(UInt32(point.y)) << 32 | UInt64(UInt32(point.x)) }

    private static func point(_ key: UInt64) -> GridPoint {
        GridPoint(x: Int32(truncatingIfNeeded: key & 0xFFFF_FFFF), y: Int32(truncatingIfNeeded: key >> 32))
    }
}
