import FoundationEssentials

/// JSON as the socket writes it.
enum JSONRoundTrip {
    /// With the keys in order, so that equal values give equal bytes.
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// What goes wrong when the value is written, read, and written again; nil when that gives the same bytes.
    static func problem<Value: Codable>(_ value: Value) -> String? {
        do {
            let first = try bytes(value)
            let again = try bytes(JSONDecoder().decode(Value.self, from: Data(first)))
            return first == again ? nil : "what was read is not what was written"
        } catch {
            return "no JSON: \(error)"
        }
    }
}
