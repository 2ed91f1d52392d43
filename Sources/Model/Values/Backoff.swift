/// How long to wait before the next attempt to reach somebody: 0.2 s at first, doubling, up to a ceiling, with jitter.
public struct Backoff: Hashable, Sendable {
    /// The longest delay.
    let ceiling: Duration
    /// Failures in a row.
    private(set) var failures = 0

    /// A server that restarts is often back at once, and a refused attempt costs next to nothing.
    static let shortest: Duration = .milliseconds(200)

    public init(ceiling: Duration) { self.ceiling = ceiling }

    /// The delay after one more failure. `random` is in 0..<1: the delay is between half of the full one and the full
    /// one, so that all clients that lost the same server do not return to it in step.
    public mutating func next(random: Double) -> Duration {
        // 0.2 s × 2⁸ is more than any ceiling: the exponent needs no more.
        let full = min(ceiling, Self.shortest * (1 << min(failures, 8)))
        failures += 1
        return max(min(Self.shortest, ceiling), full * (0.5 + 0.5 * min(1, max(0, random))))
    }

    /// Called when a connection was worth something, so that its loss is a new story.
    public mutating func reset() { failures = 0 }
}
