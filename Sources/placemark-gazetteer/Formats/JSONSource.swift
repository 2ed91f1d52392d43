import FoundationEssentials

/// Reads a JSON file, and says where it is wrong.
enum JSONSource {
    /// Tells `counter` of each `Counted` record on the way.
    static func read<Content: Decodable>(
        _: Content.Type, from path: String, counter: RecordCounter? = nil
    ) throws(SourceError) -> Content {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        } catch {
            throw .unreadable(path: path)
        }
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[RecordCounter.key] = counter
            return try decoder.decode(Content.self, from: data)
        } catch let error as DecodingError {
            throw sourceError(error, path: path, data: data)
        } catch {
            throw .malformed(path: path, reason: "\(error)")
        }
    }

    /// The first key or index on the way to the fault names the record, the rest the field.
    private static func sourceError(_ error: DecodingError, path: String, data: Data) -> SourceError {
        let (context, expected): (DecodingError.Context, String)
        switch error {
        case .keyNotFound(let key, let found): (context, expected) = (found, "a value for \"\(key.stringValue)\"")
        case .typeMismatch(let type, let found): (context, expected) = (found, "\(type)")
        case .valueNotFound(let type, let found): (context, expected) = (found, "\(type), not null")
        case .dataCorrupted(let found): (context, expected) = (found, found.debugDescription)
        @unknown default: return .malformed(path: path, reason: "\(error)")
        }
        guard let record = context.codingPath.first else {
            if let number = BrokenRecord.number(in: data) {
                return .badRecord(path: path, record: "\(number)", expected: "valid JSON")
            }
            return .malformed(path: path, reason: context.debugDescription)
        }
        // An array's keys are called "Index 0" and so on; people count from 1.
        let isIndex = record.stringValue.hasPrefix("Index ")
        let name = isIndex ? record.intValue.map { "\($0 + 1)" } : nil
        let field = context.codingPath.dropFirst().map(\.stringValue).joined(separator: ".")
        return .badRecord(
            path: path, record: name ?? record.stringValue,
            expected: field.isEmpty ? expected : "\(expected) as \"\(field)\"")
    }
}
