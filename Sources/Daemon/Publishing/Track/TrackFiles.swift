import Files
import Glibc
import PlacemarkModel

/// Chunks as files of a directory of their own, which survive a restart.
///
/// A file that is being written when the power goes keeps what was there before, and perhaps a torn end, which `load` cuts
/// off.
struct TrackFiles: TrackMedium {
    let chunks: ChunkDirectory
    /// The same chunks under the names that they get when they are set aside.
    let chunksSetAside: ChunkDirectory

    var path: String { chunks.path }

    /// - Parameter parent: the directory in which that of the track is, or will be.
    init(in parent: String) {
        chunks = ChunkDirectory(path: "\(parent)/track", suffix: ".points")
        chunksSetAside = ChunkDirectory(path: "\(parent)/track", suffix: ".damaged")
    }

    func create(_ number: Int) throws(AtomicFile.WriteError) {
        let directory = try chunks.open(creating: true)
        defer { close(directory) }
        // A file of this name holds no point: it would have been found. Or a failure has left it.
        unlinkat(directory, chunks.name(number), 0)
        try chunks.withFile(number, O_WRONLY | O_CREAT | O_EXCL) {
            (file, directory) throws(AtomicFile.WriteError) in
            try chunks.write(TrackHeader.bytes[...], to: file, of: number, at: 0)
            try chunks.sync(directory)
        }
    }

    func write(_ bytes: ArraySlice<UInt8>, to number: Int, at offset: Int) throws(AtomicFile.WriteError) {
        try chunks.withFile(number, O_WRONLY) { (file, _) throws(AtomicFile.WriteError) in
            try chunks.write(bytes, to: file, of: number, at: offset)
        }
    }

    func remove(_ number: Int) throws(AtomicFile.WriteError) {
        try chunks.remove([chunks.name(number), chunksSetAside.name(number)])
    }

    func read(_ number: Int, at offset: Int, count: Int) -> [UInt8] {
        let bytes = try? chunks.withFile(number, O_RDONLY) { (file, _) throws(AtomicFile.WriteError) in
            Self.read(file, at: offset, count: count)
        }
        return bytes ?? []
    }

    /// Removes all files, and the directory.
    func removeAll() throws(AtomicFile.WriteError) {
        do throws(AtomicFile.WriteError) {
            close(try chunks.open(creating: false))
            try chunks.remove(try names())
        } catch {
            if error.errorNumber == ENOENT { return }
            throw error
        }
        // Somebody else's files stay, and so does the directory then.
        rmdir(path)
    }

    /// The names of the track's own files.
    func names() throws(AtomicFile.WriteError) -> [String] {
        try DirectoryNames.read(path).map(\.text).filter {
            chunks.number(of: $0) != nil || chunksSetAside.number(of: $0) != nil
        }
    }

    /// At most `count` bytes from `offset` on.
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
}
