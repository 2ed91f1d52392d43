/// How a network geocoder says that it is: the answer to `GET /v1/health` of docs/reference/geocoder.md.
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

/// What a network geocoder says of itself at `/v1/health`, whole: `GeocoderHealth` with the figures that its owner wants to
/// see. All but the state is optional.
package struct GeocoderHealthReport: Codable, Hashable, Sendable {
    package var state: GeocoderHealth.State
    /// Why it rests, and what to do about it.
    package var reason: String?
    /// Seconds until it asks again.
    package var retryAfter: Double?
    /// The kind of its server.
    package var provider: String?
    /// The server's address as it is configured; without a key.
    package var server: String?
    package var granularity: String?
    /// In the 24 hours of the limit.
    package var requestsToday: Int?
    package var dailyLimit: Int?
    /// Questions that wait for their turn.
    package var waiting: Int?
    package var cache: Cache?

    package init(_ state: GeocoderHealth.State) { self.state = state }

    /// What the cache of answers holds, and what it has done since the geocoder's start.
    package struct Cache: Codable, Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var entries = 0
        package var sizeInBytes = 0
        /// What keeps it from working; nil when nothing does.
        package var failure: String?
        /// Files that were set aside.
        package var setAside = 0

        package init() {}
    }
}

/// The answer to `DELETE /v1/cache`.
package struct ClearedCache: Codable, Hashable, Sendable {
    /// How many answers there were.
    package let cleared: Int

    package init(cleared: Int) { self.cleared = cleared }
}
