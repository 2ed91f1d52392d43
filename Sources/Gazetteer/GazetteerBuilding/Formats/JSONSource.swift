import FoundationEssentials

/// Where a JSON file is not what it should be.
struct JSONFault: Error {
    enum Place {
        /// The file cannot be read at all.
        case unreadable
        /// Somewhere in this text, which is not valid JSON.
        case syntax(Data)
        /// Behind these keys and indices; none of them for the text as a whole.
        case value([any CodingKey])
    }

    let place: Place
    /// What should have been there.
    let expected: String

    fileprivate init(_ place: Place, expected: String) { (self.place, self.expected) = (place, expected) }

    fileprivate init(_ error: DecodingError, in data: Data) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.value(context.codingPath), expected: "\"\(key.stringValue)\"")
        case .typeMismatch(let type, let context):
            self.init(.value(context.codingPath), expected: Self.words(type))
        case .valueNotFound(let type, let context):
            self.init(.value(context.codingPath), expected: "\(Self.words(type)), not null")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(.syntax(data), expected: "valid JSON")
        case .dataCorrupted(let context): self.init(.value(context.codingPath), expected: context.debugDescription)
        @unknown default: self.init(.value([]), expected: "other JSON: \(error)")
        }
    }

    private static func words(_ type: any Any.Type) -> String {
        switch "\(type)" {
        case "String": "a string"
        case "Double", "Int": "a number"
        case let name where name.hasPrefix("Array"): "an array"
        case let name where name.hasPrefix("Dictionary"): "an object"
        case let name: name
        }
    }
}

/// Reads a JSON file, and says where it is wrong.
package enum JSONSource {
    /// Tells `counter` of each `Counted` record on the way.
    static func decode<Content: Decodable>(
        _: Content.Type, from path: String, counter: RecordCounter? = nil
    ) throws(JSONFault) -> Content {
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
            throw JSONFault(.unreadable, expected: "a file that can be read")
        }
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[RecordCounter.key] = counter
            return try decoder.decode(Content.self, from: data)
        } catch let error as DecodingError {
            throw JSONFault(error, in: data)
        } catch {
            throw JSONFault(.value([]), expected: "other JSON: \(error)")
        }
    }

    /// The same for a file of records: the first key or index on the way to the fault names the record, the rest the field.
    package static func read<Content: Decodable>(
        _ type: Content.Type, from path: String, counter: RecordCounter? = nil
    ) throws(SourceError) -> Content {
        do {
            return try decode(type, from: path, counter: counter)
        } catch {
            switch error.place {
            case .unreadable: throw .unreadable(path: path)
            case .syntax(let data):
                guard let number = BrokenRecord.number(in: data) else {
                    throw .malformed(path: path, reason: "expected valid JSON")
                }
                throw .badRecord(path: path, record: "\(number)", expected: error.expected)
            case .value(let keys):
                guard let record = keys.first else {
                    throw .malformed(path: path, reason: "expected \(error.expected)")
                }
                // An array's keys are called "Index 0" and so on, and an object's may be numbers; people count from 1.
                let index = record.stringValue.hasPrefix("Index ") ? record.intValue : nil
                let name = index.map { "\($0 + 1)" } ?? record.stringValue
                let field = keys.dropFirst().map(\.stringValue).joined(separator: ".")
                let expected = field.isEmpty ? error.expected : "\(error.expected) as \"\(field)\""
                throw .badRecord(path: path, record: name, expected: expected)
            }
        }
    }
}
