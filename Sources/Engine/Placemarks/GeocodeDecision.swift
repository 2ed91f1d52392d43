public import PlacemarkModel

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
