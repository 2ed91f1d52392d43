import PlacemarkModel

/// The fields of one record of CSV (RFC 4180), with quotes taken away.
struct CSVRecord {
    let fields: [ArraySlice<UInt8>]

    /// What can separate the fields.
    static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    /// More fields than this are left out: loggers write some tens.
    private static let mostFields = 256

    /// Returns nil when a quoted field has no end: the record goes on in the next line.
    init?(_ text: ArraySlice<UInt8>, separator: UInt8) {
        let quote = UInt8(ascii: "\"")
        var fields: [ArraySlice<UInt8>] = []
        var rest = text
        while fields.count < Self.mostFields {
            let start = rest.drop { $0 == 0x20 }
            if start.first == quote {
                var (field, index) = ([UInt8](), start.startIndex + 1)
                while true {
                    guard let end = start[index...].firstIndex(of: quote) else { return nil }
                    field += start[index..<end]
                    index = end + 1
                    // Two quotes stand for one.
                    guard index < start.endIndex, start[index] == quote else { break }
                    field.append(quote)
                    index += 1
                }
                fields.append(field[...])
                rest = start[index...].drop { $0 != separator }
            } else {
                let field = rest.prefix { $0 != separator }
                fields.append(field)
                rest = rest[field.endIndex...]
            }
            guard !rest.isEmpty else { break }
            rest = rest.dropFirst()
            if rest.isEmpty { fields.append([]) }
            guard !rest.isEmpty else { break }
        }
        self.fields = fields
    }

    /// A field; nil when the record has no such field, or when it is empty.
    subscript(index: Int?) -> ArraySlice<UInt8>? {
        guard let index, index < fields.count else { return nil }
        let field = fields[index].trimmed
        return field.isEmpty ? nil : field
    }
}
