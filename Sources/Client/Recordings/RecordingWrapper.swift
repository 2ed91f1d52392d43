/// What may lie around a recording, so that its format does not show: told by the first bytes, never by the name.
enum RecordingWrapper: String, CaseIterable {
    case gzip, bzip2, xz, zstd, zip
    case utf16LittleEndian, utf16BigEndian

    /// Returns nil when there is none.
    init?(_ beginning: ArraySlice<UInt8>) {
        guard let found = Self.allCases.first(where: { beginning.starts(with: $0.signature) }) else { return nil }
        self = found
    }

    private var signature: [UInt8] {
        switch self {
        case .gzip: [0x1f, 0x8b]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]
        case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
        case .zip: Array("PK\u{3}\u{4}".utf8)
        case .utf16LittleEndian: [0xff, 0xfe]
        case .utf16BigEndian: [0xfe, 0xff]
        }
    }

    var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

    /// For a person.
    var name: String { isUTF16 ? "in UTF-16" : "compressed (\(rawValue))" }

    /// The command that writes what is inside to standard output.
    func unwrapping(_ path: String) -> String {
        switch self {
        case .gzip: "zcat \(path)"
        case .bzip2: "bzcat \(path)"
        case .xz: "xzcat \(path)"
        case .zstd: "zstdcat \(path)"
        case .zip: "unzip -p \(path)"
        case .utf16LittleEndian, .utf16BigEndian: "iconv -f UTF-16 -t UTF-8 \(path)"
        }
    }
}
