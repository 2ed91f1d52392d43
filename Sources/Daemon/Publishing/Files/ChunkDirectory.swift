import Files
import Glibc

/// A directory of numbered files, the chunks of a journal that survives a restart.
///
/// Files and directory are for this user alone from creation on; symbolic links are never followed. What has been written and
/// synced is there after the power has gone.
struct ChunkDirectory: Sendable {
    let path: String
    /// How the names of chunks end, such as `.points`.
    let suffix: String

    func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + suffix
    }

    /// The number of a chunk by its file's name; nil for any other name.
    func number(of name: String) -> Int? {
        guard name.hasSuffix(suffix), let number = Int(name.dropLast(suffix.count)), number >= 0,
            self.name(number) == name
        else { return nil }
        return number
    }

    /// Opens the directory. The caller closes it.
    func open(creating: Bool) throws(AtomicFile.WriteError) -> Int32 {
        if creating, mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("mkdir") }
        let directory = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else { throw failure("open directory") }
        return directory
    }

    /// Opens the file of a chunk, hands it and the directory over, and closes both.
    ///
    /// - Parameter flags: Of open(2); with `O_CREAT`, the directory is made as well.
    func withFile<Result>(
        _ number: Int, _ flags: Int32,
        _ body: (_ file: Int32, _ directory: Int32) throws(AtomicFile.WriteError) -> Result
    ) throws(AtomicFile.WriteError) -> Result {
        let directory = try open(creating: flags & O_CREAT != 0)
        defer { close(directory) }
        let file = openat(directory, name(number), flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("open", number) }
        defer { close(file) }
        return try body(file, directory)
    }

    /// Writes all bytes, and waits until the disk has them.
    func write(
        _ bytes: ArraySlice<UInt8>, to file: Int32, of number: Int, at offset: Int
    ) throws(AtomicFile.WriteError) {
        var (rest, offset) = (bytes, offset)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", number) }
            rest = rest.dropFirst(count)
            offset += count
        }
        if fdatasync(file) != 0 { throw failure("fdatasync", number) }
    }

    /// Removes files by their names; those that are not there are no failure.
    func remove(_ names: [String]) throws(AtomicFile.WriteError) {
        let directory = try open(creating: false)
        defer { close(directory) }
        for name in names where unlinkat(directory, name, 0) != 0 && errno != ENOENT {
            throw failure("unlink \(name)")
        }
        // Or what was removed would be there again after a power cut.
        try sync(directory)
    }

    /// Waits until the disk knows which files there are.
    func sync(_ directory: Int32) throws(AtomicFile.WriteError) {
        do throws(FileExchange.Failure) {
            try FileExchange.sync(directory: directory)
        } catch {
            throw AtomicFile.WriteError(path: path, step: error.step.rawValue, errorNumber: error.errorNumber)
        }
    }

    /// What `errno` says of a step.
    func failure(_ step: String, _ number: Int? = nil) -> AtomicFile.WriteError {
        let file = number.map { "\(path)/\(name($0))" } ?? path
        return AtomicFile.WriteError(path: file, step: step, errorNumber: errno)
    }
}
