/// The packed rings of `coordinates.bin` (package timezonefinder-data, polygon layout 3): a FlatBuffers file with a list
/// of vectors of 32-bit words.
///
/// Schema, in the package: `data/schemas/polygons.fbs`; FlatBuffers' format: flatbuffers.dev/internals.
struct RingPayloads {
    private static let identifier = Array("TZFP".utf8)
    private static let layoutVersion: UInt16 = 3
    /// Where a table's list of fields has its first field and its second, in bytes.
    private static let (firstField, secondField) = (4, 6)

    let path: String
    /// The whole file.
    private let words: [UInt32]
    /// Where each ring is in `words`.
    private let ranges: [Range<Int>]

    init(path: String) throws(SourceError) { try self.init(SourceBytes(path: path)) }

    init(_ file: SourceBytes) throws(SourceError) {
        path = file.path
        guard file.count >= 8, try file.slice(at: 4, count: 4, record: "header").elementsEqual(Self.identifier) else {
            throw .malformed(path: file.path, reason: "expected a file of polygons (TZFP)")
        }
        let root = try Self.target(of: 0, in: file, record: "header")
        var version: UInt16 = 0
        if let field = try Self.field(Self.secondField, ofTableAt: root, in: file, record: "header") {
            version = try file.integer(UInt16.self, at: field, record: "header")
        }
        guard version == Self.layoutVersion else {
            throw .malformed(path: file.path, reason: "expected layout \(Self.layoutVersion), not \(version)")
        }
        guard let list = try Self.field(Self.firstField, ofTableAt: root, in: file, record: "header") else {
            throw .malformed(path: file.path, reason: "expected a list of polygons")
        }
        let vector = try Self.target(of: list, in: file, record: "list of polygons")
        let count = Int(try file.integer(UInt32.self, at: vector, record: "list of polygons"))

        var ranges: [Range<Int>] = []
        for index in 0..<count {
            let record = "\(index)"
            let table = try Self.target(of: vector + 4 + 4 * index, in: file, record: record)
            guard let reference = try Self.field(Self.firstField, ofTableAt: table, in: file, record: record) else {
                throw .badRecord(path: file.path, record: record, expected: "coordinates")
            }
            let payload = try Self.target(of: reference, in: file, record: record)
            let length = Int(try file.integer(UInt32.self, at: payload, record: record))
            guard payload.isMultiple(of: 4), length <= (file.count - payload - 4) / 4 else {
                throw .badRecord(path: file.path, record: record, expected: "\(length) words inside the file")
            }
            ranges.append(payload / 4 + 1..<payload / 4 + 1 + length)
        }
        self.ranges = ranges
        var words: [UInt32] = []
        words.reserveCapacity(file.count / 4)
        for index in 0..<file.count / 4 {
            words.append(try file.integer(UInt32.self, at: 4 * index, record: "\(index)"))
        }
        self.words = words
    }

    var count: Int { ranges.count }

    /// The words of a ring; nil when there are not that many rings.
    subscript(index: Int) -> ArraySlice<UInt32>? { ranges.indices.contains(index) ? words[ranges[index]] : nil }

    /// What the reference at `offset` points to.
    private static func target(of offset: Int, in file: SourceBytes, record: String) throws(SourceError) -> Int {
        offset + Int(try file.integer(UInt32.self, at: offset, record: record))
    }

    /// Where a field of a table is; nil when the table was written without it.
    private static func field(
        _ field: Int, ofTableAt table: Int, in file: SourceBytes, record: String
    ) throws(SourceError) -> Int? {
        let fields = table - Int(try file.integer(Int32.self, at: table, record: record))
        guard try file.integer(UInt16.self, at: fields, record: record) > field else { return nil }
        let offset = Int(try file.integer(UInt16.self, at: fields + field, record: record))
        return offset == 0 ? nil : table + offset
    }
}
