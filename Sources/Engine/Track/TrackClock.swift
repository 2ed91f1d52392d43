public import PlacemarkModel

/// The receiver's time, carried on by the boot-time clock: what the age of positions from before a reboot is told by.
///
/// The wall clock may be wrong by decades, and so may a receiver, for its first seconds or from some day on. So nothing
/// is forgotten on the word of a receiver whose time has not agreed with the boot-time clock for a while.
public struct TrackClock: Sendable {
    /// How long the two clocks must agree until the receiver is believed.
    static let confirmation = Duration.seconds(600)
    /// How far they may part in between, by delays.
    static let largestDifference = Duration.seconds(60)

    private var last: (timestamp: Timestamp, at: BootInstant)?
    private var agreesSince: BootInstant?

    public init() {}

    /// Takes an accepted fix into account, unless its time cannot be right.
    public mutating func learn(from fix: Location) {
        guard let timestamp = fix.plausibleTimestamp else { return }
        if let last {
            let difference = timestamp.duration(since: last.timestamp) - last.at.duration(to: fix.receivedAt)
            if difference.magnitude > Self.largestDifference { agreesSince = nil }
        }
        last = (timestamp, fix.receivedAt)
        agreesSince = agreesSince ?? fix.receivedAt
    }

    /// The receiver's time at `now`; nil when it has told none yet.
    public func time(at now: BootInstant) -> Timestamp? {
        guard let last else { return nil }
        return last.timestamp.advanced(by: last.at.duration(to: now))
    }

    /// The same, when it can be relied upon.
    public func believedTime(at now: BootInstant) -> Timestamp? {
        guard let last, let agreesSince, agreesSince.duration(to: last.at) >= Self.confirmation else { return nil }
        return time(at: now)
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
