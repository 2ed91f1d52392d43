import FoundationEssentials

/// Writes values as one line of JSON, with the keys in alphabetical order so that equal values give equal bytes.
enum JSONLine {
    /// The line, with its newline.
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
        } catch {
            // Only a number that is not finite cannot be encoded, and no such number passes the source's checks.
            preconditionFailure("a status cannot be encoded: \(error)")
        }
    }
}
