import Gazetteer

/// The borders of overlapping, adjoining and nested regions, each line once: what regions share is drawn, and simplified,
/// a single time, so that no gap and no overlap comes between them.
struct Topology {
    /// An edge between two vertices, with the region on whose boundary it lies.
    private struct Edge: Comparable {
        /// The two vertices, the smaller first.
        var low, high: UInt64
        var region: UInt32

        init(_ a: GridPoint, _ b: GridPoint, region: Int) {
            let (a, b) = (Topology.key(a), Topology.key(b))
            (low, high, self.region) = (min(a, b), max(a, b), UInt32(region))
        }

        static func < (a: Edge, b: Edge) -> Bool { (a.low, a.high, a.region) < (b.low, b.high, b.region) }
    }

    /// An edge as it is seen from one of its ends.
    private struct HalfEdge {
        var from, to: UInt64
        /// Which regions it separates: an index into `regionSets`.
        var regions: Int32
    }

    private var halfEdges: [HalfEdge] = []
    private var regionSets: [[Int]] = []

    /// The borders of regions whose vertices are on the grid, unsimplified; `rings[i]` are the rings of region `i`.
    ///
    /// A border ends where three or more lines meet, or where it begins to separate other regions. Edges along the
    /// antimeridian and the poles are borders as any others here; `CellPieces` leaves out all that lie on the edge of a cell.
    static func borders(ofRings rings: [[[GridPoint]]]) -> [Border] {
        var edges: [Edge] = []
        edges.reserveCapacity(rings.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } })
        for (region, rings) in rings.enumerated() {
            for ring in rings {
                var previous = ring[ring.count - 1]
                for point in ring where point != previous {
                    edges.append(Edge(previous, point, region: region))
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
                edges += border.regions.map { Edge(a, b, region: $0) }
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
            var regions: [Int] = []
            while end < edges.count, edges[end].low == edges[start].low, edges[end].high == edges[start].high {
                regions.formSymmetricDifference([Int(edges[end].region)])
                end += 1
            }
            // An edge that a region has on both sides is not a border.
            if !regions.isEmpty {
                let number = numberOfSet[regions] ?? Int32(regionSets.count)
                if Int(number) == regionSets.count {
                    regionSets.append(regions)
                    numberOfSet[regions] = number
                }
                halfEdges.append(HalfEdge(from: edges[start].low, to: edges[start].high, regions: number))
                halfEdges.append(HalfEdge(from: edges[start].high, to: edges[start].low, regions: number))
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
            let regions = halfEdges[first].regions
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
            borders.append(Border(points: points, regions: regionSets[Int(regions)]))
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
        edges.count != 2 || halfEdges[edges.lowerBound].regions != halfEdges[edges.lowerBound + 1].regions
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
