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
