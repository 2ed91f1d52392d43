import PlacemarkCore

/// The streets of a detail pack, read where they lie in the mapping.
///
/// The index and the names have been checked when the file was opened; a tile is checked when it is looked at.
package struct StreetsLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let index: UnsafeRawBufferPointer
    private let tiles: UnsafeRawBufferPointer
    let names: FrontCodedNames
    let postalCodes: FrontCodedNames
    package let tileCount: Int
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
        tileCount = count(1)
        (pieceCount, lengthInKilometers, houseCount) = (count(7), count(8), count(9))
        var sections = LayerSections(
            bytes: bytes, after: StreetsFormat.headerByteCount, alignment: StreetsFormat.sectionAlignment)
        guard nameCount <= StreetsFormat.largestNameCount, codeCount <= StreetsFormat.largestNameCount,
            let index = sections.next(byteCount: tileCount * StreetsFormat.tileByteCount),
            let nameBlocks = sections.next(byteCount: FrontCodedNames.blocksByteCount(ofNames: nameCount)),
            let nameBytes = sections.next(byteCount: count(3)),
            let codeBlocks = sections.next(byteCount: FrontCodedNames.blocksByteCount(ofNames: codeCount)),
            let codeBytes = sections.next(byteCount: count(5)),
            count(6) * StreetsFormat.tileAlignment <= tiles.count
        else { return nil }
        self.index = index
        names = FrontCodedNames(count: nameCount, blocks: nameBlocks, bytes: nameBytes)
        postalCodes = FrontCodedNames(count: codeCount, blocks: codeBlocks, bytes: codeBytes)
        // The layer goes on with zeros.
        self.tiles = UnsafeRawBufferPointer(rebasing: tiles[..<(count(6) * StreetsFormat.tileAlignment)])
    }

    /// The tile in this column and row; nil where there is none, and when it is damaged.
    func tile(column: Int, row: Int) -> StreetTile? {
        let key = Morton.interleaved(UInt32(column), UInt32(row))
        var (low, high) = (0, tileCount)
        while low < high {
            let middle = (low + high) / 2
            if self.key(at: middle) < key { low = middle + 1 } else { high = middle }
        }
        return low < tileCount && self.key(at: low) == key ? tile(at: low) : nil
    }

    func key(at tile: Int) -> UInt32 { index.littleEndian(UInt32.self, at: tile * StreetsFormat.tileByteCount) }

    /// A tile whose checksum is right; nil for any other.
    ///
    /// - Precondition: `number` is in 0..<tileCount.
    func tile(at number: Int) -> StreetTile? {
        guard let bytes = bytes(ofTile: number),
            UInt32(truncatingIfNeeded: XXH64.hash(bytes))
                == index.littleEndian(UInt32.self, at: number * StreetsFormat.tileByteCount + 8)
        else { return nil }
        let (column, row) = Morton.separated(key(at: number))
        return StreetTile(column: column, row: row, bytes: bytes)
    }

    private func bytes(ofTile number: Int) -> UnsafeRawBufferPointer? {
        func offset(_ number: Int) -> Int {
            Int(index.littleEndian(UInt32.self, at: number * StreetsFormat.tileByteCount + 4))
                * StreetsFormat.tileAlignment
        }
        let start = offset(number)
        let end = number + 1 < tileCount ? offset(number + 1) : tiles.count
        guard start <= end, end <= tiles.count else { return nil }
        return UnsafeRawBufferPointer(rebasing: tiles[start..<end])
    }
}
