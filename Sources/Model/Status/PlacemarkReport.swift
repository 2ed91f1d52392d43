/// A placemark with its age; its keys stand beside those of the placemark.
public struct PlacemarkReport: Codable, Hashable, Sendable {
    public var placemark: Placemark
    /// Accuracy in metres of the location that was geocoded.
    public var horizontalAccuracy: Double?
    public var age: Double
    /// Whether the box may be elsewhere by now: the source is not live, geocoding fails, or the placemark comes from
    /// an earlier run.
    public var stale: Bool

    package init(_ placemark: Placemark, horizontalAccuracy: Double?, age: Duration, isStale: Bool) {
        self.placemark = placemark
        self.horizontalAccuracy = horizontalAccuracy?.rounded(toDecimals: 1)
        self.age = age.inReportedSeconds
        stale = isStale
    }

    private enum CodingKeys: String, CodingKey { case horizontalAccuracy, age, stale }

    public init(from decoder: any Decoder) throws {
        placemark = try Placemark(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        horizontalAccuracy = try container.decodeIfPresent(Double.self, forKey: .horizontalAccuracy)
        age = try container.decode(Double.self, forKey: .age)
        stale = try container.decode(Bool.self, forKey: .stale)
    }

    public func encode(to encoder: any Encoder) throws {
        try placemark.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(horizontalAccuracy, forKey: .horizontalAccuracy)
        try container.encode(age, forKey: .age)
        try container.encode(stale, forKey: .stale)
    }
}
