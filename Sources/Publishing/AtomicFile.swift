public import Glibc

/// A file that is replaced as a whole: a reader, or a machine that loses power, sees the old content or the new one.
///
/// The new content goes to a temporary file beside it, with its final mode from creation on; it is fsynced, renamed
/// over the file, and the directory is fsynced, so that the name survives too. Symbolic links are replaced, never
/// followed.
public struct AtomicFile: Sendable {
    /// Why the file could not be written.
    public struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
        public let path: String
        /// The step that failed, as a system call.
        public let step: String
        public let errorNumber: Int32

        public var description: String { "\(path): \(step): \(String(cString: strerror(errorNumber)))" }
    }

    public let path: String
    let mode: mode_t
    /// The group that the file shall have; nil leaves the process's own.
    let group: gid_t?

    private let directory: String
    private let temporaryPath: String

    public init(directory: String, name: String, mode: mode_t, group: gid_t? = nil) {
        self.directory = directory
        self.mode = mode
        self.group = group
        path = "\(directory)/\(name)"
        // One fixed name: what a crash leaves behind is found and overwritten by the next write.
        temporaryPath = "\(directory)/.\(name).tmp"
    }

    /// Removes what a killed process may have left.
    public func removeTemporary() { unlink(temporaryPath) }

    /// Replaces the content.
    public func write(_ bytes: [UInt8]) throws(WriteError) {
        removeTemporary()
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("open") }
        do throws(WriteError) {
            defer { close(descriptor) }
            if let group, fchown(descriptor, uid_t.max, group) != 0 { throw failure("fchown") }
            // The umask has had its say at creation; this can only widen the mode to what was asked for.
            if fchmod(descriptor, mode) != 0 { throw failure("fchmod") }
            try writeAll(bytes, to: descriptor)
            if fsync(descriptor) != 0 { throw failure("fsync") }
            if rename(temporaryPath, path) != 0 { throw failure("rename") }
        } catch {
            removeTemporary()
            throw error
        }
        try syncDirectory()
    }

    private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write") }
            rest = rest.dropFirst(count)
        }
    }

    private func syncDirectory() throws(WriteError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open directory") }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw failure("fsync directory") }
    }

    private func failure(_ step: String) -> WriteError { WriteError(path: path, step: step, errorNumber: errno) }
}
