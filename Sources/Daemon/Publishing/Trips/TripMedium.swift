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
///
/// Files and directory are for this user alone from creation on; symbolic links are never followed. What has been written has
/// been fsynced.
struct TripFiles: TripMedium {
    let path: String
    /// No chunk is as large: something else has put such a file there.
    private static let largestFile = 16 << 20

    /// - Parameter parent: the directory in which that of the trips is, or will be.
    init(in parent: String) { path = "\(parent)/trips" }

    static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".trips"
    }

    func numbers() throws(AtomicFile.WriteError) -> [Int] {
        do throws(AtomicFile.WriteError) {
            close(try openDirectory(creating: false))
        } catch {
            if error.errorNumber == ENOENT { return [] }
            throw error
        }
        return try DirectoryNames.read(path).compactMap { Self.number(of: $0.text) }.sorted()
    }

    private static func number(of name: String) -> Int? {
        guard name.hasSuffix(".trips"), let number = Int(name.dropLast(6)), self.name(number) == name else {
            return nil
        }
        return number
    }

    func read(_ number: Int) throws(AtomicFile.WriteError) -> [UInt8] {
        let file = "\(path)/\(Self.name(number))"
        switch try FileContents.look(at: file, below: Self.largestFile) {
        case .bytes(let bytes): return bytes
        case .nothing: return []
        case .foreign: throw AtomicFile.WriteError(path: file, step: "read", errorNumber: EINVAL)
        }
    }

    mutating func write(_ bytes: [UInt8], to number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        let directory = try openDirectory(creating: true)
        defer { close(directory) }
        let file = openat(
            directory, Self.name(number), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("open", number) }
        defer { close(file) }
        // What an earlier failure has left there would follow on a shorter line.
        if ftruncate(file, off_t(offset)) != 0 { throw failure("ftruncate", number) }
        var (rest, position) = (bytes[...], offset)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(position)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", number) }
            rest = rest.dropFirst(count)
            position += count
        }
        if fsync(file) != 0 { throw failure("fsync", number) }
        if offset == 0 { try sync(directory) }
    }

    mutating func cut(_ number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        let directory = try openDirectory(creating: false)
        defer { close(directory) }
        let file = openat(directory, Self.name(number), O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw failure("open", number) }
        defer { close(file) }
        if ftruncate(file, off_t(offset)) != 0 { throw failure("ftruncate", number) }
        if fsync(file) != 0 { throw failure("fsync", number) }
    }

    mutating func remove(_ number: Int) throws(AtomicFile.WriteError) {
        let directory = try openDirectory(creating: false)
        defer { close(directory) }
        if unlinkat(directory, Self.name(number), 0) != 0, errno != ENOENT { throw failure("unlink", number) }
        try sync(directory)
    }

    private func openDirectory(creating: Bool) throws(AtomicFile.WriteError) -> Int32 {
        if creating, mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("mkdir") }
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else { throw failure("open directory") }
        return directory
    }

    private func sync(_ directory: Int32) throws(AtomicFile.WriteError) {
        // EINVAL: a file system that knows no fsync of directories.
        if fsync(directory) != 0, errno != EINVAL { throw failure("fsync directory") }
    }

    private func failure(_ step: String, _ number: Int? = nil) -> AtomicFile.WriteError {
        let file = number.map { "\(path)/\(Self.name($0))" } ?? path
        return AtomicFile.WriteError(path: file, step: step, errorNumber: errno)
    }
}
