public import PlacemarkModel

/// The guard, on or off. `GuardWatch` has the rules.
public struct GuardMonitor: Sendable {
    private var watch: GuardWatch?
    private var loss: Loss?
    /// Of the guards before this one.
    private var earlierRevisions: UInt64 = 0

    /// A guard was on, and nothing is known of it. Until somebody arms or ends it, nobody looks after the box: to be blind.
    private struct Loss {
        let since: BootInstant
        var isTold = false
        /// By then those who listen are there again, if they have been started with the daemon.
        static let told = Duration.seconds(30)
    }

    /// What completes an order.
    struct Whereabouts {
        /// Where the box is; nil when nobody knows.
        var position: Coordinate?
        /// Where its bow points, in degrees from true north; nil without a compass.
        var heading: Double?
        var settings = GuardSettings()
        /// Whether nobody has asked.
        var isAutomatic = false
    }

    public init() {}

    /// Goes up whenever `memory` has changed so that it is worth a write; stands still while no guard is on.
    public var revision: UInt64 { earlierRevisions + (watch?.revision ?? 0) }

    /// What the next run has to know; nil while no guard is on.
    public var memory: GuardMemory? { watch?.memory }

    /// Nil while no guard is on.
    public var state: GuardState? { watch?.state ?? (isLost ? .blind : nil) }

    /// What is guarded; nil while no guard is on, and when that is lost.
    var plan: GuardPlan? { watch?.plan }

    /// Whether a guard was on of which nothing is known.
    public var isLost: Bool { loss != nil }

    /// When `advance(to:)` must be called; nil when nothing becomes of time alone.
    var deadline: BootInstant? {
        if let loss, !loss.isTold { return loss.since.advanced(by: Loss.told) }
        return watch?.deadline
    }

    public func report(at now: BootInstant) -> GuardReport {
        guard let loss else { return watch?.report(at: now) ?? GuardReport(.off) }
        var report = GuardReport(.blind)
        report.since = loss.since.duration(to: now).inReportedSeconds
        report.told = lossNews
        return report
    }

    /// The report without all that changes from fix to fix: what the state file tells. Nil while no guard is on.
    var notice: GuardReport? {
        guard let state else { return nil }
        var notice = GuardReport(state)
        (notice.plan, notice.told) = (watch?.plan, watch?.told ?? lossNews)
        return notice
    }

    /// After each start it is told again, and is another one.
    private var lossNews: GuardNews? {
        guard let loss else { return nil }
        var news = GuardNews()
        news.guardBlind = "lost-\(loss.since.sinceBoot.components.seconds)"
        return news
    }

    /// Does what is wanted. Returns what its readers are to be told.
    ///
    /// - Parameter whereabouts: of the box.
    mutating func apply(
        _ command: GuardCommand, _ whereabouts: Whereabouts, at now: BootInstant
    ) throws(GuardMistake) -> GuardChange? {
        switch command {
        case .arm(let order):
            let plan = try order.plan(
                at: whereabouts.position, heading: whereabouts.heading, settings: whereabouts.settings,
                automatic: whereabouts.isAutomatic ? true : nil)
            replace(with: GuardWatch(plan, at: now))
        case .acknowledge where isLost:
            // There is nothing left that could go on.
            replace(with: nil)
        case .acknowledge:
            guard watch != nil else { throw .isOff }
            guard watch?.acknowledge(at: now) == true else { throw .isQuiet }
            return nil
        case .disarm:
            guard watch != nil || isLost else { throw .isOff }
            replace(with: nil)
        }
        return GuardChange(kind: .cleared, report: report(at: now))
    }

    private mutating func replace(with new: GuardWatch?) {
        earlierRevisions = revision + 1
        (watch, loss) = (new, nil)
    }

    mutating func accepted(_ fix: Location) -> GuardChange? { watch?.accepted(fix) }

    mutating func advance(to now: BootInstant) -> GuardChange? {
        guard let loss, !loss.isTold else { return watch?.advance(to: now) }
        guard let deadline, deadline <= now else { return nil }
        self.loss?.isTold = true
        return GuardChange(kind: .blind, report: report(at: now))
    }

    /// The source has ended: what is known by now is kept.
    mutating func sourceEnded(at now: BootInstant) { watch?.touch(at: now) }

    /// Goes on with what an earlier run knew. To be called before the first fix.
    mutating func restore(_ memory: GuardMemory, at now: BootInstant) {
        earlierRevisions = revision
        watch = GuardWatch(memory, isOfEarlierBoot: memory.isOfEarlierBoot ?? false, at: now)
    }

    /// An earlier run had a guard, and what it was is lost. To be called before the first fix.
    mutating func lose(at now: BootInstant) {
        earlierRevisions = revision + 1
        loss = Loss(since: now)
    }
}
