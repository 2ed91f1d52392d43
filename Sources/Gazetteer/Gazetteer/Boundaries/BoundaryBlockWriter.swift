/// Makes the quadtree of one root cell.
struct BoundaryBlockWriter {
    /// A leaf with at most this many edges is not divided further: a look-up tests them all. Smaller leaves are hardly
    /// faster, because memory is slower than arithmetic, and take more room: with 12 a third more.
    private static let largestLeafEdgeCount = 64

    /// An edge: the vertex where it begins, the boundaries that it separates, and the border that it comes from.
    private struct Edge {
        var vertex: Int
        var border: Int
    }

    private let borders: [Border]
    private var vertices: [GridPoint] = []
    private var nodes: [[UInt16]] = []
    private var boundaries: [Int] = []
    private var leaves: [UInt16] = []
    private var isTooDense = false

    private init(_ borders: [Border]) { self.borders = borders }

    /// The block of a cell with these borders in it; nil when the format cannot hold so many.
    static func bytes(
        of borders: [Border], boundariesAtCorner corner: [Int], _ format: VertexFormat
    ) -> [UInt8]? {
        let borders = BorderChains(borders).borders
        var writer = BoundaryBlockWriter(borders)
        var edges: [Edge] = []
        for (number, border) in borders.enumerated() {
            let isJoined = writer.vertices.last == border.points[0]
            let first = writer.vertices.count - (isJoined ? 1 : 0)
            writer.vertices += isJoined ? border.points.dropFirst() : border.points[...]
            edges += (0..<border.points.count - 1).map { Edge(vertex: first + $0, border: number) }
        }
        let root = writer.child(x: 0, y: 0, side: Int(Grid.cellSide), edges, corner)
        return writer.bytes(root: root, format)
    }

    private func bytes(root: UInt16, _ format: VertexFormat) -> [UInt8]? {
        let leafUnits = leaves.count / BoundariesFormat.leafAlignmentInWords
        guard !isTooDense, nodes.count <= Int(BoundariesFormat.numberMask),
            leafUnits <= Int(BoundariesFormat.numberMask),
            boundaries.count < Int(BoundariesFormat.noBoundary), vertices.count <= Int(UInt16.max)
        else { return nil }
        var bytes: [UInt8] = []
        for count in [nodes.count, boundaries.count, leafUnits, vertices.count] {
            bytes.append(littleEndian: UInt16(count))
        }
        bytes.append(littleEndian: root)
        bytes.append(littleEndian: UInt16(0))
        for child in nodes.joined() { bytes.append(littleEndian: child) }
        for boundary in boundaries { bytes.append(littleEndian: UInt16(boundary)) }
        for word in leaves { bytes.append(littleEndian: word) }
        bytes.pad(toMultipleOf: BoundariesFormat.blockAlignment)
        for vertex in vertices { format.append(vertex, to: &bytes) }
        // A vertex is read with four bytes, and the next block begins where it may.
        bytes += repeatElement(0, count: 4 - format.byteCount)
        bytes.pad(toMultipleOf: BoundariesFormat.blockAlignment)
        return bytes
    }

    /// The square with this corner and side, which these edges touch, as a child of a node.
    private mutating func child(x: Int, y: Int, side: Int, _ edges: [Edge], _ corner: [Int]) -> UInt16 {
        // What lies below the boundary that wins everywhere in the square does not matter.
        let winner = corner.first
        let matters = edges.contains { edge in
            borders[edge.border].boundaries.contains { boundary in winner.map { boundary <= $0 } ?? true }
        }
        guard matters else {
            guard let winner else { return BoundariesFormat.noBoundary }
            return number(ofBoundary: winner)
        }
        if edges.count <= Self.largestLeafEdgeCount || side == 1, let leaf = leaf(edges, corner) {
            return BoundariesFormat.leafKind << BoundariesFormat.kindShift | leaf
        }
        guard side > 1 else {
            isTooDense = true
            return BoundariesFormat.noBoundary
        }
        let node = nodes.count
        nodes.append([])
        let half = side / 2
        let children = [(x, y), (x + half, y), (x, y + half), (x + half, y + half)].map { childX, childY in
            var inside = corner
            let way = BorderCrossing(x: childX, y: childY, cornerX: x, cornerY: y)
            for edge in edges where crosses(way, edge) {
                inside.formSymmetricDifference(borders[edge.border].boundaries)
            }
            let touching = edges.filter { touches($0, x: childX, y: childY, side: half) }
            return child(x: childX, y: childY, side: half, touching, inside)
        }
        nodes[node] = children
        return BoundariesFormat.nodeKind << BoundariesFormat.kindShift | UInt16(truncatingIfNeeded: node)
    }

