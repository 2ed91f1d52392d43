/// Why the sources of a gazetteer cannot be used.
enum SourceError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String)
    /// A file as a whole, or a line of it, is not what it should be.
    case malformed(path: String, reason: String)
    /// One record is not what it should be.
    case badRecord(path: String, record: String, expected: String)

    var description: String {
        let advice = "get the sources with Scripts/gazetteer-sources"
        return switch self {
        case .unreadable(let path): "\(path): cannot be read; \(advice)"
        case .malformed(let path, let reason): "\(path): \(reason); \(advice)"
        case .badRecord(let path, let record, let expected):
            "\(path): record \(record): expected \(expected); \(advice)"
        }
    }
}
