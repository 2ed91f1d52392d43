import FoundationEssentials

/// What the page must know of a PMTiles file before it reads tiles (version 3 of the format,
/// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md): whether it is one, whole, and whose.
struct TileFileHeader: Hashable {
    /// Who has made the tiles: their layers have other names.
    enum Kind: String, Hashable {
        case placemarkd, foreign
    }

    /// Why it cannot be shown.
    struct Problem: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    let kind: Kind

    private static let headerInBytes = 127
    private static let longestMetadata = 4 << 20

    /// Reads the header and the metadata.
    ///
    /// - Parameters:
    ///   - size: of the file, in bytes.
    ///   - read: so many bytes at an offset; fewer at the end.
    init(size: Int, read: (_ count: Int, _ offset: Int) -> [UInt8]) throws(Problem) {
        let header = read(Self.headerInBytes, 0)
        guard header.count == Self.headerInBytes, header.starts(with: "PMTiles".utf8) else {
            throw Problem(description: "not a PMTiles file")
        }
        guard header[7] == 3 else {
            throw Problem(
                description: "PMTiles of version \(header[7]), expected 3; \"pmtiles convert\" makes that of it")
        }
        func number(_ offset: Int) -> Int? {
            Int(exactly: (0..<8).reduce(0 as UInt64) { $0 | UInt64(header[offset + $1]) << (8 * UInt64($1)) })
        }
        // Where a part is, and how long: root directory, metadata, leaf directories, tiles.
        for offset in [8, 24, 40, 56] {
            guard let start = number(offset), let count = number(offset + 8), count <= size, start <= size - count
            else { throw Problem(description: "cut short or damaged; get it again") }
        }
        kind = Self.kind(
            compression: header[97], start: number(24) ?? 0, count: number(32) ?? 0, read: read)
    }

    /// One whose metadata cannot be read is not ours.
    private static func kind(
        compression: UInt8, start: Int, count: Int, read: (_ count: Int, _ offset: Int) -> [UInt8]
    ) -> Kind {
        guard count <= longestMetadata else { return .foreign }
        let stored = read(count, start)
        let plain = compression == 2 ? Gzip.unpacked(stored, longest: longestMetadata) : stored
        guard let plain, let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(plain)) else {
            return .foreign
        }
        return metadata.generator == "placemark-gazetteer" ? .placemarkd : .foreign
    }

    private struct Metadata: Decodable {
        let generator: String?
    }
}
