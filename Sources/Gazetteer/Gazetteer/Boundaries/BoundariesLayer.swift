/// A layer of boundaries, read where it lies in the mapping: the boundary of a position, and its name.
///
/// Only the sections' bounds have been checked: the reader checks every other number when it uses it.
package struct BoundariesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    let fields: UnsafeRawBufferPointer
    let boards: UnsafeRawBufferPointer
    let blocks: UnsafeRawBufferPointer
    let vertices: VertexReader
    private let records: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer
    package let boundaryCount: Int
    /// How many texts the record of each boundary holds.
    let textCount: Int
    private let recordByteCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= BoundariesFormat.headerByteCount else { return nil }
        boundaryCount = Int(bytes.littleEndian(UInt32.self, at: 0))
        let blockByteCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        let stringByteCount = Int(bytes.littleEndian(UInt32.self, at: 8))
        let boardCount = Int(bytes.littleEndian(UInt32.self, at: 12))
        guard let format = VertexFormat(rawValue: bytes.littleEndian(UInt32.self, at: 16)) else { return nil }
        vertices = VertexReader(format)
        let textCountPlusOne = Int(bytes.littleEndian(UInt32.self, at: 20))
        // 0 in files from before the header said it: each record had room for all.
        textCount = textCountPlusOne == 0 ? BoundariesFormat.textCount : textCountPlusOne - 1
        guard textCount <= BoundariesFormat.textCount else { return nil }
        recordByteCount = BoundariesFormat.recordByteCount(textCount: textCount)
        var sections = LayerSections(
            bytes: bytes, after: BoundariesFormat.headerByteCount, alignment: BoundariesFormat.sectionAlignment)
        guard boundaryCount <= BoundariesFormat.largestBoundaryCount,
            let fields = sections.next(
                byteCount: BoundariesFormat.fieldColumnCount * BoundariesFormat.fieldRowCount * 4),
            let boards = sections.next(byteCount: boardCount * BoundariesFormat.fieldCellCount * 4),
            let blocks = sections.next(byteCount: blockByteCount),
            let records = sections.next(byteCount: boundaryCount * recordByteCount),
            let strings = sections.next(byteCount: stringByteCount)
        else { return nil }
        (self.fields, self.boards, self.blocks) = (fields, boards, blocks)
        (self.records, self.strings) = (records, strings)
    }

    /// The number of the boundary that holds a position, the one with the highest priority where they overlap; nil for none.
    @inline(__always)
    package func boundary(at point: GridPoint) -> Int? {
        let entry = entry(ofCellInColumn: Int(point.x / Grid.cellSide), row: Int(point.y / Grid.cellSide))
        guard entry & BoundariesFormat.detailFlag != 0 else {
            return entry == 0 || entry > boundaryCount ? nil : Int(entry) - 1
        }
        let start = Int(entry & ~BoundariesFormat.detailFlag) * BoundariesFormat.blockAlignment
        guard let block = BoundaryBlock(blocks, at: start, vertices) else { return nil }
        let boundary = block.boundary(x: Int(point.x % Grid.cellSide), y: Int(point.y % Grid.cellSide))
        return boundary.flatMap { $0 < boundaryCount ? $0 : nil }
    }

    /// What the tables say about a root cell, which must be on the board; 0 when the tables are damaged.
    @inline(__always)
    func entry(ofCellInColumn column: Int, row: Int) -> UInt32 {
        let side = BoundariesFormat.fieldSide
        let field = row / side * BoundariesFormat.fieldColumnCount + column / side
        let entry = fields.littleEndian(UInt32.self, at: field * 4)
        guard entry & BoundariesFormat.detailFlag != 0 else { return entry }
        let board = Int(entry & ~BoundariesFormat.detailFlag)
        let offset = (board * BoundariesFormat.fieldCellCount + row % side * side + column % side) * 4
        return offset < boards.count ? boards.littleEndian(UInt32.self, at: offset) : 0
    }

    /// The code (`CountryCode`) of a boundary's country; 0 for none.
    package func country(ofBoundary boundary: Int) -> UInt16 { number(at: 0, ofBoundary: boundary) }

    /// What the layer's makers have agreed on; for water, whether it is a sea or a lake.
    package func kind(ofBoundary boundary: Int) -> UInt16 { number(at: 2, ofBoundary: boundary) }

    private func number(at offset: Int, ofBoundary boundary: Int) -> UInt16 {
        guard boundary >= 0, boundary < boundaryCount else { return 0 }
        return records.littleEndian(UInt16.self, at: boundary * recordByteCount + offset)
    }

    /// One of a boundary's texts, 0..<`textCount`; nil when it has none.
    package func text(_ index: Int, ofBoundary boundary: Int) -> String? {
        guard boundary >= 0, boundary < boundaryCount, index >= 0, index < textCount else { return nil }
        let offset = records.littleEndian(
            UInt32.self, at: boundary * recordByteCount + 4 + index * 4)
        return StringTable.string(at: offset, in: strings)
    }

    /// The bytes of such a text, without making a string of it.
    func textBytes(_ index: Int, ofBoundary boundary: Int) -> Slice<UnsafeRawBufferPointer>? {
        StringTable.bytes(at: Int(numberOfText(index, ofBoundary: boundary)), in: strings)
    }

    /// Whether a boundary has a text, without looking at it.
    func hasText(_ index: Int, ofBoundary boundary: Int) -> Bool { numberOfText(index, ofBoundary: boundary) != 0 }

    /// A number that equal texts of the layer have in common; 0 without a text.
    func numberOfText(_ index: Int, ofBoundary boundary: Int) -> UInt32 {
        guard boundary >= 0, boundary < boundaryCount, index >= 0, index < textCount else { return 0 }
        return records.littleEndian(UInt32.self, at: boundary * recordByteCount + 4 + index * 4)
    }

    /// Whether a text is absent, or valid UTF-8 inside the string table.
    func isText(_ index: Int, ofBoundary boundary: Int) -> Bool {
        let offset = records.littleEndian(UInt32.self, at: boundary * recordByteCount + 4 + index * 4)
        guard offset != 0 else { return true }
        guard let bytes = StringTable.bytes(at: Int(offset), in: strings) else { return false }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
