/// When a broker that acknowledges nothing counts as dead: with something in flight, so long after the last acknowledgement, or
/// after the first message that is in flight was sent.
struct SilenceRule {
    let limit: Duration
    private(set) var inFlight = 0
    private var since: ContinuousClock.Instant?

    init(limit: Duration) { self.limit = limit }

    mutating func sent(at now: ContinuousClock.Instant) {
        if inFlight == 0 { since = now }
        inFlight += 1
    }

    mutating func acknowledged(at now: ContinuousClock.Instant) {
        inFlight = max(0, inFlight - 1)
        since = inFlight == 0 ? nil : now
    }

    /// When the broker counts as dead, if nothing comes; nil while nothing is in flight.
    var deadline: ContinuousClock.Instant? { since?.advanced(by: limit) }
}
