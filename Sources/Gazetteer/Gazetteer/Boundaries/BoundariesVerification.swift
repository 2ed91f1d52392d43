extension BoundariesLayer {
    /// Walks through every cell, node, leaf and text, and returns what is wrong with them; at most `limit` faults.
    func faults(limit: Int) -> [String] {
        var faults: [String] = []
        for cell in 0..<Grid.columnCount * Grid.rowCount where faults.count < limit {
            if let fault = fault(inCell: cell) { faults.append("cell \(cell): \(fault)") }
        }
        for boundary in 0..<boundaryCount where faults.count < limit {
            for index in 0..<textCount where !isText(index, ofBoundary: boundary) {
                faults.append("boundary \(boundary): its text \(index) is not in the string table")
            }
        }
        return faults
    }

    private func fault(inCell cell: Int) -> String? {
        let entry = entry(ofCellInColumn: cell % Grid.columnCount, row: cell / Grid.columnCount)
        guard entry & BoundariesFormat.detailFlag != 0 else {
            return entry <= boundaryCount ? nil : "there is no such boundary"
        }
        let start = Int(entry & ~BoundariesFormat.detailFlag) * BoundariesFormat.blockAlignment
        guard let block = BoundaryBlock(blocks, at: start, vertices) else { return "its block lies outside the layer" }
        return block.fault(boundaryCount: boundaryCount)
    }
}

extension BoundaryBlock {
    /// What is wrong with the block; nil when all is well.
    func fault(boundaryCount worldBoundaryCount: Int) -> String? {
        for index in 0..<boundaryCount {
            let boundary = Int(bytes.littleEndian(UInt16.self, at: boundariesStart + index * 2))
            guard boundary < worldBoundaryCount else { return "boundary \(boundary) is not in the table" }
        }
        for index in 0..<vertexCount {
            let (x, y) = vertices.vertex(bytes, at: verticesStart + index * vertices.byteCount)
            guard max(x, y) <= Grid.cellSide else { return "a vertex lies outside the cell" }
        }
        return fault(inChild: root, side: Int(Grid.cellSide))
    }

    private func fault(inChild child: UInt16, side: Int) -> String? {
        let number = Int(child & BoundariesFormat.numberMask)
        switch child >> BoundariesFormat.kindShift {
        case BoundariesFormat.uniformKind:
            let isKnown = number < boundaryCount || child == BoundariesFormat.noBoundary
            return isKnown ? nil : "a square has no such boundary"
        case BoundariesFormat.leafKind:
            return fault(inLeafAt: number * BoundariesFormat.leafAlignmentInWords)
        case BoundariesFormat.nodeKind:
            guard number < nodeCount else { return "there is no such node" }
            guard side > 1 else { return "a square is too small" }
            for quadrant in 0..<BoundariesFormat.nodeWordCount {
                let word = BoundariesFormat.blockHeaderWordCount + number * BoundariesFormat.nodeWordCount + quadrant
                let child = bytes.littleEndian(UInt16.self, at: start + word * 2)
                if let fault = fault(inChild: child, side: side / 2) { return fault }
            }
            return nil
        default: return "a square is of no known kind"
        }
    }

    private func fault(inLeafAt word: Int) -> String? {
        guard word + BoundariesFormat.leafHeaderWordCount <= leafWordCount else {
            return "a leaf lies outside the block"
        }
        let counts = Int(bytes.littleEndian(UInt16.self, at: leavesStart + word * 2))
        let (boundaries, runs) = (counts & 0xFF, counts >> 8)
        let end = word + BoundariesFormat.leafHeaderWordCount + boundaries + runs * BoundariesFormat.runWordCount
        guard end <= leafWordCount, boundaries <= BoundariesFormat.largestLeafBoundaryCount else {
            return "a leaf does not fit into the block"
        }
        for run in 0..<runs {
            let offset = leavesStart + (end - (runs - run) * BoundariesFormat.runWordCount) * 2
            let first = Int(bytes.littleEndian(UInt16.self, at: offset))
            let edges = Int(bytes.littleEndian(UInt16.self, at: offset + 2) & 0xFF)
            guard first + edges < vertexCount else { return "a run of edges lies outside the block" }
        }
        return nil
    }
}
