internal import Synchronization

/// Feeds the watchdog only with what has gone all the way round: as long as one part of the service hangs, nothing comes
/// back, and systemd restarts it.
public final class WatchdogFeed: Sendable {
    private let roundTrip: @Sendable () async -> Void
    private let feed: @Sendable () -> Void
    private let isUnderWay = Atomic(false)

    /// - Parameters:
    ///   - roundTrip: returns when the parts of the service have answered.
    ///   - feed: sends the sign of life.
    public init(roundTrip: @escaping @Sendable () async -> Void, feed: @escaping @Sendable () -> Void) {
        self.roundTrip = roundTrip
        self.feed = feed
    }

    /// Begins a round trip, unless one has not come back yet. Returns at once.
    public func beat() {
        guard !isUnderWay.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task {
            await roundTrip()
            feed()
            isUnderWay.store(false, ordering: .releasing)
        }
    }
}
