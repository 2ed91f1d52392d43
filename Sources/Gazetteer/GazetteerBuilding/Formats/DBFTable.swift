/// The table beside a shapefile, `.dbf` (dBASE III): what each record is called.
///
/// Natural Earth's tables are UTF-8, without the marker for it.
struct DBFTable {
    private struct Field {
        let offset, length: Int
    }

    /// The number of records.
    let count: Int
    private let file: SourceBytes
    private let firstRecord: Int
    private let recordLength: Int
    private let fields: [String: Field]

    init(path: String) throws(SourceError) { try self.init(SourceBytes(path: path)) }

    init(_ file: SourceBytes) throws(SourceError) {
        self.file = file
        count = Int(try file.integer(UInt32.self, at: 4, record: "header"))
        firstRecord = Int(try file.integer(UInt16.self, at: 8, record: "header"))
        recordLength = Int(try file.integer(UInt16.self, at: 10, record: "header"))
        var fields: [String: Field] = [:]
        // Each record begins with a mark of deletion.
        var (offset, descriptor) = (1, 32)
        while try file.integer(UInt8.self, at: descriptor, record: "header") != 0x0D {
            let name = String(
                decoding: try file.slice(at: descriptor, count: 11, record: "header").prefix { $0 != 0 }, as: UTF8.self)
            let length = Int(try file.integer(UInt8.self, at: descriptor + 16, record: "header"))
            fields[name] = Field(offset: offset, length: length)
            (offset, descriptor) = (offset + length, descriptor + 32)
        }
        guard offset <= recordLength, firstRecord + count * recordLength <= file.count else {
            throw .malformed(path: file.path, reason: "expected \(count) records of \(recordLength) bytes")
        }
        self.fields = fields
    }

    /// The texts of a column, without the blanks around them. With `isLatin1Allowed`, a text that is not UTF-8 is taken for
    /// Latin 1.
    func column(_ name: String, isLatin1Allowed: Bool = false) throws(SourceError) -> [String] {
        guard let field = fields[name] else { throw .malformed(path: file.path, reason: "expected a column \(name)") }
        var texts: [String] = []
        for index in 0..<count {
            let start = firstRecord + index * recordLength + field.offset
            let bytes = try file.slice(at: start, count: field.length, record: "\(index + 1)")
            let isBlank = { (byte: UInt8) in byte == 0 || byte == 0x20 }
            let trimmed = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
            let latin1 = { String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) })) }
            guard let text = String(validating: trimmed, as: UTF8.self) ?? (isLatin1Allowed ? latin1() : nil) else {
                throw .badRecord(path: file.path, record: "\(index + 1)", expected: "UTF-8 as \(name)")
            }
            texts.append(text)
        }
        return texts
    }
}
