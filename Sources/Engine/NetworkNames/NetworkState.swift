public import PlacemarkModel

/// What the status keeps of a network geocoder.
public struct NetworkState: Hashable, Sendable {
    /// Why a request failed last, and when.
    public struct Failure: Hashable, Sendable {
        public var reason: String
        public var at: BootInstant
    }

    /// What it has said of itself, and when.
    public struct KnownHealth: Hashable, Sendable {
        public var health: GeocoderHealth
        public var at: BootInstant
    }

    public var lastFailure: Failure?
    /// Nil after it has answered, and when it does not say.
    public var health: KnownHealth?

    public init() {}
}
