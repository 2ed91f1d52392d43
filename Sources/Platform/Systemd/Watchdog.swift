internal import Synchronization

/// How often systemd wants a sign of life (`WatchdogSec=`, sd_watchdog_enabled(3)).
public struct WatchdogInterval: Equatable, Sendable {
    /// systemd kills the service after this long without one.
    public let timeout: Duration

    /// Send `.watchdog` this often: twice in each timeout, as systemd recommends.
    public var notificationInterval: Duration { timeout / 2 }

    /// Returns nil when no watchdog is set, or when it is meant for another process.
    ///
    /// - Parameter processIdentifier: `getpid()`.
    public init?(environment: [String: String], processIdentifier: Int32) {
        // A day is far more than any watchdog; a number beyond that is not one.
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ decimal($0, as: Int64.self) }),
            (1...86_400_000_000).contains(microseconds)
        else { return nil }
        if let text = environment["WATCHDOG_PID"], decimal(text, as: Int32.self) != processIdentifier { return nil }
        timeout = .microseconds(microseconds)
    }
}

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
