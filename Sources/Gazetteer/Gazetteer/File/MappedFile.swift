import Glibc

/// A whole regular file, mapped read-only for as long as this object lives.
///
/// A file that is replaced (renamed over) stays as it was opened. One that is cut short in place reads as zeros from
/// then on, and `isLost` becomes true.
final class MappedFile: Sendable {
    /// Why a file cannot be opened, in words for a person.
    struct OpenError: Error { let reason: String }

    // The mapping is read-only and private to this object until deinit, so every thread may read it.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    private let truncationGuard: TruncationGuard
    private let descriptor: Int32
    /// Where the last byte is that is not zero, when it is near the end.
    private let lastByte: Int?

    /// Opens a file without following anything but symbolic links to a regular file: a FIFO does not block.
    ///
    /// - Parameter path: as the system takes it, with a NUL at its end.
    init(path: [CChar]) throws(OpenError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw OpenError(reason: String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw OpenError(reason: "not a regular file")
        }
        let byteCount = Int(status.st_size)
        var mapping: UnsafeMutableRawPointer?
        // An empty file cannot be mapped, and is refused later for being empty.
        if byteCount > 0 {
            mapping = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
            guard let mapping, mapping != MAP_FAILED else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw OpenError(reason: "cannot map: \(reason)")
            }
            // Lookups jump about: reading ahead would only fill memory.
            madvise(mapping, byteCount, MADV_RANDOM)
        }
        // What is read ahead comes in large pieces, and a look-up then maps the whole piece for a few bytes of it.
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM)
        let bytes = UnsafeRawBufferPointer(start: mapping, count: byteCount)
        self.bytes = bytes
        truncationGuard = TruncationGuard(watching: bytes)
        self.descriptor = descriptor
        lastByte = bytes.indices.suffix(Self.longestEndInBytes).last { bytes[$0] != 0 }
    }

    /// Layers begin at multiples of this, and what fills them up is zeros.
    private static let longestEndInBytes = 2 * FileFormat.alignment

    deinit {
        truncationGuard.stop()
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
        close(descriptor)
    }

    /// Whether some of the file has vanished since it was opened.
    ///
    /// Only a page that is missing as a whole raises a signal. Of the one that a cut goes through the kernel makes zeros
    /// behind the cut, up to 64 KiB of them where pages are so large; but then the last byte is zero, or its page is missing.
    var isLost: Bool { truncationGuard.hasStruck || lastByte.map { bytes[$0] == 0 } ?? false }

    /// Gives back the memory that the mapping takes; what is needed again comes from the page cache.
    func releaseMemory() {
        if let start = bytes.baseAddress {
            madvise(UnsafeMutableRawPointer(mutating: start), bytes.count, MADV_DONTNEED)
        }
    }

    /// Hands out the bytes of `range` in pieces, read with `pread`: unlike a walk through the mapping this takes no
    /// memory but the buffer, and meets no missing page.
    ///
    /// Returns false when the file ends early or cannot be read.
    func read(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let count = pread(
                    descriptor, buffer.baseAddress, min(buffer.count, range.upperBound - offset), off_t(offset))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                offset += count
            }
            return true
        }
    }
}
