extension BoundariesLayer {
    /// All borders of the layer as far as they are stored: pieces inside root cells, each edge once, with all boundaries that
    /// it separates. Edges along the lines between cells are not there, because no look-up needs them; nor are those
    /// below a boundary that wins all round them.
    package var borderPieces: [Border] {
        var pieces: [Border] = []
        for row in 0..<Grid.rowCount {
            for column in 0..<Grid.columnCount {
                let entry = entry(ofCellInColumn: column, row: row)
                guard entry & BoundariesFormat.detailFlag != 0 else { continue }
                let start = Int(entry & ~BoundariesFormat.detailFlag) * BoundariesFormat.blockAlignment
                guard let block = BoundaryBlock(blocks, at: start, vertices) else { continue }
                let corner = GridPoint(x: Int32(column) * Grid.cellSide, y: Int32(row) * Grid.cellSide)
                pieces += block.borders(from: corner)
            }
        }
        return pieces
    }
}

extension BoundaryBlock {
    /// The borders inside the cell with this corner.
    fileprivate func borders(from corner: GridPoint) -> [Border] {
        let edges = edges
        func point(_ index: Int) -> GridPoint {
            let (x, y) = vertices.vertex(bytes, at: verticesStart + index * vertices.byteCount)
            return GridPoint(x: corner.x + Int32(x), y: corner.y + Int32(y))
        }
        var borders: [Border] = []
        var next = 0
        while next < edges.count {
            let boundaries = edges[next]
            guard !boundaries.isEmpty else {
                next += 1
                continue
            }
            var end = next
            // Vertices that follow each other belong to one line as long as an edge with the same boundaries joins them.
            while end < edges.count, edges[end] == boundaries { end += 1 }
            borders.append(Border(points: (next...end).map(point), boundaries: boundaries))
            next = end
        }
        return borders
    }

    /// What each edge separates, by the vertex where it begins: boundaries, ascending; none where no edge begins.
    private var edges: [[Int]] {
        var edges: [[Int]] = Array(repeating: [], count: max(0, vertexCount - 1))
        // Leaves follow each other. One that cannot be read ends the walk: the rest of the block has no borders.
        var word = 0
        while word + BoundariesFormat.leafHeaderWordCount <= leafWordCount {
            let leaf = leavesStart + word * 2
            let counts = bytes.littleEndian(UInt16.self, at: leaf)
            let (boundaryCount, runCount) = (Int(counts & 0xFF), Int(counts >> 8))
            let wordCount =
                BoundariesFormat.leafHeaderWordCount + boundaryCount + runCount * BoundariesFormat.runWordCount
            guard word + wordCount <= leafWordCount else { break }
            let names = (0..<boundaryCount).map { index in
                number(
                    Int(bytes.littleEndian(UInt16.self, at: leaf + (BoundariesFormat.leafHeaderWordCount + index) * 2)))
            }
            for run in 0..<runCount {
                let offset = leaf + (wordCount - (runCount - run) * BoundariesFormat.runWordCount) * 2
                let first = Int(bytes.littleEndian(UInt16.self, at: offset))
                let sides = bytes.littleEndian(UInt16.self, at: offset + 2)
                for edge in first..<first + Int(sides & 0xFF) where edge < edges.count {
                    for side in [sides >> 8 & 15, sides >> 12] where side != BoundariesFormat.noSide {
                        guard Int(side) < names.count, let boundary = names[Int(side)], !edges[edge].contains(boundary)
                        else {
                            continue
                        }
                        edges[edge].append(boundary)
                        edges[edge].sort()
                    }
                }
            }
            word += wordCount.roundedUp(toMultipleOf: BoundariesFormat.leafAlignmentInWords)
        }
        return edges
    }

    private func number(_ index: Int) -> Int? {
        guard index < boundaryCount else { return nil }
        return Int(bytes.littleEndian(UInt16.self, at: boundariesStart + index * 2))
    }
}
