import Glibc
public import PlacemarkModel

/// How far the clocks of one time zone are ahead of UTC, by this machine's copy of the IANA time zone database.
///
/// The full Foundation would know it, and cost the daemon 9 MB. The files are those of tzfile(5), RFC 9636.
public struct ZoneOffsets: Sendable {
    /// Larger files are none of a time zone.
    private static let largestFile = 1 << 20

    /// From these moments on, in seconds since 1970, in order …
    private let moments: [Int64]
    /// … these many seconds.
    private let offsets: [Int]
    private let first: Int
    /// What holds after the last moment; nil where nothing is said of it.
    private let rule: ZoneRule?

    /// Returns nil for a zone that this machine does not know.
    public init?(zone identifier: String, directory: String = "/usr/share/zoneinfo") {
        let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
        // An identifier comes from the gazetteer, or a server: it leads to no other file.
        guard !identifier.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }),
            let bytes = Self.read("\(directory)/\(identifier)")
        else { return nil }
        self.init(tzif: bytes)
    }

    /// Reads a file of version 2 and later; nil for anything else.
    init?(tzif bytes: [UInt8]) {
        guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
            let header = Header(bytes, at: old.end(timeSize: 4))
        else { return nil }
        let data = header.start
        let types = data + header.timeCount * 9
        guard header.typeCount > 0, header.end(timeSize: 8) <= bytes.count else { return nil }
        func offset(ofType type: Int) -> Int? {
            guard type < header.typeCount else { return nil }
            return Int(Self.integer(bytes, at: types + type * 6, size: 4))
        }
        let found = (0..<header.timeCount).compactMap { offset(ofType: Int(bytes[data + header.timeCount * 8 + $0])) }
        guard found.count == header.timeCount, let first = offset(ofType: 0) else { return nil }
        moments = (0..<header.timeCount).map { Self.integer(bytes, at: data + $0 * 8, size: 8) }
        offsets = found
        self.first = first
        let footer = bytes[header.end(timeSize: 8)...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        rule = ZoneRule(String(decoding: footer, as: UTF8.self))
    }

    /// How many seconds the clocks are ahead of UTC at this moment.
    public func offset(at moment: Timestamp) -> Int {
        let seconds = (Double(moment.nanosecondsSinceEpoch) / 1e9).rounded(.down)
        guard let index = moments.lastIndex(where: { Double($0) <= seconds }) else {
            return moments.isEmpty ? rule?.offset(at: moment) ?? first : first
        }
        return index == moments.count - 1 ? rule?.offset(at: moment) ?? offsets[index] : offsets[index]
    }

    /// Follows links, which many zones are; nil when there is no such file.
    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestFile else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        return Glibc.read(file, &bytes, bytes.count) == bytes.count ? bytes : nil
    }

    private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
        var value = Int64(Int8(bitPattern: bytes[start]))
        for byte in bytes[(start + 1)..<(start + size)] { value = value << 8 | Int64(byte) }
        return value
    }

    /// One of the two headers of a file, and what follows it.
    private struct Header {
        static let size = 44

        let version: UInt8
        let start: Int
        private let utCount, standardCount, leapCount, nameBytes: Int
        let timeCount, typeCount: Int

        init?(_ bytes: [UInt8], at offset: Int) {
            guard offset + Self.size <= bytes.count, bytes[offset..<offset + 4].elementsEqual("TZif".utf8) else {
                return nil
            }
            version = bytes[offset + 4]
            start = offset + Self.size
            let counts = (0..<6).map { Int(ZoneOffsets.integer(bytes, at: offset + 20 + $0 * 4, size: 4)) }
            guard counts.allSatisfy({ (0...1 << 16).contains($0) }) else { return nil }
            (utCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
            (timeCount, typeCount, nameBytes) = (counts[3], counts[4], counts[5])
        }

        /// Where the data end that follow.
        func end(timeSize: Int) -> Int {
            start + timeCount * (timeSize + 1) + typeCount * 6 + nameBytes + leapCount * (timeSize + 4) + standardCount
                + utCount
        }
    }
}
