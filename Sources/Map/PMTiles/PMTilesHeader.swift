/// The first 127 bytes of a PMTiles file, version 3: where its parts are, and what it says of itself.
public struct PMTilesHeader: Hashable, Sendable {
    /// Where a part of the file lies.
    struct Part: Hashable {
        var offset, byteCount: UInt64
        static let none = Part(offset: 0, byteCount: 0)
    }

    var root = Part.none, metadata = Part.none, leaves = Part.none, data = Part.none
    /// Tiles that have an answer, entries in the directories, and tiles that are stored.
    public var (addressedTileCount, entryCount, contentCount): (UInt64, UInt64, UInt64) = (0, 0, 0)
    public var isClustered = true
    var internalCompression = Compression.gzip
    public internal(set) var tileCompression = Compression.gzip
    public var tileKind = TileKind.vector
    public var (smallestZoom, largestZoom) = (0, 0)
    /// In degrees.
    public var bounds = (west: -180.0, south: -85.0, east: 180.0, north: 85.0)
    public var centre = (longitude: 0.0, latitude: 0.0, zoom: 0)

    /// How tiles are packed, by the format's numbers.
    public enum Compression: UInt8, Sendable { case unknown, none, gzip, brotli, zstd }

    /// What tiles are, by the format's numbers.
    public enum TileKind: UInt8, Sendable { case unknown, vector, png, jpeg, webp, avif }

    static let byteCount = 127
    static let magic = Array("PMTiles".utf8)
    static let version: UInt8 = 3
    /// The header and the first directory fit into what a reader fetches at once.
    static let firstFetchByteCount = 16_384
    private static let unitsPerDegree = 10_000_000.0

    init() {}

    public static func == (a: PMTilesHeader, b: PMTilesHeader) -> Bool { a.bytes == b.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    var bytes: [UInt8] {
        var bytes = Self.magic + [Self.version]
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        for part in [root, metadata, leaves, data] {
            append(part.offset)
            append(part.byteCount)
        }
        for count in [addressedTileCount, entryCount, contentCount] { append(count) }
        bytes += [isClustered ? 1 : 0, internalCompression.rawValue, tileCompression.rawValue, tileKind.rawValue]
        bytes += [UInt8(clamping: smallestZoom), UInt8(clamping: largestZoom)]
        for degrees in [bounds.west, bounds.south, bounds.east, bounds.north] {
            append(Int32((degrees * Self.unitsPerDegree).rounded()))
        }
        bytes.append(UInt8(clamping: centre.zoom))
        append(Int32((centre.longitude * Self.unitsPerDegree).rounded()))
        append(Int32((centre.latitude * Self.unitsPerDegree).rounded()))
        return bytes
    }

    /// Reads what the file says; whether its parts are where it says, the reader finds out when it uses them.
    init(_ bytes: [UInt8], path: String) throws(PMTilesError) {
        guard bytes.starts(with: Self.magic) else { throw .notPMTiles(path: path) }
        guard bytes.count >= Self.byteCount else { throw .damaged(path: path, what: "it ends within its header") }
        guard bytes[7] == Self.version else { throw .otherVersion(path: path, version: Int(bytes[7])) }
        func number<Number: FixedWidthInteger>(_: Number.Type, _ offset: Int) -> Number {
            let size = MemoryLayout<Number>.size
            return bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }
        func part(_ offset: Int) -> Part {
            Part(offset: number(UInt64.self, offset), byteCount: number(UInt64.self, offset + 8))
        }
        (root, metadata, leaves, data) = (part(8), part(24), part(40), part(56))
        addressedTileCount = number(UInt64.self, 72)
        entryCount = number(UInt64.self, 80)
        contentCount = number(UInt64.self, 88)
        isClustered = bytes[96] == 1
        internalCompression = Compression(rawValue: bytes[97]) ?? .unknown
        tileCompression = Compression(rawValue: bytes[98]) ?? .unknown
        tileKind = TileKind(rawValue: bytes[99]) ?? .unknown
        (smallestZoom, largestZoom) = (Int(bytes[100]), Int(bytes[101]))
        guard smallestZoom <= largestZoom, largestZoom <= TileID.largestZoom else {
            throw .damaged(path: path, what: "it says that it has the zooms \(smallestZoom) to \(largestZoom)")
        }
        func degrees(_ offset: Int) -> Double { Double(number(Int32.self, offset)) / Self.unitsPerDegree }
        bounds = (degrees(102), degrees(106), degrees(110), degrees(114))
        centre = (degrees(119), degrees(123), Int(bytes[118]))
    }
}
