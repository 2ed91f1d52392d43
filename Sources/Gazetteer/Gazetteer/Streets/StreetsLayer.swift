import PlacemarkModel

/// The streets of a detail pack, read where they lie in the mapping.
///
/// The index and the names have been checked when the file was opened; a tile is checked when it is looked at.
package struct StreetsLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let tiles: CheckedPieces
    let names: FrontCodedNames
    let postalCodes: FrontCodedNames
    package var tileCount: Int { tiles.count }
    /// How many pieces of streets the tiles hold, how many kilometres they are long, and how many houses stand there.
    package let (pieceCount, lengthInKilometers, houseCount): (Int, Int, Int)

    /// - Parameters:
    ///   - bytes: The layer with the index and the names.
    ///   - tiles: The layer with the tiles.
    ///
    /// Returns nil when one of them is too short for what the header announces, or of another version.
    init?(bytes: UnsafeRawBufferPointer, tiles: UnsafeRawBufferPointer) {
        guard bytes.count >= StreetsFormat.headerByteCount,
            bytes.littleEndian(UInt32.self, at: 0) == StreetsFormat.version
        else { return nil }
        // Counts of 32 bits, times a few bytes, do not overflow the 63 bits of an Int.
        func count(_ field: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: field * 4)) }
        let (nameCount, codeCount) = (count(2), count(4))
        (pieceCount, lengthInKilometers, houseCount) = (count(7), count(8), count(9))
        var sections = LayerSections(
            bytes: bytes, after: StreetsFormat.headerByteCount, alignment: StreetsFormat.sectionAlignment)
        guard nameCount <= StreetsFormat.largestNameCount, codeCount <= StreetsFormat.largestNameCount,
            let index = sections.next(byteCount: count(1) * CheckedPiecesFormat.entryByteCount),
            let nameBlocks = sections.next(byteCount: FrontCodedNames.blocksByteCount(ofNames: nameCount)),
            let nameBytes = sections.next(byteCount: count(3)),
            let codeBlocks = sections.next(byteCount: FrontCodedNames.blocksByteCount(ofNames: codeCount)),
            let codeBytes = sections.next(byteCount: count(5)),
            count(6) * CheckedPiecesFormat.alignment <= tiles.count
        else { return nil }
        names = FrontCodedNames(count: nameCount, blocks: nameBlocks, bytes: nameBytes)
        postalCodes = FrontCodedNames(count: codeCount, blocks: codeBlocks, bytes: codeBytes)
        // The layer goes on with zeros.
        let end = count(6) * CheckedPiecesFormat.alignment
        self.tiles = CheckedPieces(index: index, pieces: .init(rebasing: tiles[..<end]))
    }

    /// The tile in this column and row; nil where there is none, and when it is damaged.
    func tile(column: Int, row: Int) -> StreetTile? {
        let key = Morton.interleaved(UInt32(column), UInt32(row))
        guard let number = tiles.last(upTo: key), self.key(at: number) == key else { return nil }
        return tile(at: number)
    }

    func key(at tile: Int) -> UInt32 { tiles.key(at: tile) }

    /// A tile whose checksum is right; nil for any other.
    ///
    /// - Precondition: `number` is in 0..<tileCount.
    func tile(at number: Int) -> StreetTile? {
        tiles.bytes(at: number).map { bytes in
            let (column, row) = Morton.separated(key(at: number))
            return StreetTile(column: column, row: row, bytes: bytes)
        }
    }
}
