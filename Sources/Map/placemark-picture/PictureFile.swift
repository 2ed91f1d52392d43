import Glibc

/// A file that is old or new, never half a picture.
struct PictureFile {
    let path: String

    /// What could not be done, and why.
    struct WriteError: Error, CustomStringConvertible {
        let path, step, reason: String
        var description: String { "\(path): cannot \(step): \(reason)" }
    }

    /// Writes beside the file, and renames. Nobody else can read a new file: it shows where somebody is.
    func write(_ bytes: [UInt8]) throws(WriteError) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { path[...$0] } ?? ""
        let temporary = "\(directory).\(slash.map { path[path.index(after: $0)...] } ?? path[...]).\(getpid())"
        func check(_ succeeded: Bool, _ step: String) throws(WriteError) {
            if !succeeded { throw WriteError(path: path, step: step, reason: String(cString: strerror(errno))) }
        }
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        try check(descriptor >= 0, "create a file beside it")
        do throws(WriteError) {
            defer { close(descriptor) }
            var old = stat()
            if stat(path, &old) == 0 { try check(fchmod(descriptor, old.st_mode & 0o777) == 0, "set its mode") }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                try check(count > 0, "write")
                rest = rest.dropFirst(count)
            }
            try check(rename(temporary, path) == 0, "rename the finished file")
        } catch {
            unlink(temporary)
            throw error
        }
    }
}
