import FoundationEssentials

/// A source file of lines.
enum SourceText {
    /// The lines of a UTF-8 file, without their ends.
    static func lines(of path: String) throws(SourceError) -> [Substring] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .unreadable(path: path) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .malformed(path: path, reason: "is not UTF-8")
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
