/// The borders inside one root cell: a quadtree, its leaves, and the vertices of the edges.
struct RegionBlock {
    let bytes: UnsafeRawBufferPointer
    let start: Int
    let vertices: VertexReader
    let nodeCount, regionCount, leafWordCount, vertexCount: Int
    let regionsStart, leavesStart, verticesStart: Int
    let root: UInt16

    /// Returns nil when the block does not lie inside `bytes`.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int, _ vertices: VertexReader) {
        guard start >= 0, start <= bytes.count - RegionsFormat.blockHeaderWordCount * 2 else { return nil }
        self.bytes = bytes
        self.start = start
        self.vertices = vertices
        nodeCount = Int(bytes.littleEndian(UInt16.self, at: start))
        regionCount = Int(bytes.littleEndian(UInt16.self, at: start + 2))
        leafWordCount = Int(bytes.littleEndian(UInt16.self, at: start + 4)) * RegionsFormat.leafAlignmentInWords
        vertexCount = Int(bytes.littleEndian(UInt16.self, at: start + 6))
        root = bytes.littleEndian(UInt16.self, at: start + 8)
        regionsStart = start + (RegionsFormat.blockHeaderWordCount + nodeCount * RegionsFormat.nodeWordCount) * 2
        leavesStart = regionsStart + regionCount * 2
        verticesStart = (leavesStart + leafWordCount * 2).roundedUp(toMultipleOf: RegionsFormat.blockAlignment)
        // A vertex is read with four bytes, however many it has.
        let verticesEnd = verticesStart + vertexCount * vertices.byteCount
        guard verticesEnd + 4 - vertices.byteCount <= bytes.count else { return nil }
    }

    /// The number of the region at a position of the cell, 0..<2¹⁵ each way.
    @inline(__always)
    func region(x: Int, y: Int) -> Int? {
        var child = root
        var side = Int(Grid.cellSide)
        // Each step halves the square: no damage makes the way longer than this.
        while side > 0 {
            let number = Int(child & RegionsFormat.numberMask)
            switch child >> RegionsFormat.kindShift {
            case RegionsFormat.uniformKind: return region(number)
            case RegionsFormat.leafKind:
                let corner = (x: x & ~(side - 1), y: y & ~(side - 1))
                let way = BorderCrossing(x: x, y: y, cornerX: corner.x, cornerY: corner.y)
                return region(inLeafAt: number * RegionsFormat.leafAlignmentInWords, way)
            case RegionsFormat.nodeKind:
                guard number < nodeCount else { return nil }
                side >>= 1
                let quadrant = (y & side == 0 ? 0 : 2) + (x & side == 0 ? 0 : 1)
                let word = RegionsFormat.blockHeaderWordCount + number * RegionsFormat.nodeWordCount + quadrant
                child = bytes.littleEndian(UInt16.self, at: start + word * 2)
            default: return nil
            }
        }
        return nil
    }

    @inline(__always)
    private func region(_ number: Int) -> Int? {
        guard number < regionCount else { return nil }
        return Int(bytes.littleEndian(UInt16.self, at: regionsStart + number * 2))
    }

    /// Begins with the regions at the reference corner. Every edge on the way enters or leaves two regions.
    @inline(__always)
    private func region(inLeafAt word: Int, _ way: BorderCrossing) -> Int? {
        guard word + RegionsFormat.leafHeaderWordCount <= leafWordCount else { return nil }
        let leaf = leavesStart + word * 2
        let counts = bytes.littleEndian(UInt16.self, at: leaf)
        var inside = bytes.littleEndian(UInt16.self, at: leaf + 2)
        let (leafRegionCount, runCount) = (Int(counts & 0xFF), Int(counts >> 8))
        let wordCount =
            RegionsFormat.leafHeaderWordCount + leafRegionCount + runCount * RegionsFormat.runWordCount
        guard word + wordCount <= leafWordCount else { return nil }
        let regions = leaf + RegionsFormat.leafHeaderWordCount * 2
        var run = regions + leafRegionCount * 2
        for _ in 0..<runCount {
            let first = Int(bytes.littleEndian(UInt16.self, at: run))
            let edges = bytes.littleEndian(UInt16.self, at: run + 2)
            run += RegionsFormat.runWordCount * 2
            let edgeCount = Int(edges & 0xFF)
            guard first + edgeCount < vertexCount else { return nil }
            if isOdd(way, first, edgeCount) {
                inside ^= 1 << (edges >> 8 & 15) ^ 1 << (edges >> 12)
            }
        }
        // The bit of `noSide` means nothing.
        inside &= ~(1 << RegionsFormat.noSide)
        let winner = inside.trailingZeroBitCount
        guard winner < leafRegionCount else { return nil }
        return region(Int(bytes.littleEndian(UInt16.self, at: regions + winner * 2)))
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
