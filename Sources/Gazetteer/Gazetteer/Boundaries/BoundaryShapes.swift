/// A boundary as it goes into a layer. Its place in the list is its number and its priority: where boundaries overlap, the
/// first wins.
package struct BoundaryRecord: Hashable, Sendable {
    /// Two letters (`CountryCode`); 0 for none.
    package var country: UInt16
    package var kind: UInt16
    package var texts: [String?]

    /// `BoundariesFormat.textCount` texts at most, of which the first is the boundary's name.
    package init(country: UInt16, kind: UInt16 = 0, texts: [String?]) {
        (self.country, self.kind, self.texts) = (country, kind, texts)
    }
}

/// Why boundaries do not fit into the format.
package enum UnfitBoundaries: Error, Hashable, CustomStringConvertible {
    /// The borders in one root cell.
    case tooDense(cell: Int)
    /// One record: its number, counted from 1, and its name.
    case unfitRecord(number: Int, name: String, expected: String)
    case tooMany(count: Int)

    package var description: String {
        switch self {
        case .tooDense(let cell):
            let (row, column) = cell.quotientAndRemainder(dividingBy: Grid.columnCount)
            let degrees = 360 / Double(Grid.columnCount)
            return "the borders near \(Double(row) * degrees - 90)°, \(Double(column) * degrees - 180)° are too dense "
                + "for the format; simplify them more"
        case .unfitRecord(let number, let name, let expected):
            return "boundary \(number) (\(name)): expected \(expected)"
        case .tooMany(let count):
            return "expected at most \(BoundariesFormat.largestBoundaryCount) boundaries, not \(count)"
        }
    }
}

/// The borders of a layer of boundaries, indexed: everything except the names of the boundaries.
package struct BoundaryShapes: Sendable {
    /// One entry for each root cell.
    private var cells: [UInt32] = []
    private var blocks: [UInt8] = []

    private let format: VertexFormat

    /// The borders of each boundary must form closed lines, with vertices that fit the format.
    package init(borders: [Border], format: VertexFormat = .fine) throws(UnfitBoundaries) {
        self.format = format
        let pieces = CellPieces(borders: borders, format: format)
        // Cells with the same borders share a block: those along a meridian in the open sea, for example.
        var entries: [[UInt8]: UInt32] = [:]
        for cell in 0..<Grid.columnCount * Grid.rowCount {
            let corner = pieces.boundariesAtCorner(ofCell: cell)
            guard let inside = pieces.pieces(ofCell: cell) else {
                cells.append(UInt32(corner.first.map { $0 + 1 } ?? 0))
                continue
            }
            guard let block = BoundaryBlockWriter.bytes(of: inside, boundariesAtCorner: corner, format) else {
                throw .tooDense(cell: cell)
            }
            let entry =
                entries[block] ?? BoundariesFormat.detailFlag | UInt32(blocks.count / BoundariesFormat.blockAlignment)
            if entries.updateValue(entry, forKey: block) == nil { blocks += block }
            cells.append(entry)
        }
    }

    /// The layer with these shapes and their names.
    ///
    /// - Precondition: there is a record for each boundary.
    package func layer(_ boundaries: [BoundaryRecord]) throws(UnfitBoundaries) -> [UInt8] {
        guard boundaries.count <= BoundariesFormat.largestBoundaryCount else { throw .tooMany(count: boundaries.count) }
        for (index, boundary) in boundaries.enumerated() { try Self.check(boundary, number: index + 1) }
        let textCount = boundaries.map { $0.texts.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0 }.max() ?? 0
        var strings = StringTable()
        var records: [UInt8] = []
        for boundary in boundaries {
            records.append(littleEndian: boundary.country)
            records.append(littleEndian: boundary.kind)
            for index in 0..<textCount {
                let text = index < boundary.texts.count ? boundary.texts[index] : nil
                records.append(littleEndian: strings.offset(of: text))
            }
        }
        var layer: [UInt8] = []
        layer.append(littleEndian: UInt32(boundaries.count))
        layer.append(littleEndian: UInt32(blocks.count))
        layer.append(littleEndian: UInt32(strings.bytes.count))
        let (fields, boards) = tables
        layer.append(littleEndian: UInt32(boards.count / (BoundariesFormat.fieldCellCount * 4)))
        layer.append(littleEndian: format.rawValue)
        layer.append(littleEndian: UInt32(textCount + 1))
        layer.pad(toMultipleOf: BoundariesFormat.headerByteCount)
        let sections: [[UInt8]] = [fields, boards, blocks, records, strings.bytes]
        for section in sections {
            layer.pad(toMultipleOf: BoundariesFormat.sectionAlignment)
            layer += section
        }
        layer.pad(toMultipleOf: FileFormat.alignment)
        return layer
    }

    private static func check(_ boundary: BoundaryRecord, number: Int) throws(UnfitBoundaries) {
        let name = boundary.texts.first.flatMap(\.self) ?? ""
        guard boundary.texts.count <= BoundariesFormat.textCount else {
            throw .unfitRecord(
                number: number, name: name,
                expected: "at most \(BoundariesFormat.textCount) texts, not \(boundary.texts.count)")
        }
        for case let text? in boundary.texts where text.utf8.count > StringTable.longestStringByteCount {
            throw .unfitRecord(
                number: number, name: name,
                expected: "texts of at most \(StringTable.longestStringByteCount) bytes, not \"\(text)\"")
        }
    }

    /// The table of fields, and the boards of those that are not filled by one boundary, each board once.
    private var tables: (fields: [UInt8], boards: [UInt8]) {
        let side = BoundariesFormat.fieldSide
        var (fields, boards): ([UInt8], [UInt8]) = ([], [])
        var numbers: [[UInt32]: UInt32] = [:]
        for row in 0..<BoundariesFormat.fieldRowCount {
            for column in 0..<BoundariesFormat.fieldColumnCount {
                let board = (0..<BoundariesFormat.fieldCellCount).map { cell in
                    let (gridRow, gridColumn) = (row * side + cell / side, column * side + cell % side)
                    return cells[gridRow * Grid.columnCount + gridColumn]
                }
                if let first = board.first, first & BoundariesFormat.detailFlag == 0, board.allSatisfy({ $0 == first })
                {
                    fields.append(littleEndian: first)
                } else {
                    let number = numbers[board] ?? UInt32(numbers.count)
                    fields.append(littleEndian: BoundariesFormat.detailFlag | number)
                    guard numbers.updateValue(number, forKey: board) == nil else { continue }
                    for entry in board { boards.append(littleEndian: entry) }
                }
            }
        }
        return (fields, boards)
    }
}
