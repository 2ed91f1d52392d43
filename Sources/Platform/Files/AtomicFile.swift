package import Glibc

/// A file that is replaced as a whole: a reader, or a machine that loses power, sees the old content or the new one.
///
/// The new content goes to a temporary file beside it, which is fsynced and renamed over the file; then the directory
/// is fsynced, so that the name survives too. At no moment may anybody read it who may not read it in the end. All names
/// are looked up in the directory that has been opened first: no symbolic link is followed, neither at the file nor at
/// the temporary one nor at the directory itself, and whatever else lies at the two names is replaced, never written to.
///
/// A failure is never mended on the spot: what an fsync has reported as lost stays lost in the file that it was called
/// for, so the next write makes another.
package struct AtomicFile: Sendable {
    /// Why the file could not be written.
    package struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
        package let path: String
        /// The step that failed, as a system call.
        package let step: String
        package let errorNumber: Int32

        package init(path: String, step: String, errorNumber: Int32) {
            (self.path, self.step, self.errorNumber) = (path, step, errorNumber)
        }

        package var description: String { "\(path): \(step): \(reason)" }

        private var reason: String {
            switch errorNumber {
            case ENOTDIR:
                "its directory is a file, or a symbolic link, which is not followed; name the directory itself"
            case EEXIST, EISDIR: "a directory has its name, or that of the temporary file beside it; remove it"
            default: String(cString: strerror(errorNumber))
            }
        }
    }

    package let path: String
    package let mode: mode_t
    /// The group of the file; nil leaves the process's own.
    package let group: gid_t?

    private let directory: String
    private let name: String
    // One fixed name: what a crash leaves behind is found and overwritten by the next write.
    private var temporaryName: String { ".\(name).tmp" }

    package init(directory: String, name: String, mode: mode_t, group: gid_t? = nil) {
        self.directory = directory
        self.name = name
        self.mode = mode
        self.group = group
        path = "\(directory)/\(name)"
    }

    /// Replaces the content.
    package func write(_ bytes: [UInt8]) throws(WriteError) {
        let directory = try openDirectory()
        defer { close(directory) }
        unlinkat(directory, temporaryName, 0)
        // For its owner alone until it has its group: a reader who has opened it before may read what is written afterwards.
        let modeAtFirst = group == nil ? mode : mode & 0o700
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = try call("open") { openat(directory, temporaryName, flags, modeAtFirst) }
        do throws(WriteError) {
            defer { close(file) }
            if let group { try call("fchown") { fchown(file, uid_t.max, group) } }
            // The umask has had its say at creation; this can only widen the mode to what was asked for.
            try call("fchmod") { fchmod(file, mode) }
            try writeAll(bytes, to: file)
            try put(file, in: directory)
        } catch {
            unlinkat(directory, temporaryName, 0)
            throw error
        }
        try sync(directory)
    }

    /// Removes the file, so that it stays removed; it need not be there.
    package func remove() throws(WriteError) {
        do throws(WriteError) {
            let directory = try openDirectory()
            defer { close(directory) }
            unlinkat(directory, temporaryName, 0)
            try call("unlink") { unlinkat(directory, name, 0) }
            try sync(directory)
        } catch {
            if error.errorNumber != ENOENT { throw error }
        }
    }

    /// Removes what a killed process may have left.
    package func removeTemporary() {
        guard let directory = try? openDirectory() else { return }
        defer { close(directory) }
        unlinkat(directory, temporaryName, 0)
    }

    private func openDirectory() throws(WriteError) -> Int32 {
        try call("open directory") { open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }

    private func writeAll(_ bytes: [UInt8], to file: Int32) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try call("write") { rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }
            // A disk that takes nothing and names no reason is full.
            guard count > 0 else { throw WriteError(path: path, step: "write", errorNumber: ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }

    private func put(_ file: Int32, in directory: Int32) throws(WriteError) {
        do throws(FileExchange.Failure) {
            try FileExchange.put(file, named: temporaryName, inPlaceOf: name, in: directory)
        } catch {
            throw WriteError(path: path, step: error.step.rawValue, errorNumber: error.errorNumber)
        }
    }

    private func sync(_ directory: Int32) throws(WriteError) {
        do throws(FileExchange.Failure) {
            try FileExchange.sync(directory: directory)
        } catch {
            throw WriteError(path: path, step: error.step.rawValue, errorNumber: error.errorNumber)
        }
    }

    /// Makes a system call, again when a signal interrupts it.
    @discardableResult
    private func call<Result: SignedInteger>(_ step: String, _ body: () -> Result) throws(WriteError) -> Result {
        let result = FileExchange.call(body)
        guard result >= 0 else { throw WriteError(path: path, step: step, errorNumber: errno) }
        return result
    }
}
