/// The borders inside one root cell: a quadtree, its leaves, and the vertices of the edges.
struct BoundaryBlock {
    let bytes: UnsafeRawBufferPointer
    let start: Int
    let vertices: VertexReader
    let nodeCount, boundaryCount, leafWordCount, vertexCount: Int
    let boundariesStart, leavesStart, verticesStart: Int
    let root: UInt16

    /// Returns nil when the block does not lie inside `bytes`.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int, _ vertices: VertexReader) {
        guard start >= 0, start <= bytes.count - BoundariesFormat.blockHeaderWordCount * 2 else { return nil }
        self.bytes = bytes
        self.start = start
        self.vertices = vertices
        nodeCount = Int(bytes.littleEndian(UInt16.self, at: start))
        boundaryCount = Int(bytes.littleEndian(UInt16.self, at: start + 2))
        leafWordCount = Int(bytes.littleEndian(UInt16.self, at: start + 4)) * BoundariesFormat.leafAlignmentInWords
        vertexCount = Int(bytes.littleEndian(UInt16.self, at: start + 6))
        root = bytes.littleEndian(UInt16.self, at: start + 8)
        boundariesStart =
            start + (BoundariesFormat.blockHeaderWordCount + nodeCount * BoundariesFormat.nodeWordCount) * 2
        leavesStart = boundariesStart + boundaryCount * 2
        verticesStart = (leavesStart + leafWordCount * 2).roundedUp(toMultipleOf: BoundariesFormat.blockAlignment)
        // A vertex is read with four bytes, however many it has.
        let verticesEnd = verticesStart + vertexCount * vertices.byteCount
        guard verticesEnd + 4 - vertices.byteCount <= bytes.count else { return nil }
    }

    /// The number of the boundary at a position of the cell, 0..<2¹⁵ each way.
    @inline(__always)
    func boundary(x: Int, y: Int) -> Int? {
        var child = root
        var side = Int(Grid.cellSide)
        // Each step halves the square: no damage makes the way longer than this.
        while side > 0 {
            let number = Int(child & BoundariesFormat.numberMask)
            switch child >> BoundariesFormat.kindShift {
            case BoundariesFormat.uniformKind: return boundary(number)
            case BoundariesFormat.leafKind:
                let corner = (x: x & ~(side - 1), y: y & ~(side - 1))
                let way = BorderCrossing(x: x, y: y, cornerX: corner.x, cornerY: corner.y)
                return boundary(inLeafAt: number * BoundariesFormat.leafAlignmentInWords, way)
            case BoundariesFormat.nodeKind:
                guard number < nodeCount else { return nil }
                side >>= 1
                let quadrant = (y & side == 0 ? 0 : 2) + (x & side == 0 ? 0 : 1)
                let word = BoundariesFormat.blockHeaderWordCount + number * BoundariesFormat.nodeWordCount + quadrant
                child = bytes.littleEndian(UInt16.self, at: start + word * 2)
            default: return nil
            }
        }
        return nil
    }

    @inline(__always)
    private func boundary(_ number: Int) -> Int? {
        guard number < boundaryCount else { return nil }
        return Int(bytes.littleEndian(UInt16.self, at: boundariesStart + number * 2))
    }

    /// Begins with the boundaries at the reference corner. Every edge on the way enters or leaves two boundaries.
    @inline(__always)
    private func boundary(inLeafAt word: Int, _ way: BorderCrossing) -> Int? {
        guard word + BoundariesFormat.leafHeaderWordCount <= leafWordCount else { return nil }
        let leaf = leavesStart + word * 2
        let counts = bytes.littleEndian(UInt16.self, at: leaf)
        var inside = bytes.littleEndian(UInt16.self, at: leaf + 2)
        let (leafBoundaryCount, runCount) = (Int(counts & 0xFF), Int(counts >> 8))
        let wordCount =
            BoundariesFormat.leafHeaderWordCount + leafBoundaryCount + runCount * BoundariesFormat.runWordCount
        guard word + wordCount <= leafWordCount else { return nil }
        let boundaries = leaf + BoundariesFormat.leafHeaderWordCount * 2
        var run = boundaries + leafBoundaryCount * 2
        for _ in 0..<runCount {
            let first = Int(bytes.littleEndian(UInt16.self, at: run))
            let edges = bytes.littleEndian(UInt16.self, at: run + 2)
            run += BoundariesFormat.runWordCount * 2
            let edgeCount = Int(edges & 0xFF)
            guard first + edgeCount < vertexCount else { return nil }
            if isOdd(way, first, edgeCount) {
                inside ^= 1 << (edges >> 8 & 15) ^ 1 << (edges >> 12)
            }
        }
        // The bit of `noSide` means nothing.
        inside &= ~(1 << BoundariesFormat.noSide)
        let winner = inside.trailingZeroBitCount
        guard winner < leafBoundaryCount else { return nil }
        return boundary(Int(bytes.littleEndian(UInt16.self, at: boundaries + winner * 2)))
    }

    /// Whether the way crosses an odd number of the edges that join the vertices from `first` on.
    @inline(__always)
    private func isOdd(_ way: BorderCrossing, _ first: Int, _ edgeCount: Int) -> Bool {
        var isOdd = false
        var vertex = verticesStart + first * vertices.byteCount
        var (fromX, fromY) = vertices.vertex(bytes, at: vertex)
        for _ in 0..<edgeCount {
            vertex += vertices.byteCount
            let (toX, toY) = vertices.vertex(bytes, at: vertex)
            if way.crosses(fromX: fromX, fromY: fromY, toX: toX, toY: toY) { isOdd.toggle() }
            (fromX, fromY) = (toX, toY)
        }
        return isOdd
    }
}
