import Glibc

/// A file of some lines that is replaced in one step: whoever reads it sees the old text or the new one.
enum SmallFile {
    /// Writes it beside its place, flushes it to disk and renames it; all may read it.
    static func write(_ bytes: [UInt8], to path: String) throws(InstallFault) {
        func failed() -> InstallFault { .unwritable(path: path, reason: String(cString: strerror(errno))) }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let temporary = "\(path[..<slash]).\(path[slash...]).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failed() }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o644) == 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count,
            fsync(descriptor) == 0, rename(temporary, path) == 0
        else {
            let failure = failed()
            unlink(temporary)
            throw failure
        }
    }
}
