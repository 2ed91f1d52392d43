/// Polygons as well-known binary, WKB.
///
/// Format: OGC 06-103r4, Simple Feature Access, part 1, section 8.2.
enum WKBPolygon {
    private static let (littleEndian, polygonType, multiPolygonType): (UInt8, UInt32, UInt32) = (1, 3, 6)

    /// The rings of the polygon or multipolygon that fills `range` of the file; those without area are left out.
    static func rings(in range: Range<Int>, of file: SourceBytes, record: String) throws(SourceError) -> [[SourcePoint]]
    {
        var reader = Reader(file: file, record: record, offset: range.lowerBound, end: range.upperBound)
        switch try reader.type() {
        case polygonType: try reader.readPolygon()
        case multiPolygonType:
            for _ in 0..<(try reader.count(ofAtLeast: 9)) {
                guard try reader.type() == polygonType else { throw reader.bad("polygons") }
                try reader.readPolygon()
            }
        case let type: throw reader.bad("a polygon, not type \(type)")
        }
        guard reader.offset == range.upperBound else { throw reader.bad("nothing after the polygon") }
        return reader.rings
    }

    private struct Reader {
        let file: SourceBytes
        let record: String
        var offset: Int
        let end: Int
        var rings: [[SourcePoint]] = []

        mutating func type() throws(SourceError) -> UInt32 {
            guard end - offset >= 5, try file.integer(UInt8.self, at: offset, record: record) == littleEndian else {
                throw bad("little-endian WKB")
            }
            defer { offset += 5 }
            return try file.integer(UInt32.self, at: offset + 1, record: record)
        }

        /// The number of things of at least `size` bytes each that follow.
        mutating func count(ofAtLeast size: Int) throws(SourceError) -> Int {
            guard end - offset >= 4 else { throw bad("a number") }
            let count = Int(try file.integer(UInt32.self, at: offset, record: record))
            offset += 4
            guard count <= (end - offset) / size else { throw bad("room for \(count)") }
            return count
        }

        mutating func readPolygon() throws(SourceError) {
            for _ in 0..<(try count(ofAtLeast: 4)) {
                let pointCount = try count(ofAtLeast: 16)
                let ring = try file.points(pointCount, at: offset, record: record)
                offset += 16 * pointCount
                if let ring = ring.withoutRepetitions { rings.append(ring) }
            }
        }

        func bad(_ expected: String) -> SourceError {
            .badRecord(path: file.path, record: record, expected: expected)
        }
    }
}
