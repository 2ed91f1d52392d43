/// The network geocoder in the status.
public struct NetworkGeocoderReport: Codable, Hashable, Sendable {
    /// Answers that counted.
    public var answered: Int
    /// Answers that no place is known.
    public var noResult: Int
    public var failed: Int
    /// Answers that cannot be: far away, or in another country.
    public var refused: Int
    /// Why a request failed last; absent when none has.
    public var lastError: String?
    /// Seconds since then.
    public var lastErrorAge: Double?
    /// How it says that it is; absent when it does not say, and while it answers.
    public var state: GeocoderHealth.State?
    /// Why it does not ask its server.
    public var reason: String?
    /// Seconds until it asks its server again.
    public var restsFor: Double?

    init(_ state: NetworkState, _ counters: StatusSnapshot.Counters, at now: BootInstant) {
        let results = counters.results
        answered = results[.answered, default: 0]
        noResult = results[.noResult, default: 0]
        failed = results[.failed, default: 0]
        refused = results[.refused, default: 0]
        lastError = state.lastFailure?.reason
        lastErrorAge = state.lastFailure?.at.duration(to: now).inReportedSeconds
        guard let known = state.health else { return }
        self.state = known.health.state
        reason = known.health.reason
        restsFor = known.health.retryAfter.map {
            now.duration(to: known.at.advanced(by: $0)).inReportedSeconds
        }
    }
}
