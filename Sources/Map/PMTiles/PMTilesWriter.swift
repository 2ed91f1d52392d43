import Glibc
import GzipCompression
import PlacemarkModel

/// Writes a PMTiles file, version 3: tiles in the order of their numbers, equal ones once, directories with leaves.
///
/// Tiles go to a file beside the output as they come, so that memory holds a few dozen bytes for each. `finish` puts the
/// whole in place in one step: a reader sees the old file or the new one.
public final class PMTilesWriter {
    private let path: String
    private let spool: OutputFile
    /// Where a tile with this content lies in the spool; two tiles are taken for equal when 128 bits of hash are.
    private var placeOfContent: [ContentHash: (offset: UInt64, byteCount: UInt32)] = [:]
    private var tiles: [DirectoryEntry] = []

    /// - Parameter path: The file to write. Nothing is there before `finish`.
    public init(path: String) throws(PMTilesError) {
        self.path = path
        spool = try OutputFile(beside: path, suffix: "tiles")
    }

    deinit { spool.remove() }

    /// Adds a tile, which is packed with gzip; in any order, each tile once.
    public func add(_ id: TileID, packed bytes: [UInt8]) throws(PMTilesError) {
        try add(id.number..<id.number + 1, packed: bytes)
    }

    /// Adds the tiles of another file up to a zoom, as they are. Returns how many they are.
    public func add(from map: PMTilesReader, throughZoom zoom: Int) throws(PMTilesError) -> Int {
        try map.requireVectorTiles()
        guard map.header.tileCompression == .gzip else {
            throw .unsupported(path: map.path, what: "its tiles are not packed with gzip")
        }
        let before = tiles.count
        try map.forEachRun(throughZoom: zoom) { (tiles, bytes) throws(PMTilesError) in
            try add(tiles, packed: bytes)
        }
        return tiles.count - before
    }

    private func add(_ numbers: Range<UInt64>, packed bytes: [UInt8]) throws(PMTilesError) {
        let hash = ContentHash(bytes)
        let place: (offset: UInt64, byteCount: UInt32)
        if let known = placeOfContent[hash] {
            place = known
        } else {
            place = (spool.byteCount, UInt32(bytes.count))
            try spool.write(bytes)
            placeOfContent[hash] = place
        }
        for number in numbers {
            tiles.append(DirectoryEntry(tile: number, offset: place.offset, byteCount: place.byteCount, runLength: 1))
        }
    }

    /// Writes the file, and returns how large it is.
    ///
    /// - Parameters:
    ///   - header: Bounds, centre and zooms.
    ///   - metadata: JSON.
    public func finish(_ header: PMTilesHeader, metadata: String) throws(PMTilesError) -> UInt64 {
        tiles.sort { $0.tile < $1.tile }
        let (entries, order) = arranged()
        let directories = Directories(entries)
        let packedMetadata = Gzip.packed(Array(metadata.utf8))

        var header = header
        header.root = .init(offset: UInt64(PMTilesHeader.byteCount), byteCount: UInt64(directories.root.count))
        header.metadata = .init(offset: header.root.end, byteCount: UInt64(packedMetadata.count))
        header.leaves = .init(offset: header.metadata.end, byteCount: UInt64(directories.leaves.count))
        header.data = .init(offset: header.leaves.end, byteCount: spool.byteCount)
        header.addressedTileCount = UInt64(tiles.count)
        header.entryCount = UInt64(entries.count)
        header.contentCount = UInt64(order.count)

        let output = try OutputFile(beside: path, suffix: "map")
        do throws(PMTilesError) {
            try output.write(header.bytes + directories.root + packedMetadata + directories.leaves)
            for content in order {
                try output.write(try spool.read(offset: content.offset, byteCount: Int(content.byteCount)))
            }
            try output.replace()
        } catch {
            output.remove()
            throw error
        }
        return header.data.end
    }

    /// The entries, with offsets in the order of the tiles, and runs of equal tiles put together; and what to copy.
    private func arranged() -> (entries: [DirectoryEntry], order: [DirectoryEntry]) {
        var (entries, order): ([DirectoryEntry], [DirectoryEntry]) = ([], [])
        var placeOfOffset: [UInt64: UInt64] = [:]
        var end: UInt64 = 0
        for var tile in tiles {
            if let place = placeOfOffset[tile.offset] {
                tile.offset = place
            } else {
                placeOfOffset[tile.offset] = end
                order.append(tile)
                tile.offset = end
                end += UInt64(tile.byteCount)
            }
            if let last = entries.last, last.offset == tile.offset, last.tile + UInt64(last.runLength) == tile.tile {
                entries[entries.count - 1].runLength += 1
            } else {
                entries.append(tile)
            }
        }
        return (entries, order)
    }
}

/// The first directory, and the leaves that it leads to when it would be too large for a reader's first fetch.
struct Directories {
    private(set) var root: [UInt8] = []
    private(set) var leaves: [UInt8] = []

    init(_ entries: [DirectoryEntry]) {
        let most = PMTilesHeader.firstFetchByteCount - PMTilesHeader.byteCount
        root = Gzip.packed(Directory.encoded(entries))
        var leafSize = 4096
        while root.count > most {
            leaves = []
            var roots: [DirectoryEntry] = []
            for start in stride(from: 0, to: entries.count, by: leafSize) {
                let leaf = entries[start..<min(start + leafSize, entries.count)]
                let bytes = Gzip.packed(Directory.encoded(leaf))
                roots.append(
                    DirectoryEntry(
                        tile: entries[start].tile, offset: UInt64(leaves.count), byteCount: UInt32(bytes.count),
                        runLength: 0))
                leaves += bytes
            }
            root = Gzip.packed(Directory.encoded(roots))
            leafSize *= 2
        }
    }
}

extension PMTilesHeader {
    /// A header for vector tiles in gzip; the writer fills in the rest.
    public static func vectorTiles(smallestZoom: Int, largestZoom: Int) -> PMTilesHeader {
        var header = PMTilesHeader()
        (header.smallestZoom, header.largestZoom) = (smallestZoom, largestZoom)
        return header
    }
}

extension PMTilesHeader.Part {
    var end: UInt64 { offset + byteCount }
}

/// 128 bits that stand for a tile's content: FNV-1a, and the same from another beginning.
private struct ContentHash: Hashable {
    private let first, second: UInt64

    init(_ bytes: [UInt8]) {
        first = bytes.fnv1a
        // Another multiplier, or both halves would collide together.
        second = bytes.reduce(0x6C62_272E_07BB_0142) { ($0 ^ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 }
    }
}
