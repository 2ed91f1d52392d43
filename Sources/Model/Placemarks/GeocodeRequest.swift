/// What a geocoder is asked: the location, and what the location manager knows of it besides.
public struct GeocodeRequest: Hashable, Sendable {
    public var location: Location
    /// The street that the box is in by `StreetMatcher`, as the embedded gazetteer numbers it; nil where none is known. The
    /// position alone may suggest another one.
    public var street: UInt32?
    /// Who is to answer; nil for the geocoder in force.
    public var geocoder: GeocoderChoice?
    /// Who has asked the daemon; nil when it asks for itself.
    public var client: GeocodeClient?
    /// The languages in which names are wanted; none for those of the geocoder.
    public var languages = PreferredLanguages.none

    public var coordinate: Coordinate { location.coordinate }

    public var asker: GeocodeAsker { client == nil ? .daemon : .client }

    public init(
        location: Location, street: UInt32? = nil, geocoder: GeocoderChoice? = nil, client: GeocodeClient? = nil,
        languages: PreferredLanguages = .none
    ) {
        (self.location, self.street, self.geocoder, self.client) = (location, street, geocoder, client)
        self.languages = languages
    }
}

/// On whose behalf a geocoder is asked. A network geocoder tells the two apart, so that clients can neither take its server
/// away from the daemon nor learn from its cache where the box has been.
public enum GeocodeAsker: String, CaseIterable, Sendable {
    /// The daemon itself: where the box is.
    case daemon
    /// A client of the daemon's socket: any place.
    case client

    /// The header in which the daemon tells a network geocoder.
    public static let headerName = "Placemarkd-Asker"
}
