/// How a network geocoder says that it is: the answer to `GET /v1/health` of docs/geocoder.md.
public struct GeocoderHealth: Hashable, Sendable {
    public enum State: String, Codable, CaseIterable, Sendable {
        /// It asks its server when it is asked.
        case ready
        /// Its circuit is open: the server has refused it, or its budget is used up.
        case resting
        /// It has no server yet.
        case unconfigured
    }

    public var state: State
    /// Why, in words for a person; nil when it does not say, or says it with what may be a place.
    public var reason: String?
    /// How long it rests; nil when that is not known.
    public var retryAfter: Duration?

    public init(_ state: State, reason: String? = nil, retryAfter: Duration? = nil) {
        (self.state, self.reason, self.retryAfter) = (state, reason, retryAfter)
    }
}

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
