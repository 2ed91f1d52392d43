/// The polygons or lines of an ESRI shapefile, `.shp`: the rings of each record, in the order of the file.
///
/// Format: ESRI Shapefile Technical Description, July 1998.
enum Shapefile {
    /// Polygon, and the same with heights or measures, which come after what is read here.
    private static let polygonTypes: [Int32] = [5, 15, 25]
    /// Lines, and the same with heights or measures.
    private static let lineTypes: [Int32] = [3, 13, 23]
    private static let nullType: Int32 = 0
    private static let (headerByteCount, recordHeaderByteCount) = (100, 8)

    static func polygons(path: String) throws(SourceError) -> [[[SourcePoint]]] {
        try polygons(SourceBytes(path: path))
    }

    /// Rings without area are left out; a record can be left with none.
    static func polygons(_ file: SourceBytes) throws(SourceError) -> [[[SourcePoint]]] {
        try records(file, types: polygonTypes, kind: "polygons").map { $0.compactMap(\.withoutRepetitions) }
    }

    static func lines(path: String) throws(SourceError) -> [[[SourcePoint]]] { try lines(SourceBytes(path: path)) }

    /// The lines of each record of a shapefile of lines, in the order of the file; a record can have none.
    static func lines(_ file: SourceBytes) throws(SourceError) -> [[[SourcePoint]]] {
        try records(file, types: lineTypes, kind: "lines")
    }

    /// The parts of each record of a file whose shapes are of one of `types`; polygons and lines are kept alike.
    private static func records(
        _ file: SourceBytes, types: [Int32], kind: String
    ) throws(SourceError) -> [[[SourcePoint]]] {
        guard try file.integer(Int32.self, at: 0, bigEndian: true, record: "header") == 9994,
            try types.contains(file.integer(Int32.self, at: 32, record: "header"))
        else { throw .malformed(path: file.path, reason: "expected a shapefile of \(kind)") }
        // Lengths are in words of 16 bits.
        let end = 2 * Int(try file.integer(Int32.self, at: 24, bigEndian: true, record: "header"))
        guard end == file.count else {
            throw .malformed(path: file.path, reason: "expected \(end) bytes, not \(file.count)")
        }
        var shapes: [[[SourcePoint]]] = []
        var offset = headerByteCount
        while offset < end {
            let record = "\(shapes.count + 1)"
            let length = 2 * Int(try file.integer(Int32.self, at: offset + 4, bigEndian: true, record: record))
            offset += recordHeaderByteCount
            guard (4...max(4, end - offset)).contains(length) else {
                throw .badRecord(path: file.path, record: record, expected: "a length inside the file, not \(length)")
            }
            shapes.append(try parts(at: offset, byteCount: length, of: file, types: types, record: record))
            offset += length
        }
        return shapes
    }

    private static func parts(
        at start: Int, byteCount: Int, of file: SourceBytes, types: [Int32], record: String
    ) throws(SourceError) -> [[SourcePoint]] {
        func bad(_ expected: String) -> SourceError { .badRecord(path: file.path, record: record, expected: expected) }
        let type = try file.integer(Int32.self, at: start, record: record)
        guard type != nullType else { return [] }
        guard types.contains(type), byteCount >= 44 else {
            throw bad(types == polygonTypes ? "a polygon" : "a line")
        }
        // After the type, a box of four doubles.
        let partCount = Int(try file.integer(Int32.self, at: start + 36, record: record))
        let pointCount = Int(try file.integer(Int32.self, at: start + 40, record: record))
        let points = start + 44 + 4 * partCount
        guard partCount >= 0, pointCount >= 0, 44 + 4 * partCount + 16 * pointCount <= byteCount else {
            throw bad("\(partCount) parts and \(pointCount) points inside the record")
        }
        var parts: [[SourcePoint]] = []
        for index in 0..<partCount {
            let first = Int(try file.integer(Int32.self, at: start + 44 + 4 * index, record: record))
            let behind =
                index + 1 < partCount
                ? Int(try file.integer(Int32.self, at: start + 48 + 4 * index, record: record)) : pointCount
            guard first >= 0, first <= behind, behind <= pointCount else { throw bad("parts one after another") }
            parts.append(try file.points(behind - first, at: points + 16 * first, record: record))
        }
        return parts
    }
}

extension SourceBytes {
    /// `count` points of two doubles each, longitude and latitude in degrees.
    func points(_ count: Int, at offset: Int, record: String) throws(SourceError) -> [SourcePoint] {
        var points: [SourcePoint] = []
        points.reserveCapacity(count)
        for index in 0..<count {
            let longitude = try double(at: offset + 16 * index, record: record)
            let latitude = try double(at: offset + 16 * index + 8, record: record)
            guard let point = SourcePoint(longitudeDegrees: longitude, latitudeDegrees: latitude) else {
                throw .badRecord(
                    path: path, record: record, expected: "coordinates on the earth, not \(longitude), \(latitude)")
            }
            points.append(point)
        }
        return points
    }
}
