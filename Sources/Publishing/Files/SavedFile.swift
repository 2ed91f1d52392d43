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
    /// What the file begins with. A file of another version begins otherwise.
    private let opening: String

    /// - Parameters:
    ///   - version: of `Content`; a file with another one is not read.
    ///   - maximumBytes: a file of that length is not read either.
    init(directory: String, name: String, version: Int, maximumBytes: Int) {
        file = AtomicFile(directory: directory, name: name, mode: 0o600)
        self.maximumBytes = maximumBytes
        opening = #"{"version":\#(version),"crc32":""#
    }

    private static var middle: String { #"","content":"# }
    private static var closing: String { "}\n" }

    func write(_ content: Content) throws(AtomicFile.WriteError) {
        let json = JSONLine.encode(content).dropLast()
        try file.write(Array((opening + Self.checksum(of: json) + Self.middle).utf8) + json + Array(Self.closing.utf8))
    }

    /// Reads the file, and cleans up after a killed process. One that is damaged, or of another version, is set aside
    /// under the name `NAME.damaged`, where the next one like it replaces it, and that is logged.
    ///
    /// - Returns: nil when there is none.
    func read(log: Logger) -> Content? {
        file.removeTemporary()
        var status = stat()
        guard lstat(file.path, &status) == 0 else { return nil }
        if let bytes = FileContents.read(file.path, below: maximumBytes), let json = json(in: bytes),
            let content = try? JSONDecoder().decode(Content.self, from: Data(json))
        {
            return content
        }
        let aside = file.path + ".damaged"
        let whereabouts =
            rename(file.path, aside) == 0
            ? "set aside as \(aside)" : "left there, because \(aside): \(String(cString: strerror(errno)))"
        log.warning("\(file.path): not a file that this version has written, or damaged; ignored, and \(whereabouts)")
        return nil
    }

    /// The content, when each byte of the file is as `write` has made it.
    private func json(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let checksumStart = opening.utf8.count
        let middleStart = checksumStart + 8
        let start = middleStart + Self.middle.utf8.count
        let end = bytes.count - Self.closing.utf8.count
        guard start < end else { return nil }
        let json = bytes[start..<end]
        let isWhole =
            bytes[..<checksumStart].elementsEqual(opening.utf8)
            && bytes[middleStart..<start].elementsEqual(Self.middle.utf8)
            && bytes[end...].elementsEqual(Self.closing.utf8)
            && bytes[checksumStart..<middleStart].elementsEqual(Self.checksum(of: json).utf8)
        return isWhole ? json : nil
    }

    /// Eight hexadecimal digits.
    private static func checksum(of json: ArraySlice<UInt8>) -> String {
        let digits = String(CRC32.checksum(json), radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
