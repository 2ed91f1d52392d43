import Files

/// Where the bytes of chunks are: in memory or on disk. It keeps what it is told to keep, and decides nothing.
protocol TrackMedium: Sendable {
    /// Makes an empty chunk with its header.
    mutating func create(_ number: Int) throws(AtomicFile.WriteError)
    /// Writes at `offset`, the end of what has been written, so that it lasts. What a failure leaves behind the offset
    /// is overwritten by the next write.
    mutating func write(_ bytes: ArraySlice<UInt8>, to number: Int, at offset: Int) throws(AtomicFile.WriteError)
    mutating func remove(_ number: Int) throws(AtomicFile.WriteError)
    /// At most `count` bytes from `offset` on; none when they cannot be read.
    func read(_ number: Int, at offset: Int, count: Int) -> [UInt8]
}

/// The first 32 bytes of a chunk.
enum TrackHeader {
    static let bytes: [UInt8] = {
        var bytes = Array("placemarkd track, version 1".utf8)
        bytes += [UInt8](repeating: 0, count: TrackRecord.byteCount - bytes.count)
        return bytes
    }()
}

/// Chunks that end with the process.
struct TrackMemory: TrackMedium {
    private var chunks: [Int: [UInt8]] = [:]

    mutating func create(_ number: Int) throws(AtomicFile.WriteError) { chunks[number] = TrackHeader.bytes }

    mutating func write(_ bytes: ArraySlice<UInt8>, to number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        chunks[number, default: []] += bytes
    }

    mutating func remove(_ number: Int) throws(AtomicFile.WriteError) { chunks[number] = nil }

    func read(_ number: Int, at offset: Int, count: Int) -> [UInt8] {
        Array(chunks[number, default: []].dropFirst(offset).prefix(count))
    }
}
