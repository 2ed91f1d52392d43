public import PlacemarkModel

/// What the owner of a machine says about geocoding.
extension GeocodePolicy {
    /// The finest names whose change `on-change` watches.
    public enum Granularity: String, Codable, CaseIterable, Sendable {
        /// The city, and all that is coarser.
        case city
        /// The street too.
        case street
    }

    /// The policy, its two numbers, what `on-change` watches, and whether a stop is a reason of its own.
    public struct Settings: Hashable, Sendable {
        public var mode = GeocodingMode.distanceAndTime
        public var granularity = Granularity.city
        public var distanceInMeters = 1000.0
        public var interval = Duration.seconds(60)
        /// Whether a box that comes to stay within the distance of its last placemark asks for the one of its stop:
        /// `distance-and-time` and `on-change` only. `distance-or-time` is the listing to the letter.
        public var asksAtRest = true

        public init(
            mode: GeocodingMode = .distanceAndTime, distanceInMeters: Double = 1000, interval: Duration = .seconds(60)
        ) {
            self.mode = mode
            self.distanceInMeters = distanceInMeters
            self.interval = interval
        }
    }
}
