import Glibc

/// A file without a name: nobody else can open it, and it is gone with its last descriptor, whatever happens.
final class UnlinkedFile: Sendable {
    /// Why there is none, or no more room in it.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let directory: String
        let errorNumber: Int32

        var description: String { "\(directory): \(String(cString: strerror(errorNumber)))" }
    }

    /// Where such files lie: recordings may be larger than the memory of which /tmp is often made.
    static var usualDirectory: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp" }

    let descriptor: Int32
    private let directory: String

    /// - Parameter directory: on which disk it lies.
    init(in directory: String = usualDirectory) throws(Failure) {
        self.directory = directory
        var template = Array("\(directory)/placemark-map-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure(directory: directory, errorNumber: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    /// Appends the bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Failure(directory: directory, errorNumber: errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    /// Goes back to its beginning, for a reader.
    func rewind() { lseek(descriptor, 0, SEEK_SET) }

    /// The last bytes of it, so many at most.
    func end(_ count: Int) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        let start = max(0, Int(status.st_size) - count)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, start))
        }
    }
}
