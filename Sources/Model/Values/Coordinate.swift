/// A point on the WGS 84 ellipsoid, in degrees.
///
/// A `Coordinate` that exists is valid: both numbers are finite, `latitude` is in -90…90 and `longitude` in -180…180.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90…90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180…180.
    public let longitude: Double

    /// Returns nil when a number is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        // A comparison with NaN is false, so these two conditions refuse it too.
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// For numbers that are valid by construction: clamps the latitude, wraps the longitude.
    ///
    /// - Precondition: both numbers are finite.
    public init(clampingLatitude latitude: Double, wrappingLongitude longitude: Double) {
        precondition(latitude.isFinite && longitude.isFinite, "a computed coordinate is not finite")
        self.latitude = min(90, max(-90, latitude))
        // A look-up comes here twice: most longitudes are their own remainder.
        self.longitude = abs(longitude) <= 180 ? longitude : longitude.remainder(dividingBy: 360)
    }
}

extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey { case latitude, longitude }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "latitude or longitude is out of range")
        }
        self = coordinate
    }

    /// Seven decimals, about a centimetre: more digits would be noise.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(latitude.rounded(toDecimals: 7), forKey: .latitude)
        try container.encode(longitude.rounded(toDecimals: 7), forKey: .longitude)
    }
}
