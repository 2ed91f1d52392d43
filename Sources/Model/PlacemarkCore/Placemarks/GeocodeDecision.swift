/// What a geocoder is asked: the location, and what the location manager knows of it besides.
public struct GeocodeRequest: Hashable, Sendable {
    public var location: Location
    /// The street that the box is in by `StreetMatcher`, as the embedded gazetteer numbers it; nil where none is known. The
    /// position alone may suggest another one.
    public var street: UInt32?
    /// Who is to answer; nil for the geocoder in force.
    public var geocoder: GeocoderChoice?
    public var asker: GeocodeAsker
    /// The languages in which names are wanted; none for those of the geocoder.
    public var languages = PreferredLanguages.none

    public var coordinate: Coordinate { location.coordinate }

    public init(
        location: Location, street: UInt32? = nil, geocoder: GeocoderChoice? = nil, asker: GeocodeAsker = .daemon,
        languages: PreferredLanguages = .none
    ) {
        (self.location, self.street, self.geocoder, self.asker) = (location, street, geocoder, asker)
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

/// What a policy comes to, and why.
extension GeocodePolicy {
    /// Why the geocoder is asked.
    public enum Reason: String, Codable, CaseIterable, Sendable {
        /// There is no placemark yet.
        case first
        /// The box has moved.
        case moved
        /// The hint has other names (`on-change` only).
        case changed
        /// The location is accurate enough for finer names than the one that was geocoded (`PlacemarkLevel`). The box
        /// need not have moved.
        case refined
        /// The box has come to stay elsewhere than where it was named (`GeocodePolicy.Settings.asksAtRest`).
        case rested
        /// The last attempt failed.
        case retry
        /// The time has passed (`distance-or-time` only).
        case elapsed
        /// Another geocoder, or another world file, may know other names for the same place.
        case requested
    }

    /// What to do now.
    public enum Decision: Hashable, Sendable {
        /// Ask for the placemark of this location.
        case geocode(Location, Reason)
        /// Let the gazetteer alone name this location: the network geocoder has failed, and is asked again later.
        case bridge(Location)
        /// A new placemark is due, and may be asked for from this moment on.
        case wait(until: BootInstant)
        /// Nothing is due.
        case hold(Hold)
    }

    /// Why nothing is due.
    public enum Hold: String, Hashable, Sendable {
        case noLocation, requestInFlight, notMoved, sameNames, sameFix

        /// Whether the last answer still names the newest location.
        var isNamed: Bool { self == .notMoved || self == .sameNames }
    }
}
