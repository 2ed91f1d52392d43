public import PlacemarkModel

/// When a sink's reports are sent, in which portions, and what a delivery's result means for them.
///
/// A delivery that fails is repeated after a delay that doubles, with jitter, or that the receiver has asked for. When a
/// portion was refused as a whole it is halved, until the report that is to blame stands alone and goes aside. One that has failed
/// is halved, too; after a success portions grow again.
public struct DeliverySchedule: Hashable, Sendable {
    /// What the sink's file says.
    public struct Rules: Hashable, Sendable {
        /// The most reports of one delivery, 1 or more.
        public var batchCount = 100
        /// How long a report may wait for others to go with it.
        public var batchAge: Duration = .zero
        public var order = Outbox.Order.oldestFirst

        public init() {}
    }

    /// What is to be done now.
    public enum Step: Hashable, Sendable {
        /// Nothing, until there are more reports.
        case waitForReports
        /// Nothing, until this instant, or, while the receiver works, until there are more reports.
        case wait(until: BootInstant)
        /// At most so many reports.
        case send(limit: Int)
    }

    /// What becomes of the reports of a delivery; those that it does not name are sent again.
    public struct Verdict: Hashable, Sendable {
        public var acknowledged: [ReportIdentity] = []
        /// With the reasons.
        public var refused: [(ReportIdentity, String)] = []

        public static func == (left: Verdict, right: Verdict) -> Bool {
            left.acknowledged == right.acknowledged && left.refused.elementsEqual(right.refused, by: ==)
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(acknowledged) }
    }

    /// The longest pause between two attempts: after it has come back, a receiver gets reports within two of these.
    public static let longestPause: Duration = .seconds(60)
    /// A receiver that asks for more means well, or is broken.
    public static let longestRetryAfter: Duration = .seconds(86_400)

    public let rules: Rules
    /// Why the last delivery has failed; nil when it has not, or there was none.
    public private(set) var failure: String?
    private var backoff = Backoff(ceiling: longestPause)
    private var notBefore: BootInstant?
    /// Of the next delivery; smaller than the rule's after a portion was refused.
    private var limit: Int
    private var waitingSince: BootInstant?

    public init(_ rules: Rules) {
        self.rules = rules
        limit = max(1, rules.batchCount)
    }

    /// Decides what is to be done.
    ///
    /// - Parameter waiting: how many reports are in the queue that may be sent.
    public mutating func step(waiting: Int, at now: BootInstant) -> Step {
        guard waiting > 0 else {
            waitingSince = nil
            return .waitForReports
        }
        let since = waitingSince ?? now
        waitingSince = since
        if let notBefore, now < notBefore { return .wait(until: notBefore) }
        let ready = since.advanced(by: rules.batchAge)
        return waiting >= limit || ready <= now ? .send(limit: limit) : .wait(until: ready)
    }

    /// Takes the result of a delivery.
    ///
    /// - Parameters:
    ///   - reports: what was sent, in its order.
    ///   - random: in 0..<1, for the jitter.
    public mutating func ended(
        _ result: DeliveryResult, of reports: [ReportIdentity], at now: BootInstant, random: Double
    ) -> Verdict {
        let outcomes: [DeliveryOutcome]
        switch result {
        case .all(.refused(let reason)) where reports.count > 1:
            // Not yet: one of them is to blame, or they are too many.
            limit = max(1, reports.count / 2)
            waitingSince = nil
            failure = reason
            return Verdict()
        case .all(let outcome):
            outcomes = Array(repeating: outcome, count: reports.count)
            // On a bad link a smaller portion may arrive whole before it is given up.
            if case .failed = outcome { limit = max(1, reports.count / 2) }
        case .each(let all): outcomes = all
        }
        var verdict = Verdict()
        var failed: (reason: String, retryAfter: Duration?)?
        for (report, outcome) in zip(reports, outcomes) {
            switch outcome {
            case .acknowledged: verdict.acknowledged.append(report)
            case .refused(let reason): verdict.refused.append((report, reason))
            case .failed(let reason, let retryAfter): if failed == nil { failed = (reason, retryAfter) }
            }
        }
        // A receiver that answers is there, whatever it answers.
        if !verdict.acknowledged.isEmpty || !verdict.refused.isEmpty { backoff.reset() }
        if let failed {
            failure = failed.reason
            let own = backoff.next(random: random)
            let asked = failed.retryAfter.map { min(Self.longestRetryAfter, max(.zero, $0)) }
            notBefore = now.advanced(by: max(own, asked ?? .zero))
        } else {
            failure = verdict.acknowledged.isEmpty ? failure : nil
            notBefore = nil
            limit = min(max(1, rules.batchCount), limit * 2)
            waitingSince = nil
        }
        return verdict
    }

    /// The receiver is known to be back: the next attempt need not wait.
    public mutating func receiverIsBack() {
        backoff.reset()
        notBefore = nil
    }
}
