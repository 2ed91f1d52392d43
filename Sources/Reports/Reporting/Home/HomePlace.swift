public import PlacemarkModel

/// What Home Assistant calls its home: where it takes itself to be, and with that its sun, its weather and its clock.
public struct HomePlace: Hashable, Sendable {
    public var coordinate: Coordinate
    /// Metres above mean sea level; Home Assistant takes whole ones. Nil to leave it as it is.
    public var elevationInMeters: Int?
    /// An identifier of the IANA time zone database. Nil where it is not known, and to leave it as it is.
    public var timeZone: String?
    /// ISO 3166-1 alpha-2. Nil where it is not known, and to leave it as it is.
    public var country: String?

    public init(
        _ coordinate: Coordinate, elevationInMeters: Int? = nil, timeZone: String? = nil, country: String? = nil
    ) {
        (self.coordinate, self.elevationInMeters) = (coordinate, elevationInMeters)
        (self.timeZone, self.country) = (timeZone, country)
    }
}
