import PlacemarkCore

/// What `/v1/health` says: whether the helper can ask, and if not, why and until when.
struct HealthReport: Codable, Hashable, Sendable {
    enum State: String, Codable, Sendable {
        /// Asks when it is asked.
        case ready
        /// The server, or the budget, wants a rest; what is in the cache is answered.
        case resting
        /// The configuration names no server.
        case unconfigured
    }

    var state: State
    var provider: String
    /// Its address as it is configured; without the key.
    var server: String?
    var granularity: String
    /// Why it rests, and what to do about it.
    var reason: String?
    /// Seconds until it asks again.
    var retryAfter: Int?
    /// In the 24 hours of the limit.
    var requestsToday: Int
    var dailyLimit: Int?
    var waiting: Int
    var cache: PlaceCache.Figures

    init(_ health: GeocodingService.Health, settings: HelperSettings) {
        state = settings.server == nil ? .unconfigured : health.refusal == nil ? .ready : .resting
        provider = settings.provider.rawValue
        server = settings.server?.text
        granularity = settings.granularity.rawValue
        let error: ServiceError? = settings.server == nil ? .unconfigured : health.refusal.map(ServiceError.refused)
        reason = error?.sentence
        retryAfter = health.refusal.map { Int($0.retryAfter.inSeconds.rounded(.up)) }
        requestsToday = health.attemptsToday
        dailyLimit = settings.dailyLimit == 0 ? nil : settings.dailyLimit
        waiting = health.waiting
        cache = health.cache
    }
}