    /// Where a leaf with these edges begins; nil when it takes more boundaries or runs than a leaf can name.
    private mutating func leaf(_ edges: [Edge], _ corner: [Int]) -> UInt16? {
        let inside = Set(edges.flatMap { borders[$0.border].boundaries }).union(corner).sorted()
        guard inside.count <= BoundariesFormat.largestLeafBoundaryCount else { return nil }
        let runs = runs(of: edges, inside)
        guard runs.count / BoundariesFormat.runWordCount <= Int(UInt8.max) else { return nil }

        let start = leaves.count / BoundariesFormat.leafAlignmentInWords
        leaves.append(UInt16(inside.count) | UInt16(runs.count / BoundariesFormat.runWordCount) << 8)
        leaves.append(corner.reduce(0) { $0 | 1 << UInt16(position(of: $1, in: inside)) })
        for boundary in inside { leaves.append(number(ofBoundary: boundary)) }
        leaves += runs
        if !leaves.count.isMultiple(of: BoundariesFormat.leafAlignmentInWords) { leaves.append(0) }
        return UInt16(truncatingIfNeeded: start)
    }

    /// The edges that follow each other, as runs of words: one for each pair of boundaries that they separate.
    private func runs(of edges: [Edge], _ inside: [Int]) -> [UInt16] {
        var words: [UInt16] = []
        var next = 0
        while next < edges.count {
            let first = edges[next]
            var count = 1
            while next + count < edges.count, count < BoundariesFormat.largestRunEdgeCount,
                edges[next + count].border == first.border, edges[next + count].vertex == first.vertex + count
            {
                count += 1
            }
            let sides = borders[first.border].boundaries.map { UInt16(position(of: $0, in: inside)) }
            for pair in stride(from: 0, to: sides.count, by: 2) {
                let other = pair + 1 < sides.count ? sides[pair + 1] : BoundariesFormat.noSide
                words.append(UInt16(truncatingIfNeeded: first.vertex))
                words.append(UInt16(count) | sides[pair] << 8 | other << 12)
            }
            next += count
        }
        return words
    }

    private func position(of boundary: Int, in boundaries: [Int]) -> Int {
        guard let position = boundaries.firstIndex(of: boundary) else { preconditionFailure("a leaf lacks a boundary") }
        return position
    }

    /// The number that the block gives to a boundary.
    private mutating func number(ofBoundary boundary: Int) -> UInt16 {
        if let number = boundaries.firstIndex(of: boundary) { return UInt16(number) }
        boundaries.append(boundary)
        return UInt16(truncatingIfNeeded: boundaries.count - 1)
    }

    private func crosses(_ way: BorderCrossing, _ edge: Edge) -> Bool {
        let (from, to) = (vertices[edge.vertex], vertices[edge.vertex + 1])
        return way.crosses(fromX: Int(from.x), fromY: Int(from.y), toX: Int(to.x), toY: Int(to.y))
    }

    /// Whether an edge has a point in common with a square, its sides included.
    private func touches(_ edge: Edge, x: Int, y: Int, side: Int) -> Bool {
        let (a, b) = (vertices[edge.vertex], vertices[edge.vertex + 1])
        let (ax, ay, bx, by) = (Int(a.x), Int(a.y), Int(b.x), Int(b.y))
        guard max(ax, bx) >= x, min(ax, bx) <= x + side, max(ay, by) >= y, min(ay, by) <= y + side else { return false }
        // On which side of the edge's line the corners of the square are.
        let sides = [(x, y), (x + side, y), (x, y + side), (x + side, y + side)].map { cornerX, cornerY in
            ((bx - ax) * (cornerY - ay) - (by - ay) * (cornerX - ax)).signum()
        }
        return sides.contains { $0 >= 0 } && sides.contains { $0 <= 0 }
    }
}
