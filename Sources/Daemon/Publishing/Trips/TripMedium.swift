import Files
import Glibc

/// Where the lines of a journal of trips are: chunks with rising numbers, in memory or on disk.
protocol TripMedium: Sendable {
    /// The numbers of the chunks, in order.
    func numbers() throws(AtomicFile.WriteError) -> [Int]
    /// All of a chunk.
    func read(_ number: Int) throws(AtomicFile.WriteError) -> [UInt8]
    /// Writes at `offset`, the end of what has been written, so that it lasts; makes the chunk at offset 0. What a failure
    /// leaves behind the offset is overwritten by the next write.
    mutating func write(_ bytes: [UInt8], to number: Int, at offset: Int) throws(AtomicFile.WriteError)
    /// Cuts off what is behind the offset.
    mutating func cut(_ number: Int, at offset: Int) throws(AtomicFile.WriteError)
    mutating func remove(_ number: Int) throws(AtomicFile.WriteError)
}

/// Chunks that end with the process.
struct TripMemory: TripMedium {
    private var chunks: [Int: [UInt8]] = [:]

    func numbers() throws(AtomicFile.WriteError) -> [Int] { chunks.keys.sorted() }
    func read(_ number: Int) throws(AtomicFile.WriteError) -> [UInt8] { chunks[number] ?? [] }

    mutating func write(_ bytes: [UInt8], to number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        chunks[number] = (chunks[number] ?? []).prefix(offset) + bytes
    }

    mutating func cut(_ number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        chunks[number] = chunks[number].map { Array($0.prefix(offset)) }
    }

    mutating func remove(_ number: Int) throws(AtomicFile.WriteError) { chunks[number] = nil }
}

/// Chunks as files `NUMBER.trips` of a directory of their own, which survive a restart.
struct TripFiles: TripMedium {
    let chunks: ChunkDirectory
    /// No chunk is as large: something else has put such a file there.
    private static let largestFile = 16 << 20

    /// - Parameter parent: the directory in which that of the trips is, or will be.
    init(in parent: String) { chunks = ChunkDirectory(path: "\(parent)/trips", suffix: ".trips") }

    func numbers() throws(AtomicFile.WriteError) -> [Int] {
        do throws(AtomicFile.WriteError) {
            close(try chunks.open(creating: false))
        } catch {
            if error.errorNumber == ENOENT { return [] }
            throw error
        }
        return try DirectoryNames.read(chunks.path).compactMap { chunks.number(of: $0.text) }.sorted()
    }

    func read(_ number: Int) throws(AtomicFile.WriteError) -> [UInt8] {
        let file = "\(chunks.path)/\(chunks.name(number))"
        switch try FileContents.look(at: file, below: Self.largestFile) {
        case .bytes(let bytes): return bytes
        case .nothing: return []
        case .foreign: throw AtomicFile.WriteError(path: file, step: "read", errorNumber: EINVAL)
        }
    }

    mutating func write(_ bytes: [UInt8], to number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        try chunks.withFile(number, O_WRONLY | O_CREAT) { (file, directory) throws(AtomicFile.WriteError) in
            // What an earlier failure has left there would follow on a shorter line.
            if ftruncate(file, off_t(offset)) != 0 { throw chunks.failure("ftruncate", number) }
            try chunks.write(bytes[...], to: file, of: number, at: offset)
            if offset == 0 { try chunks.sync(directory) }
        }
    }

    mutating func cut(_ number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        try chunks.withFile(number, O_WRONLY) { (file, _) throws(AtomicFile.WriteError) in
            if ftruncate(file, off_t(offset)) != 0 { throw chunks.failure("ftruncate", number) }
            if fdatasync(file) != 0 { throw chunks.failure("fdatasync", number) }
        }
    }

    mutating func remove(_ number: Int) throws(AtomicFile.WriteError) { try chunks.remove([chunks.name(number)]) }
}
