import Glibc
import GzipCompression

/// Reads a PMTiles file, version 3, which may be anybody's: no number of it is believed before it has been checked, and a
/// file that is cut or overwritten while it is read gives errors, because it is read and not mapped.
///
/// May be asked on any thread.
public final class PMTilesReader: Sendable {
    public let path: String
    public let header: PMTilesHeader
    /// What the file says of itself: JSON, as text.
    public let metadata: String
    public let byteCount: Int
    private let descriptor: Int32
    private let root: [DirectoryEntry]

    /// What is larger was not meant for a map: 64 MiB unpacked of a tile.
    private static let mostTileBytes = 64 << 20
    /// Likewise of a directory or the metadata. A directory is read again for each tile; the world's have 284 KB in all, and
    /// writers make the leaves of a whole planet as small.
    private static let mostDirectoryBytes = 4 << 20
    /// The specification allows three levels of directories below the first.
    private static let mostLevels = 4

    public init(path: String) throws(PMTilesError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadable(path: path, reason: "it is not a file")
        }
        byteCount = Int(status.st_size)
        do throws(PMTilesError) {
            let source = Source(path: path, descriptor: descriptor)
            header = try PMTilesHeader(
                try source.read(offset: 0, byteCount: min(PMTilesHeader.byteCount, byteCount)), path: path)
            for part in [header.root, header.metadata, header.leaves, header.data] {
                let end = part.offset.addingReportingOverflow(part.byteCount)
                guard !end.overflow, end.partialValue <= UInt64(byteCount) else {
                    throw PMTilesError.damaged(path: path, what: "it is cut off")
                }
            }
            switch header.internalCompression {
            case .none, .gzip: break
            default: throw .unsupported(path: path, what: "its directories are packed in another way")
            }
            root = try source.directory(header.root, header.internalCompression)
            let text =
                header.metadata.byteCount == 0
                ? []
                : try source.unpacked(
                    header.metadata, header.internalCompression, "its metadata", atMost: Self.mostDirectoryBytes)
            metadata = String(decoding: text, as: UTF8.self)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Throws what keeps the tiles from being drawn: they are pictures, or packed in a way that is not known here.
    public func requireVectorTiles() throws(PMTilesError) {
        guard header.tileKind == .vector else {
            throw .unsupported(path: path, what: "it does not say that it has vector tiles")
        }
        guard header.tileCompression == .gzip || header.tileCompression == .none else {
            throw .unsupported(path: path, what: "its tiles are packed in another way")
        }
    }

    /// A tile, unpacked; nil when the file has none there.
    public func tile(_ id: TileID) throws(PMTilesError) -> [UInt8]? {
        let source = Source(path: path, descriptor: descriptor)
        var entries = root
        for _ in 0..<Self.mostLevels {
            guard let entry = Directory.entry(for: id.number, in: entries) else { return nil }
            if entry.runLength > 0 {
                guard id.number - entry.tile < UInt64(entry.runLength) else { return nil }
                let part = try place(entry, in: header.data, "a tile")
                return try source.unpacked(
                    part, header.tileCompression, "the tile \(id.zoom)/\(id.column)/\(id.row)",
                    atMost: Self.mostTileBytes)
            }
            entries = try source.directory(
                try place(entry, in: header.leaves, "a directory"), header.internalCompression)
        }
        throw .damaged(path: path, what: "its directories lead to each other")
    }

    /// Goes through the tiles up to a zoom, in the order of their numbers, and packed as they are in the file: a run of equal
    /// ones at once.
    func forEachRun(
        throughZoom zoom: Int, _ body: (Range<UInt64>, [UInt8]) throws(PMTilesError) -> Void
    ) throws(PMTilesError) {
        try forEachRun(in: root, level: 1, below: TileID.firstNumber(ofZoom: zoom + 1), body)
    }

    private func forEachRun(
        in entries: [DirectoryEntry], level: Int, below end: UInt64,
        _ body: (Range<UInt64>, [UInt8]) throws(PMTilesError) -> Void
    ) throws(PMTilesError) {
        guard level <= Self.mostLevels else {
            throw .damaged(path: path, what: "its directories lead to each other")
        }
        let source = Source(path: path, descriptor: descriptor)
        for entry in entries where entry.tile < end {
            guard entry.runLength > 0 else {
                let leaf = try place(entry, in: header.leaves, "a directory")
                let below = try source.directory(leaf, header.internalCompression)
                try forEachRun(in: below, level: level + 1, below: end, body)
                continue
            }
            let part = try place(entry, in: header.data, "a tile")
            let last = entry.tile.addingReportingOverflow(UInt64(entry.runLength))
            guard !last.overflow else { throw .damaged(path: path, what: "a run has no end") }
            try body(
                entry.tile..<min(end, last.partialValue),
                try source.read(offset: part.offset, byteCount: Int(part.byteCount)))
        }
    }

    private func place(
        _ entry: DirectoryEntry, in part: PMTilesHeader.Part, _ what: String
    ) throws(PMTilesError) -> PMTilesHeader.Part {
        // The sum of both has been found to fit when the directory was read.
        guard entry.offset + UInt64(entry.byteCount) <= part.byteCount, part.offset <= UInt64(byteCount) else {
            throw .damaged(path: path, what: "\(what) lies outside of its part")
        }
        return PMTilesHeader.Part(offset: part.offset + entry.offset, byteCount: UInt64(entry.byteCount))
    }

    /// The file, read piece by piece.
    private struct Source {
        let path: String
        let descriptor: Int32

        func read(offset: UInt64, byteCount: Int) throws(PMTilesError) -> [UInt8] {
            guard let start = off_t(exactly: offset) else {
                throw .damaged(path: path, what: "a part begins beyond its end")
            }
            var (bytes, failure): ([UInt8], Int32) = ([], 0)
            bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
                while count < byteCount {
                    let read = pread(
                        descriptor, buffer.baseAddress.map { $0 + count }, byteCount - count, start + off_t(count))
                    if read < 0, errno == EINTR { continue }
                    if read < 0 { failure = errno }
                    guard read > 0 else { return }
                    count += read
                }
            }
            guard failure == 0 else { throw .unreadable(path: path, reason: String(cString: strerror(failure))) }
            guard bytes.count == byteCount else { throw .damaged(path: path, what: "it is cut off") }
            return bytes
        }

        func unpacked(
            _ part: PMTilesHeader.Part, _ compression: PMTilesHeader.Compression, _ what: String, atMost limit: Int
        ) throws(PMTilesError) -> [UInt8] {
            guard part.byteCount <= UInt64(limit) else {
                throw .damaged(path: path, what: "\(what) would have \(part.byteCount) bytes")
            }
            let bytes = try read(offset: part.offset, byteCount: Int(part.byteCount))
            switch compression {
            case .none: return bytes
            case .gzip:
                guard let unpacked = Gzip.unpacked(bytes, limit: limit) else {
                    throw .damaged(path: path, what: "\(what) cannot be unpacked")
                }
                return unpacked
            default: throw .unsupported(path: path, what: "\(what) is packed in another way")
            }
        }

        func directory(
            _ part: PMTilesHeader.Part, _ compression: PMTilesHeader.Compression
        ) throws(PMTilesError) -> [DirectoryEntry] {
            let bytes = try unpacked(
                part, compression, "a directory", atMost: PMTilesReader.mostDirectoryBytes)
            guard let entries = Directory.decoded(bytes) else {
                throw .damaged(path: path, what: "a directory makes no sense")
            }
            return entries
        }
    }
}
