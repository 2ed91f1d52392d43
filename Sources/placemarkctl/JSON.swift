import FoundationEssentials

/// One line of JSON with its keys in order, as the daemon writes it.
enum JSON {
    static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            // Only a number that is not finite cannot be encoded, and distances and bearings are finite.
            preconditionFailure("\(value) cannot be encoded: \(error)")
        }
    }
}
