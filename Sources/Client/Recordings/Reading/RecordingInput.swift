import Glibc

/// Something that is read piece by piece.
protocol PieceReader {
    /// Waits for the next piece; empty at the end.
    func read() throws(RecordingError) -> [UInt8]
}

extension PieceReader {
    /// So many bytes, or all that there are: a pipe gives them in pieces.
    func read(atLeast count: Int) throws(RecordingError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try read()
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }
}

/// The bytes of a recording, in pieces.
final class RecordingInput: PieceReader {
    /// A call of read(2) for so much costs nothing beside what is made of it.
    static let chunkInBytes = 256 << 10

    /// The size of the file; nil for a pipe.
    let byteCount: Int?
    private let path: String
    private let descriptor: Int32

    /// - Parameter path: `-` is standard input.
    init(path: String) throws(RecordingError) {
        self.path = path
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .lastFailure(path) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        byteCount = isFile ? Int(status.st_size) : nil
    }

    deinit { close(descriptor) }

    func read() throws(RecordingError) -> [UInt8] {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkInBytes) { buffer, count in
                let received = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if received < 0 { failure = errno }
                count = max(0, received)
            }
            if failure == 0 { return bytes }
            guard failure == EINTR else { throw .unreadable(path: path, reason: String(cString: strerror(failure))) }
        }
    }
}

extension RecordingError {
    fileprivate static func lastFailure(_ path: String) -> RecordingError {
        .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
}
