/// The answer of a network geocoder to one position.
public struct NetworkPlacemark: Hashable, Sendable {
    /// Its names. `distance` is how far away it says that what it names is.
    public var placemark: Placemark
    /// Where that is; nil when it does not say.
    public var coordinate: Coordinate?

    public init(_ placemark: Placemark, coordinate: Coordinate? = nil) {
        (self.placemark, self.coordinate) = (placemark, coordinate)
    }

    /// The keys of the placemark, and a `coordinate` beside them.
    private enum CodingKeys: String, CodingKey { case coordinate }
}

extension NetworkPlacemark: Codable {
    public init(from decoder: any Decoder) throws {
        placemark = try Placemark(from: decoder)
        coordinate = try decoder.container(keyedBy: CodingKeys.self)
            .decodeIfPresent(Coordinate.self, forKey: .coordinate)
    }

    public func encode(to encoder: any Encoder) throws {
        try placemark.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(coordinate, forKey: .coordinate)
    }
}
