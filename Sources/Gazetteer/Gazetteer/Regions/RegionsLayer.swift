/// A layer of regions, read where it lies in the mapping: the region of a position, and its name.
///
/// Only the sections' bounds have been checked: the reader checks every other number when it uses it.
package struct RegionsLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    let fields: UnsafeRawBufferPointer
    let boards: UnsafeRawBufferPointer
    let blocks: UnsafeRawBufferPointer
    let vertices: VertexReader
    private let records: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer
    package let regionCount: Int
    /// How many texts the record of each region holds.
    let textCount: Int
    private let recordByteCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= RegionsFormat.headerByteCount else { return nil }
        regionCount = Int(bytes.littleEndian(UInt32.self, at: 0))
        let blockByteCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        let stringByteCount = Int(bytes.littleEndian(UInt32.self, at: 8))
        let boardCount = Int(bytes.littleEndian(UInt32.self, at: 12))
        guard let format = VertexFormat(rawValue: bytes.littleEndian(UInt32.self, at: 16)) else { return nil }
        vertices = VertexReader(format)
        let textCountPlusOne = Int(bytes.littleEndian(UInt32.self, at: 20))
        // 0 in files from before the header said it: each record had room for all.
        textCount = textCountPlusOne == 0 ? RegionsFormat.textCount : textCountPlusOne - 1
        guard textCount <= RegionsFormat.textCount else { return nil }
        recordByteCount = RegionsFormat.recordByteCount(textCount: textCount)
        var sections = LayerSections(
            bytes: bytes, after: RegionsFormat.headerByteCount, alignment: RegionsFormat.sectionAlignment)
        guard regionCount <= RegionsFormat.largestRegionCount,
            let fields = sections.next(
                byteCount: RegionsFormat.fieldColumnCount * RegionsFormat.fieldRowCount * 4),
            let boards = sections.next(byteCount: boardCount * RegionsFormat.fieldCellCount * 4),
            let blocks = sections.next(byteCount: blockByteCount),
            let records = sections.next(byteCount: regionCount * recordByteCount),
            let strings = sections.next(byteCount: stringByteCount)
        else { return nil }
        (self.fields, self.boards, self.blocks) = (fields, boards, blocks)
        (self.records, self.strings) = (records, strings)
    }

    /// The number of the region that holds a position, the one with the highest priority where regions overlap; nil for none.
    @inline(__always)
    package func region(at point: GridPoint) -> Int? {
        let entry = entry(ofCellInColumn: Int(point.x / Grid.cellSide), row: Int(point.y / Grid.cellSide))
        guard entry & RegionsFormat.detailFlag != 0 else {
            return entry == 0 || entry > regionCount ? nil : Int(entry) - 1
        }
        let start = Int(entry & ~RegionsFormat.detailFlag) * RegionsFormat.blockAlignment
        guard let block = RegionBlock(blocks, at: start, vertices) else { return nil }
        let region = block.region(x: Int(point.x % Grid.cellSide), y: Int(point.y % Grid.cellSide))
        return region.flatMap { $0 < regionCount ? $0 : nil }
    }

    /// What the tables say about a root cell, which must be on the board; 0 when the tables are damaged.
    @inline(__always)
    func entry(ofCellInColumn column: Int, row: Int) -> UInt32 {
        let side = RegionsFormat.fieldSide
        let field = row / side * RegionsFormat.fieldColumnCount + column / side
        let entry = fields.littleEndian(UInt32.self, at: field * 4)
        guard entry & RegionsFormat.detailFlag != 0 else { return entry }
        let board = Int(entry & ~RegionsFormat.detailFlag)
        let offset = (board * RegionsFormat.fieldCellCount + row % side * side + column % side) * 4
        return offset < boards.count ? boards.littleEndian(UInt32.self, at: offset) : 0
    }

    /// The code (`CountryCode`) of a region's country; 0 for none.
    package func country(ofRegion region: Int) -> UInt16 { number(at: 0, ofRegion: region) }

    /// What the layer's makers have agreed on; for water, whether it is a sea or a lake.
    package func kind(ofRegion region: Int) -> UInt16 { number(at: 2, ofRegion: region) }

    private func number(at offset: Int, ofRegion region: Int) -> UInt16 {
        guard region >= 0, region < regionCount else { return 0 }
        return records.littleEndian(UInt16.self, at: region * recordByteCount + offset)
    }

    /// One of a region's texts, 0..<`textCount`; nil when it has none.
    package func text(_ index: Int, ofRegion region: Int) -> String? {
        guard region >= 0, region < regionCount, index >= 0, index < textCount else { return nil }
        let offset = records.littleEndian(
            UInt32.self, at: region * recordByteCount + 4 + index * 4)
        return StringTable.string(at: offset, in: strings)
    }

    /// The bytes of such a text, without making a string of it.
    func textBytes(_ index: Int, ofRegion region: Int) -> Slice<UnsafeRawBufferPointer>? {
        StringTable.bytes(at: Int(numberOfText(index, ofRegion: region)), in: strings)
    }

    /// Whether a region has a text, without looking at it.
    func hasText(_ index: Int, ofRegion region: Int) -> Bool { numberOfText(index, ofRegion: region) != 0 }

    /// A number that equal texts of the layer have in common; 0 without a text.
    func numberOfText(_ index: Int, ofRegion region: Int) -> UInt32 {
        guard region >= 0, region < regionCount, index >= 0, index < textCount else { return 0 }
        return records.littleEndian(UInt32.self, at: region * recordByteCount + 4 + index * 4)
    }

    /// Whether a text is absent, or valid UTF-8 inside the string table.
    func isText(_ index: Int, ofRegion region: Int) -> Bool {
        let offset = records.littleEndian(UInt32.self, at: region * recordByteCount + 4 + index * 4)
        guard offset != 0 else { return true }
        guard let bytes = StringTable.bytes(at: Int(offset), in: strings) else { return false }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
