public import PlacemarkModel

/// Where the box is, or why that is unknown: CoreLocation's `CLLocationUpdate`.
public struct LocationUpdate: Hashable, Sendable {
    /// The current location; nil while there is none. A location that no longer counts, because the receiver has
    /// fallen silent for example, is not repeated here: `PlacemarkClient.currentLocation()` has it, with its age.
    public var location: LocationReport?
    /// Whether the box is at rest. False until the daemon can tell, and for readers with reduced precision.
    public var isStationary = false
    /// Whether this user gets reduced locations only: the middle of a cell of about 2 km.
    public var accuracyLimited = false
    /// Whether the daemon refuses to tell this user anything.
    public var authorizationDenied = false
    /// Why there is no location, in words for a person; nil with one.
    public var reason: String?

    /// Whether there is no location at present.
    public var locationUnavailable: Bool { location == nil }
}
