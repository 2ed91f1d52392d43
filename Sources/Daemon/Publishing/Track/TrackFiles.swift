import Files
import Glibc
import PlacemarkModel

/// Chunks as files of a directory of their own, which survive a restart.
///
/// Files and directory are for this user alone from creation on; symbolic links are never followed. What has been
/// written has been fsynced. A file that is being written when the power goes keeps what was there before, and perhaps
/// a torn end, which `load` cuts off.
struct TrackFiles: TrackMedium {
    let path: String

    /// - Parameter parent: the directory in which that of the track is, or will be.
    init(in parent: String) { path = "\(parent)/track" }

    // MARK: TrackMedium

    func create(_ number: Int) throws(AtomicFile.WriteError) {
        let directory = try openDirectory(creating: true)
        defer { close(directory) }
        // A file of this name holds no point: it would have been found. Or a failure has left it.
        unlinkat(directory, Self.name(number), 0)
        let file = openat(
            directory, Self.name(number), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("open", number) }
        defer { close(file) }
        try write(TrackHeader.bytes[...], to: file, at: 0, number)
        try sync(directory)
    }

    func write(_ bytes: ArraySlice<UInt8>, to number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        let directory = try openDirectory(creating: false)
        defer { close(directory) }
        let file = openat(directory, Self.name(number), O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw failure("open", number) }
        defer { close(file) }
        try write(bytes, to: file, at: offset, number)
    }

    func remove(_ number: Int) throws(AtomicFile.WriteError) {
        let directory = try openDirectory(creating: false)
        defer { close(directory) }
        for name in [Self.name(number), Self.nameSetAside(number)] where unlinkat(directory, name, 0) != 0 {
            if errno != ENOENT { throw failure("unlink", number) }
        }
        // Or what was cleared would be there again after a power cut.
        try sync(directory)
    }

    func read(_ number: Int, at offset: Int, count: Int) -> [UInt8] {
        guard let directory = try? openDirectory(creating: false) else { return [] }
        defer { close(directory) }
        let file = openat(directory, Self.name(number), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return Self.read(file, at: offset, count: count)
    }

    /// Removes all files, and the directory.
    func removeAll() throws(AtomicFile.WriteError) {
        do throws(AtomicFile.WriteError) {
            let directory = try openDirectory(creating: false)
            defer { close(directory) }
            for name in try names() where unlinkat(directory, name, 0) != 0 && errno != ENOENT {
                throw failure("unlink \(name)")
            }
            try sync(directory)
        } catch {
            if error.errorNumber == ENOENT { return }
            throw error
        }
        // Somebody else's files stay, and so does the directory then.
        rmdir(path)
    }

    // MARK: System calls

    func openDirectory(creating: Bool) throws(AtomicFile.WriteError) -> Int32 {
        if creating, mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("mkdir") }
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else { throw failure("open directory") }
        return directory
    }

    /// The names of this room's files.
    func names() throws(AtomicFile.WriteError) -> [String] {
        try DirectoryNames.read(path).map(\.text).filter { name in
            [".points", ".damaged"].contains { Self.number(of: name, suffix: $0) != nil }
        }
    }

    private func sync(_ directory: Int32) throws(AtomicFile.WriteError) {
        // EINVAL: a file system that knows no fsync of directories.
        if fsync(directory) != 0, errno != EINVAL { throw failure("fsync directory") }
    }

    private func write(
        _ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int, _ number: Int
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

    static func read(_ file: Int32, at offset: Int, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let result = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress?.advanced(by: received), count - received, off_t(offset + received))
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { break }
            received += result
        }
        return Array(bytes[..<received])
    }

    static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".points"
    }

    static func nameSetAside(_ number: Int) -> String {
        String(name(number).dropLast(".points".count)) + ".damaged"
    }

    static func number(of name: String, suffix: String) -> Int? {
        guard name.hasSuffix(suffix) else { return nil }
        let digits = name.dropLast(suffix.count)
        guard (8...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    func failure(_ step: String, _ number: Int? = nil) -> AtomicFile.WriteError {
        AtomicFile.WriteError(
            path: number.map { "\(path)/\(Self.name($0))" } ?? path, step: step, errorNumber: errno)
    }
}
