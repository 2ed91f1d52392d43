/// A region as it goes into a layer. Its place in the list is its number and its priority: where regions overlap, the
/// first wins.
package struct RegionRecord: Hashable, Sendable {
    /// Two letters (`CountryCode`); 0 for none.
    package var country: UInt16
    package var kind: UInt16
    package var texts: [String?]

    /// `RegionsFormat.textCount` texts at most, of which the first is the region's name.
    package init(country: UInt16, kind: UInt16 = 0, texts: [String?]) {
        (self.country, self.kind, self.texts) = (country, kind, texts)
    }
}

/// Why regions do not fit into the format.
package enum UnfitRegions: Error, Hashable, CustomStringConvertible {
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
        case .unfitRecord(let number, let name, let expected): return "region \(number) (\(name)): expected \(expected)"
        case .tooMany(let count): return "expected at most \(RegionsFormat.largestRegionCount) regions, not \(count)"
        }
    }
}

/// The borders of a layer of regions, indexed: everything except the names of the regions.
package struct RegionShapes: Sendable {
    /// One entry for each root cell.
    private var cells: [UInt32] = []
    private var blocks: [UInt8] = []

    private let format: VertexFormat

    /// The borders of each region must form closed lines, with vertices that fit the format.
    package init(borders: [Border], format: VertexFormat = .fine) throws(UnfitRegions) {
        self.format = format
        let pieces = CellPieces(borders: borders, format: format)
        // Cells with the same borders share a block: those along a meridian in the open sea, for example.
        var entries: [[UInt8]: UInt32] = [:]
        for cell in 0..<Grid.columnCount * Grid.rowCount {
            let corner = pieces.regionsAtCorner(ofCell: cell)
            guard let inside = pieces.pieces(ofCell: cell) else {
                cells.append(UInt32(corner.first.map { $0 + 1 } ?? 0))
                continue
            }
            guard let block = RegionBlockWriter.bytes(of: inside, regionsAtCorner: corner, format) else {
                throw .tooDense(cell: cell)
            }
            let entry =
                entries[block] ?? RegionsFormat.detailFlag | UInt32(blocks.count / RegionsFormat.blockAlignment)
            if entries.updateValue(entry, forKey: block) == nil { blocks += block }
            cells.append(entry)
        }
    }

    /// The layer with these shapes and their names.
    ///
    /// - Precondition: there is a record for each region.
    package func layer(_ regions: [RegionRecord]) throws(UnfitRegions) -> [UInt8] {
        guard regions.count <= RegionsFormat.largestRegionCount else { throw .tooMany(count: regions.count) }
        for (index, region) in regions.enumerated() { try Self.check(region, number: index + 1) }
        let textCount = regions.map { $0.texts.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0 }.max() ?? 0
        var strings = StringTable()
        var records: [UInt8] = []
        for region in regions {
            records.append(littleEndian: region.country)
            records.append(littleEndian: region.kind)
            for index in 0..<textCount {
                let text = index < region.texts.count ? region.texts[index] : nil
                records.append(littleEndian: strings.offset(of: text))
            }
        }
        var layer: [UInt8] = []
        layer.append(littleEndian: UInt32(regions.count))
        layer.append(littleEndian: UInt32(blocks.count))
        layer.append(littleEndian: UInt32(strings.bytes.count))
        let (fields, boards) = tables
        layer.append(littleEndian: UInt32(boards.count / (RegionsFormat.fieldCellCount * 4)))
        layer.append(littleEndian: format.rawValue)
        layer.append(littleEndian: UInt32(textCount + 1))
        layer.pad(toMultipleOf: RegionsFormat.headerByteCount)
        let sections: [[UInt8]] = [fields, boards, blocks, records, strings.bytes]
        for section in sections {
            layer.pad(toMultipleOf: RegionsFormat.sectionAlignment)
            layer += section
        }
        layer.pad(toMultipleOf: FileFormat.alignment)
        return layer
    }

    private static func check(_ region: RegionRecord, number: Int) throws(UnfitRegions) {
        let name = region.texts.first.flatMap(\.self) ?? ""
        guard region.texts.count <= RegionsFormat.textCount else {
            throw .unfitRecord(
                number: number, name: name,
                expected: "at most \(RegionsFormat.textCount) texts, not \(region.texts.count)")
        }
        for case let text? in region.texts where text.utf8.count > StringTable.longestStringByteCount {
            throw .unfitRecord(
                number: number, name: name,
                expected: "texts of at most \(StringTable.longestStringByteCount) bytes, not \"\(text)\"")
        }
    }

    /// The table of fields, and the boards of those that are not filled by one region, each board once.
    private var tables: (fields: [UInt8], boards: [UInt8]) {
        let side = RegionsFormat.fieldSide
        var (fields, boards): ([UInt8], [UInt8]) = ([], [])
        var numbers: [[UInt32]: UInt32] = [:]
        for row in 0..<RegionsFormat.fieldRowCount {
            for column in 0..<RegionsFormat.fieldColumnCount {
                let board = (0..<RegionsFormat.fieldCellCount).map { cell in
                    let (gridRow, gridColumn) = (row * side + cell / side, column * side + cell % side)
                    return cells[gridRow * Grid.columnCount + gridColumn]
                }
                if let first = board.first, first & RegionsFormat.detailFlag == 0, board.allSatisfy({ $0 == first }) {
                    fields.append(littleEndian: first)
                } else {
                    let number = numbers[board] ?? UInt32(numbers.count)
                    fields.append(littleEndian: RegionsFormat.detailFlag | number)
                    guard numbers.updateValue(number, forKey: board) == nil else { continue }
                    for entry in board { boards.append(littleEndian: entry) }
                }
            }
        }
        return (fields, boards)
    }
}
