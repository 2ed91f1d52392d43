import CZlib
import Files
import FoundationEssentials
import Glibc
import Logging

/// A file in which one run keeps something for the next, for its own user alone.
///
/// It is JSON with a checksum, so that damage which leaves it readable is noticed too: a position with one bit flipped is
/// a position elsewhere.
///
///     {"version":2,"crc32":"5d3c1a0e","content":{…}}
struct SavedFile<Content: Codable & Sendable>: Sendable {
    private let file: AtomicFile
    private let maximumBytes: Int
    private let version: Int
    private let readsAllVersions: Bool
    /// Why the file of an earlier run could not be read.
    private var obstacle: AtomicFile.WriteError?
    /// Whether there was a file in which `read` has found nothing to believe.
    private(set) var wasUnusable = false

    /// - Parameters:
    ///   - version: of `Content`.
    ///   - readsAllVersions: whether a file of another version is read as well, because `Content` outlives versions.
    ///   - maximumBytes: a file of that length is not read.
    init(directory: String, name: String, version: Int, readsAllVersions: Bool = false, maximumBytes: Int) {
        file = AtomicFile(directory: directory, name: name, mode: 0o600)
        self.maximumBytes = maximumBytes
        self.version = version
        self.readsAllVersions = readsAllVersions
    }

    private static var start: String { #"{"version":"# }
    private static var beforeChecksum: String { #","crc32":""# }
    private static var beforeContent: String { #"","content":"# }
    private static var end: String { "}\n" }

    /// Replaces the file. Throws without touching it when `read` could not read it: what is in it is not lost yet.
    func write(_ content: Content) throws(AtomicFile.WriteError) {
        if let obstacle { throw obstacle }
        let json = JSONLine.encode(content).dropLast()
        let head = "\(Self.start)\(version)\(Self.beforeChecksum)\(Self.checksum(of: json))\(Self.beforeContent)"
        var bytes = Array(head.utf8)
        bytes += json
        bytes += Self.end.utf8
        try file.write(bytes)
    }

    /// Removes the file. Throws without touching it when `read` could not read it.
    func remove() throws(AtomicFile.WriteError) {
        if let obstacle { throw obstacle }
        try file.remove()
    }

    /// Reads the file, and cleans up after a killed process. Each of these is logged:
    ///
    /// - A file that is damaged, or of another version, is set aside under the name `NAME.damaged`, where the next one
    ///   like it replaces it.
    /// - One that cannot be read at present (its permissions, a bad disk) is left alone, and `write` does not replace it.
    ///
    /// - Returns: nil when there is none.
    mutating func read(log: Logger) -> Content? {
        file.removeTemporary()
        do throws(AtomicFile.WriteError) {
            switch try FileContents.look(at: file.path, below: maximumBytes) {
            case .nothing: return nil
            case .bytes(let bytes): if let content = content(in: bytes) { return content }
            case .foreign: break
            }
        } catch {
            (obstacle, wasUnusable) = (error, true)
            log.warning(
                "\(error); the file stays as it is, and is not written either: make it readable for the daemon's user, and restart"
            )
            return nil
        }
        wasUnusable = true
        let aside = file.path + ".damaged"
        let whereabouts =
            rename(file.path, aside) == 0
            ? "set aside as \(aside)" : "left there, because \(aside): \(String(cString: strerror(errno)))"
        log.warning("\(file.path): not a file that this version has written, or damaged; ignored, and \(whereabouts)")
        return nil
    }

    /// The content, when each byte of the file is as `write` has made it.
    private func content(in bytes: [UInt8]) -> Content? {
        var rest = bytes[...]
        func removePrefix(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }
        guard removePrefix(Self.start) else { return nil }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        guard readsAllVersions ? !digits.isEmpty : digits.elementsEqual("\(version)".utf8),
            removePrefix(Self.beforeChecksum)
        else { return nil }
        let checksum = rest.prefix(8)
        rest = rest.dropFirst(8)
        guard removePrefix(Self.beforeContent), rest.suffix(Self.end.utf8.count).elementsEqual(Self.end.utf8) else {
            return nil
        }
        let json = rest.dropLast(Self.end.utf8.count)
        guard checksum.elementsEqual(Self.checksum(of: json).utf8) else { return nil }
        return try? JSONDecoder().decode(Content.self, from: Data(json))
    }

    /// Eight hexadecimal digits.
    private static func checksum(of json: ArraySlice<UInt8>) -> String {
        let digits = String(json.crc32, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}

extension Collection<UInt8> {
    /// CRC-32 of ISO 3309, as zlib has it.
    var crc32: UInt32 {
        let checksum = withContiguousStorageIfAvailable { bytes in
            UInt32(truncatingIfNeeded: CZlib.crc32(0, bytes.baseAddress, uInt(bytes.count)))
        }
        return checksum ?? Array(self).crc32
    }
}
