import Files
import Glibc

/// A file beside the one that it will become, or that is needed to make it, written in large pieces.
final class OutputFile {
    private let file: ReplacementFile
    private var pending: [UInt8] = []
    private(set) var byteCount: UInt64 = 0

    private static let bufferByteCount = 1 << 20

    init(beside path: String, suffix: String) throws(PMTilesError) {
        do { file = try ReplacementFile(for: path, suffix: suffix) } catch { throw PMTilesError(error) }
    }

    func write(_ bytes: [UInt8]) throws(PMTilesError) {
        pending += bytes
        byteCount += UInt64(bytes.count)
        if pending.count >= Self.bufferByteCount { try flush() }
    }

    private func flush() throws(PMTilesError) {
        do { try file.write(pending) } catch { throw PMTilesError(error) }
        pending.removeAll(keepingCapacity: true)
    }

    /// What has been written at a place.
    func read(offset: UInt64, byteCount: Int) throws(PMTilesError) -> [UInt8] {
        try flush()
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            while count < byteCount {
                let read = pread(
                    file.descriptor, buffer.baseAddress.map { $0 + count }, byteCount - count,
                    off_t(offset) + off_t(count))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
        guard bytes.count == byteCount else {
            throw .unwritable(
                path: file.path, step: "read back what was written beside it", reason: String(cString: strerror(errno)))
        }
        return bytes
    }

    /// Puts the file in place of the one that it was made for, on the disk.
    func replace() throws(PMTilesError) {
        try flush()
        do { try file.replace() } catch { throw PMTilesError(error) }
    }

    /// Takes the file away, unless it has been put in place.
    func remove() { file.remove() }
}

extension PMTilesError {
    fileprivate init(_ failure: ReplacementFile.Failure) {
        self = .unwritable(path: failure.path, step: failure.step, reason: failure.reason)
    }
}
