import Glibc

/// Reading the small files that this process has written itself.
enum FileContents {
    /// The file's content; nil when it cannot be read, is no plain file, or is not smaller than the limit.
    static func read(_ path: String, below limit: Int) -> [UInt8]? {
        // Not to wait, should a FIFO have been put there.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count < limit else { return nil }
        }
    }
}
