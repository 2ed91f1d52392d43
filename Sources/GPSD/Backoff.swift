/// How long to wait before the next attempt to reach gpsd: 0.2 s at first, doubling, up to a ceiling, with jitter.
struct Backoff: Hashable, Sendable {
    /// The longest delay.
    let ceiling: Duration
    /// Failures in a row.
    private(set) var failures = 0

    static let shortest: Duration = .milliseconds(200)

    init(ceiling: Duration) { self.ceiling = ceiling }

    /// A gpsd on this machine costs nothing to ask, and must be live within 2 s after it came up. A remote one is
    /// asked every 30 s at least, so that a fleet of boxes does not keep a dead network busy.
    init(for endpoint: GPSDEndpoint) {
        self.init(ceiling: endpoint.isLoopback ? .seconds(1) : .seconds(30))
    }

    /// The delay after one more failure. `random` is in 0..<1: the delay is between half of the full one and the full
    /// one, so that boxes that lost the same server do not return to it in step.
    mutating func next(random: Double) -> Duration {
        // 0.2 s × 2⁸ is more than any ceiling: the exponent needs no more.
        let full = min(ceiling, Self.shortest * (1 << min(failures, 8)))
        failures += 1
        return max(min(Self.shortest, ceiling), full * (0.5 + 0.5 * min(1, max(0, random))))
    }

    /// Called when a connection was worth something, so that its loss is a new story.
    mutating func reset() { failures = 0 }
}
