import Glibc

/// A file of tiles that the page may read.
struct TileFile: Hashable, Sendable {
    /// What the page calls it, and its address has.
    let name: String
    let path: String

    /// The files by the names that the page gives them: a file's own, without its ending, and with a number when there is
    /// another one of that name.
    static func named(_ paths: [String]) -> [TileFile] {
        var names: Set<String> = []
        return paths.map { path in
            let file = path.split(separator: "/").last.map(String.init) ?? "tiles"
            let stem = file.hasSuffix(".pmtiles") ? String(file.dropLast(8)) : file
            let plain = stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }
            let base = plain.isEmpty || plain.first == "." ? "tiles" : String(plain)
            var (name, number) = (base, 1)
            while !names.insert(name).inserted {
                number += 1
                name = "\(base)-\(number)"
            }
            return TileFile(name: name, path: path)
        }
    }

    /// Opens the file as it is now. A file that was replaced meanwhile is another one: the tag tells.
    func open() throws(OpenTileFile.Failure) -> OpenTileFile { try OpenTileFile(path) }
}

/// A file of tiles while it is read. It stays what it was when the file of this name is replaced.
final class OpenTileFile: Sendable {
    /// Why it cannot be read.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let errorNumber: Int32

        var description: String { String(cString: strerror(errorNumber)) }
    }

    let size: Int
    /// Changes with the file: its inode, its size, and when it was changed.
    let tag: String
    private let descriptor: Int32

    init(_ path: String) throws(Failure) {
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure(errorNumber: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Failure(errorNumber: EINVAL)
        }
        size = Int(status.st_size)
        let parts = [
            UInt64(status.st_ino), UInt64(size), UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
            UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
        ]
        tag = "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
    }

    deinit { close(descriptor) }

    /// So many bytes from here on; fewer when the file has become shorter, or cannot be read.
    func read(_ count: Int, at offset: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                let received = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, offset + filled)
                if received < 0, errno == EINTR { continue }
                guard received > 0 else { return }
                filled += received
            }
        }
    }
}
