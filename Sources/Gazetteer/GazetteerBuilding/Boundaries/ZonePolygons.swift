/// A folder of rings of the package timezonefinder-data: `boundaries` or `holes`.
///
/// A ring is cut into blocks of 128 vertices. A block has the least longitude and latitude of its vertices, and for each
/// axis the differences from that, in steps of 10 units, packed into as few bits as the largest needs; each axis starts
/// at a whole word. A block also has the first vertex of the next one (the last block: of the first), so that it has
/// both ends of each of its edges. Source: `block_payload.py` of the package timezonefinder 9.0.0.
struct ZonePolygons {
    private static let blockSize = 128
    /// OpenStreetMap's builder of zones writes six decimals.
    private static let unitsPerStep = 10

    private let directory: String
    private let payloads: RingPayloads
    private let vertexCounts: [Int]
    /// The first block of each ring, and behind the last ring the number of blocks.
    private let firstBlocks: [Int]
    private let longitudeBases: [Int]
    /// Least and greatest of each block, in turns.
    private let latitudeRanges: [Int]
    /// Bits of a longitude and of a latitude in each block, in turns.
    private let widths: [Int]

    init(directory: String) throws(SourceError) {
        func array(_ name: String, columns: Int = 1) throws(SourceError) -> [Int] {
            let file = try NPYFile(path: "\(directory)/\(name).npy")
            guard (file.shape.count == 1 ? 1 : file.shape[1]) == columns else {
                throw .malformed(path: "\(directory)/\(name).npy", reason: "expected \(columns) columns")
            }
            return file.values
        }
        self.directory = directory
        payloads = try RingPayloads(path: "\(directory)/coordinates.bin")
        vertexCounts = try array("nr_vertices")
        firstBlocks = try array("block_offsets")
        longitudeBases = try array("block_bases")
        latitudeRanges = try array("block_ranges", columns: 2)
        widths = try array("block_widths", columns: 2)
        guard vertexCounts.count == payloads.count, firstBlocks.count == payloads.count + 1,
            latitudeRanges.count == 2 * longitudeBases.count, widths.count == 2 * longitudeBases.count
        else { throw .malformed(path: directory, reason: "its files have different numbers of polygons or blocks") }
    }

    var count: Int { payloads.count }

    /// The vertices of a ring.
    func ring(_ index: Int) throws(SourceError) -> [SourcePoint] {
        guard let words = payloads[index] else { throw bad(index, "a polygon below \(count)") }
        let vertexCount = vertexCounts[index]
        let blocks = firstBlocks[index]..<max(firstBlocks[index], firstBlocks[index + 1])
        guard vertexCount >= 3, blocks.count == (vertexCount + Self.blockSize - 1) / Self.blockSize,
            blocks.lowerBound >= 0, blocks.upperBound <= longitudeBases.count
        else { throw bad(index, "as many blocks as its \(vertexCount) vertices need") }

        var ring: [SourcePoint] = []
        ring.reserveCapacity(vertexCount)
        var position = words.startIndex
        // What the block before says of the first vertex of this one: it must be the same.
        var announced: SourcePoint?
        for block in blocks {
            let start = ring.count
            let ownCount = min(Self.blockSize, vertexCount - start)
            let longitudes = try differences(ownCount + 1, widths[2 * block], at: &position, of: words, ring: index)
            let latitudes = try differences(ownCount + 1, widths[2 * block + 1], at: &position, of: words, ring: index)
            for (longitude, latitude) in zip(longitudes, latitudes) {
                let point = SourcePoint(
                    longitudeUnits: longitudeBases[block] + Self.unitsPerStep * longitude,
                    latitudeUnits: latitudeRanges[2 * block] + Self.unitsPerStep * latitude)
                guard let point else { throw bad(index, "coordinates on the earth") }
                ring.append(point)
            }
            guard announced == nil || announced == ring[start] else { throw bad(index, "blocks that join") }
            announced = ring.removeLast()
        }
        guard announced == ring.first else { throw bad(index, "a last block that joins the first") }
        return ring
    }

    /// `count` numbers of `width` bits each, the lowest bit first, from the word at `position` on, which goes on to the
    /// word behind them.
    private func differences(
        _ count: Int, _ width: Int, at position: inout Int, of words: ArraySlice<UInt32>, ring: Int
    ) throws(SourceError) -> [Int] {
        guard (0...32).contains(width), (count * width + 31) / 32 <= words.endIndex - position else {
            throw bad(ring, "all bits of its \(vertexCounts[ring]) vertices")
        }
        defer { position += (count * width + 31) / 32 }
        let mask = (UInt64(1) << UInt64(width)) - 1
        return (0..<count).map { index in
            let (bit, word) = (index * width % 32, position + index * width / 32)
            guard width > 0 else { return 0 }
            let high = bit + width > 32 ? UInt64(words[word + 1]) << 32 : 0
            return Int((UInt64(words[word]) | high) >> UInt64(bit) & mask)
        }
    }

    private func bad(_ ring: Int, _ expected: String) -> SourceError {
        .badRecord(path: "\(directory)/coordinates.bin", record: "\(ring)", expected: expected)
    }
}
