/// Comma-separated values, as RFC 4180 has them: lines end with CR and LF, and the first one has the names of the columns.
enum CSVDocument {
    static func text(columns: [String], _ lines: [[String]]) -> String {
        ([columns] + lines).map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        // A spreadsheet would take a note that begins like this for a formula.
        let text = ["=", "+", "-", "@"].contains { text.hasPrefix($0) } && Double(text) == nil ? "'" + text : text
        // By scalars: CR and LF together are one character, and not one of the two.
        guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
