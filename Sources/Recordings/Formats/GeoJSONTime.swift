import PlacemarkCore

/// A time as GeoJSON has it: a text, or a number of seconds or milliseconds since 1970.
enum GeoJSONTime: Decodable {
    case at(Timestamp)
    /// `null`, which stands for a position without a time.
    case absent
    case unreadable

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .absent
            return
        }
        let timestamp =
            if let number = try? container.decode(Double.self) {
                TimeText.timestamp(secondsSinceEpoch: number)
            } else {
                TimeText.timestamp(try container.decode(String.self))
            }
        self = timestamp.map(Self.at) ?? .unreadable
    }
}
