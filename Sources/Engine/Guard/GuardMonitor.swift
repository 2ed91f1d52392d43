public import PlacemarkModel

/// The guard, on or off. `GuardWatch` has the rules.
public struct GuardMonitor: Sendable {
    private var watch: GuardWatch?
    /// Of the guards before this one.
    private var earlierRevisions: UInt64 = 0

    public init() {}

    /// Goes up whenever `memory` has changed so that it is worth a write; stands still while no guard is on.
    public var revision: UInt64 { earlierRevisions + (watch?.revision ?? 0) }

    /// What the next run has to know; nil while no guard is on.
    public var memory: GuardMemory? { watch?.memory }

    /// Nil while no guard is on.
    public var state: GuardState? { watch?.state }

    /// When `advance(to:)` must be called; nil when nothing becomes of time alone.
    var deadline: BootInstant? { watch?.deadline }

    public func report(at now: BootInstant) -> GuardReport { watch?.report(at: now) ?? GuardReport(.off) }

    /// Does what is wanted. Returns what its readers are to be told.
    ///
    /// - Parameter position: where the box is; nil when nobody knows.
    mutating func apply(
        _ command: GuardCommand, position: Coordinate?, at now: BootInstant
    ) throws(GuardMistake) -> GuardChange? {
        switch command {
        case .arm(let order):
            guard let position else { throw .noPosition }
            replace(with: GuardWatch(try order.plan(at: position), at: now))
        case .acknowledge:
            guard watch != nil else { throw .isOff }
            guard watch?.acknowledge(at: now) == true else { throw .isQuiet }
            return nil
        case .disarm:
            guard watch != nil else { throw .isOff }
            replace(with: nil)
        }
        return GuardChange(kind: .cleared, report: report(at: now))
    }

    private mutating func replace(with new: GuardWatch?) {
        earlierRevisions = revision + 1
        watch = new
    }

    mutating func accepted(_ fix: Location) -> GuardChange? { watch?.accepted(fix) }

    mutating func advance(to now: BootInstant) -> GuardChange? { watch?.advance(to: now) }

    /// The source has ended: what is known by now is kept.
    mutating func sourceEnded(at now: BootInstant) { watch?.touch(at: now) }

    /// Goes on with what an earlier run knew. To be called before the first fix.
    mutating func restore(_ memory: GuardMemory, at now: BootInstant) {
        earlierRevisions = revision
        watch = GuardWatch(memory, isOfEarlierBoot: memory.isOfEarlierBoot ?? false, at: now)
    }
}
