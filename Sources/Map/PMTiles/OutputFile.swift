import Glibc

/// A file beside the one that it will become, or that is needed to make it.
final class OutputFile {
    private let path, temporary: String
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private(set) var byteCount: UInt64 = 0
    private var isThere = true

    private static let bufferByteCount = 1 << 20

    init(beside path: String, suffix: String) throws(PMTilesError) {
        self.path = path
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { path[...$0] } ?? ""
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        temporary = "\(directory).\(name).\(suffix).\(getpid())"
        // Left behind by a killed process with the same id, if at all.
        unlink(temporary)
        descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .unwritable(path: path, step: "create a file beside it", reason: String(cString: strerror(errno)))
        }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(PMTilesError) {
        pending += bytes
        byteCount += UInt64(bytes.count)
        if pending.count >= Self.bufferByteCount { try flush() }
    }

    private func flush() throws(PMTilesError) {
        let isWritten = pending.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        try check(isWritten, "write")
        pending.removeAll(keepingCapacity: true)
    }

    /// What has been written at a place.
    func read(offset: UInt64, byteCount: Int) throws(PMTilesError) -> [UInt8] {
        try flush()
        var bytes: [UInt8] = []
        bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            while count < byteCount {
                let read = pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, byteCount - count, off_t(offset) + off_t(count))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
        try check(bytes.count == byteCount, "read back what was written beside it")
        return bytes
    }

    /// Puts the file in place of the one that it was made for, on the disk. It gets that one's mode, or 0644.
    func replace(_ path: String) throws(PMTilesError) {
        try flush()
        var old = stat()
        let mode = stat(path, &old) == 0 ? old.st_mode & 0o777 : 0o644
        try check(fchmod(descriptor, mode) == 0, "set its mode")
        try check(fsync(descriptor) == 0, "flush to disk")
        try check(rename(temporary, path) == 0, "rename the finished file")
        isThere = false
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(parent >= 0, "open its directory")
        defer { close(parent) }
        try check(fsync(parent) == 0, "flush its directory to disk")
    }

    /// Takes the file away, unless it has been put in place.
    func remove() {
        if isThere { unlink(temporary) }
        isThere = false
    }

    private func check(_ succeeded: Bool, _ step: String) throws(PMTilesError) {
        if !succeeded { throw .unwritable(path: path, step: step, reason: String(cString: strerror(errno))) }
    }
}
