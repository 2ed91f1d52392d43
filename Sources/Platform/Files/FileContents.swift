import Glibc

/// Reading small files as a whole.
package enum FileContents {
    /// What lies at a path.
    package enum Found {
        case nothing
        case bytes([UInt8])
        /// A link, a directory, a device, or more than is read.
        case foreign
    }

    /// Looks at a path. Throws when something is there that cannot be read at present: that says nothing about what is in it.
    package static func look(at path: String, below limit: Int) throws(AtomicFile.WriteError) -> Found {
        func failure(_ step: String) -> AtomicFile.WriteError { .init(path: path, step: step, errorNumber: errno) }
        // Not to wait, should a FIFO have been put there.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .nothing
            // A symbolic link; a socket or a device without a driver.
            case ELOOP, ENXIO, ENODEV: return .foreign
            default: throw failure("open")
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else { return .foreign }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read") }
            guard count > 0 else { return .bytes(bytes) }
            bytes += chunk[..<count]
            guard bytes.count < limit else { return .foreign }
        }
    }

    /// The file's content; nil when there is none, for whatever reason.
    package static func read(_ path: String, below limit: Int) -> [UInt8]? {
        if case .bytes(let bytes)? = try? look(at: path, below: limit) { bytes } else { nil }
    }
}

extension AtomicFile {
    /// Whether anything has the file's name.
    package var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT
    }

    /// What is in the file, when it is one that `write` has made, with this mode and group; nil otherwise, and when that
    /// is not less than the limit.
    package func contents(below limit: Int) -> [UInt8]? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode == S_IFREG | mode, group == nil || group == status.st_gid else {
            return nil
        }
        return FileContents.read(path, below: limit)
    }
}
