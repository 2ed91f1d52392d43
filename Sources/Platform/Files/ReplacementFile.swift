import Glibc

/// A file that takes the place of another in one step: whoever reads it sees the old content or the new one, never half of
/// it, also after a loss of power.
///
/// It is written beside its place, under a name that begins with a dot. What goes wrong before it is in place leaves the
/// old file as it was, and nothing beside it. One process makes one such file at a time for a path and a suffix. The
/// directory must belong to its user: for one that others may write to there is `AtomicFile`.
package final class ReplacementFile {
    /// What could not be done, and why.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let path, step, reason: String

        package var description: String { "\(path): cannot \(step): \(reason)" }
    }

    package let path: String
    /// For reading back what has been written.
    package let descriptor: Int32
    private let temporary: String
    private let newMode: mode_t
    private var isBeside = true

    /// The page cache keeps what is written at once in pieces that are as large, and later kernels (6.18) map a whole
    /// piece, up to 2 MB, for each page of it that a reader touches. In small pieces, a few look-ups take 1 MB of memory
    /// rather than the whole file.
    private static let pieceByteCount = 64 * 1024

    /// Creates it beside the file whose place it will take.
    ///
    /// - Parameters:
    ///   - newMode: the permissions of a file that was not there, whatever the umask. One that is replaced keeps its own.
    ///   - suffix: tells several of one process for the same path apart.
    package init(for path: String, newMode: UInt32 = 0o644, suffix: String = "") throws(Failure) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        temporary = "\(slash.map { path[...$0] } ?? "").\(name).\(suffix)\(suffix.isEmpty ? "" : ".")\(getpid())"
        (self.path, self.newMode) = (path, newMode)
        // Left behind by a killed process with the same id, if at all.
        unlink(temporary)
        // Nobody else reads it before it is whole.
        descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        try check(descriptor >= 0, "create a file beside it")
    }

    deinit {
        remove()
        if descriptor >= 0 { close(descriptor) }
    }

    package func write(_ bytes: [UInt8]) throws(Failure) {
        let isWritten = bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceByteCount))
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        try check(isWritten, "write")
    }

    /// Puts it in its place, on the disk. The old file is there until this has succeeded.
    package func replace() throws(Failure) {
        var old = stat()
        let mode = stat(path, &old) == 0 ? old.st_mode & 0o777 : newMode
        try check(fchmod(descriptor, mode) == 0, "set its mode")
        do throws(FileExchange.Failure) {
            try FileExchange.put(descriptor, named: temporary, inPlaceOf: path)
            isBeside = false
            try FileExchange.syncDirectory(of: path)
        } catch {
            throw Failure(path: path, step: Self.words(for: error.step), reason: error.reason)
        }
    }

    /// What could not be done, as `Failure` says it.
    private static func words(for step: FileExchange.Step) -> String {
        switch step {
        case .sync: "flush to disk"
        case .rename: "rename the finished file"
        case .openDirectory: "open its directory"
        case .syncDirectory: "flush its directory to disk"
        }
    }

    /// Takes it away, unless it has been put in place.
    package func remove() {
        if isBeside, descriptor >= 0 { unlink(temporary) }
        isBeside = false
    }

    private func check(_ hasSucceeded: Bool, _ step: String) throws(Failure) {
        if !hasSucceeded { throw Failure(path: path, step: step, reason: String(cString: strerror(errno))) }
    }
}

extension ReplacementFile {
    /// Writes a whole file: the new one or, where this throws, the old one.
    package static func write(_ bytes: [UInt8], to path: String, newMode: UInt32 = 0o644) throws(Failure) {
        let file = try ReplacementFile(for: path, newMode: newMode)
        try file.write(bytes)
        try file.replace()
    }

    /// Removes what killed processes have left beside the files whose names `isMeant` takes. Nobody may be making one of them
    /// at the moment.
    package static func removeLeftovers(in directory: String, of isMeant: (Substring) -> Bool) {
        // One that is not UTF-8 has not been given here.
        for name in (try? DirectoryNames.read(directory)) ?? [] where name.isUTF8 {
            if let file = fileName(ofTemporary: name.text), isMeant(file) { unlink("\(directory)/\(name.text)") }
        }
    }

    /// What stands between the dot and the process's id in a name that `init` gives; nil for any other name.
    private static func fileName(ofTemporary name: String) -> Substring? {
        guard name.first == ".", let end = name.lastIndex(of: "."), end > name.startIndex else { return nil }
        let process = name[name.index(after: end)...]
        guard !process.isEmpty, process.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return name[name.index(after: name.startIndex)..<end]
    }
}
