public import PlacemarkModel

/// When the boot-time clock of one boot began to run, by civil time: what turns the instant of an event into a time.
///
/// It is learnt while events come, and it corrects those that came before: a box that boots in 1970 and hears the time an
/// hour later knows the time of the first event then, too.
public struct BootTime: Hashable, Sendable {
    /// By this machine's clock; nil while that shows a time that cannot be.
    public private(set) var byMachine: Timestamp?
    /// By the receiver's clock; nil while no location with a believable time has come.
    public private(set) var byReceiver: Timestamp?
    /// By a clock that cannot be right: good for the order of events and no more.
    public private(set) var byWrongClock = Timestamp(nanosecondsSinceEpoch: 0)

    /// Earlier than this no clock is right: this program did not exist.
    static let earliest = Timestamp(nanosecondsSinceEpoch: 1_767_225_600 * 1_000_000_000)  // 2026-01-01
    /// Two clocks that are no further apart agree: a receiver's time arrives late, by its delay and ours.
    static let tolerance: Duration = .seconds(60)

    public init(byMachine: Timestamp? = nil, byReceiver: Timestamp? = nil) {
        (self.byMachine, self.byReceiver) = (byMachine, byReceiver)
    }

    /// The best that is known. Where the clocks disagree it is the receiver's: the daemon has judged it already, and a machine
    /// without a battery begins at the time at which it was switched off.
    public var start: Timestamp {
        guard let byReceiver else { return byMachine ?? byWrongClock }
        guard let byMachine else { return byReceiver }
        let difference = byMachine.duration(since: byReceiver)
        return difference <= Self.tolerance && difference >= .zero - Self.tolerance ? byMachine : byReceiver
    }

    /// Whether times that are reckoned from `start` cannot be believed.
    public var isSuspect: Bool { byMachine == nil && byReceiver == nil }

    /// This machine's clock shows `wallClock` at the instant `now`.
    public mutating func learn(machine wallClock: Timestamp, at now: BootInstant) {
        guard let start = wallClock.advanced(by: .zero - now.sinceBoot) else { return }
        if wallClock < Self.earliest { byWrongClock = start } else { byMachine = start }
    }

    /// The receiver has said that it took a fix at `time`, which was the instant `taken`.
    public mutating func learn(receiver time: Timestamp, takenAt taken: BootInstant) {
        guard time >= Self.earliest, let start = time.advanced(by: .zero - taken.sinceBoot) else { return }
        byReceiver = start
    }

    /// The civil time of an instant of this boot.
    public func time(of instant: BootInstant) -> Timestamp { start.advanced(by: instant.sinceBoot) ?? start }

    /// Whether this one and another give times that differ so much that the difference is worth keeping.
    func isNews(beside other: BootTime) -> Bool {
        let difference = start.duration(since: other.start)
        return isSuspect != other.isSuspect || difference > .seconds(1) || difference < .seconds(-1)
    }
}
