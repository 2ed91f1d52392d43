import PlacemarkCore

/// A time as GeoJSON has it: a text, or a number of seconds or milliseconds since 1970.
struct GeoJSONTime: Decodable {
    /// Nil for one that cannot be read, and for null, which stands for a position without a time.
    let timestamp: Timestamp?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            timestamp = nil
        } else if let number = try? container.decode(Double.self) {
            timestamp = TimeText.timestamp(secondsSinceEpoch: number)
        } else {
            timestamp = TimeText.timestamp(try container.decode(String.self))
        }
    }
}
