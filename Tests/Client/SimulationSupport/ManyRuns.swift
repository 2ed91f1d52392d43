import LocationEngine
import PlacemarkModel

/// What the short runs of many seeds come to.
public struct ManyRuns: Sendable {
    public private(set) var tally = RunTally()
    /// In how many runs each fault has happened.
    public private(set) var runsWith: [Fault: Int] = [:]
    /// One line for each seed whose run has violated something, with the command that shows it again.
    public private(set) var failures: [String] = []

    /// Carries the runs out, on all cores. What each comes to follows from its seed alone.
    public init(seeds: ClosedRange<UInt64>) async {
        await withTaskGroup(of: ManyRuns.self) { group in
            for first in stride(from: seeds.lowerBound, through: seeds.upperBound, by: 50) {
                group.addTask { ManyRuns(oneByOne: first...min(first + 49, seeds.upperBound)) }
            }
            for await part in group { add(part) }
        }
        failures.sort()
    }

    private init(oneByOne seeds: ClosedRange<UInt64>) {
        for seed in seeds {
            var run = SimulatedRun(.short(seed: seed), watching: .invariants)
            run.finish()
            tally += run.tally
            for fault in Fault.allCases where run.tally.faults[fault] > 0 { runsWith[fault, default: 0] += 1 }
            if let violation = run.invariants.violations.first.first {
                failures.append(
                    "seed \(seed): \(violation)\n    see it again: make simulate ARGS=\"--short --seed \(seed)\"")
            }
        }
    }

    private mutating func add(_ other: ManyRuns) {
        tally += other.tally
        runsWith.merge(other.runsWith, uniquingKeysWith: +)
        failures += other.failures
    }

    /// What has happened too seldom to prove anything: each fault must be in many runs, and each answer to it be given.
    public func gaps(atLeast count: Int) -> [String] {
        var gaps: [String] = []
        for fault in Fault.allCases where runsWith[fault, default: 0] < count {
            gaps.append("too few runs with \(fault.rawValue)")
        }
        for rejection in Rejection.allCases where tally.rejected[rejection, default: 0] < count {
            gaps.append("too few fixes were \(rejection.rawValue)")
        }
        let reasons: [GeocodePolicy.Reason] = [.first, .moved, .retry, .elapsed]
        for reason in reasons where tally.geocodes[reason, default: 0] < count {
            gaps.append("too few geocodes for \(reason.rawValue)")
        }
        let totals: [(name: String, count: Int)] = [
            ("entered regions", tally.regionsEntered), ("exited regions", tally.regionsExited),
            ("visits", tally.visits), ("pauses", tally.pauses), ("time zones", tally.timeZones),
        ]
        for total in totals where total.count < count { gaps.append("too few \(total.name): \(total.count)") }
        return gaps
    }
}
