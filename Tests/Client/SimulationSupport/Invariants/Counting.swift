import LocationEngine
import PlacemarkModel

/// Publications are numbered without a gap, and each report of a receiver is counted once: accepted, or rejected by one
/// name.
struct Counting: Invariant {
    private var sequence: UInt64 = 0
    private var reports = 0
    private var counters = StatusSnapshot.Counters()

    mutating func check(_ step: Step, _ violations: inout Violations) {
        switch step.input {
        case .source(.fix), .source(.noFix), .source(.invalidFix): reports += 1
        default: break
        }
        if step.publicationCount > 1 { complain("\(step.publicationCount) publications", step, &violations) }
        guard let new = step.counters, let number = step.publication?.snapshot.sequence else {
            if step.fix != nil { complain("a fix, and nothing published", step, &violations) }
            return
        }
        if number != sequence + 1 { complain("number \(number) after \(sequence)", step, &violations) }
        sequence = number
        let rejected = new.rejected.values.reduce(0, +)
        if rejected != counters.rejected.values.reduce(0, +) {
            for (rejection, count) in new.rejected {
                let growth = count - counters.rejected[rejection, default: 0]
                if growth < 0 || growth > 1 { complain("\(rejection.rawValue) grows by \(growth)", step, &violations) }
            }
        }
        if new.accepted + rejected != reports {
            complain("\(new.accepted) accepted + \(rejected) rejected of \(reports)", step, &violations)
        }
        if new.requests < counters.requests || new.saved < counters.saved || new.accepted < counters.accepted {
            complain("a counter runs backwards", step, &violations)
        }
        for event in step.news {
            guard case .rejected(let rejection) = event.kind,
                new.rejected[rejection, default: 0] == counters.rejected[rejection, default: 0]
            else { continue }
            complain("\(rejection.rawValue) is reported, and not counted", step, &violations)
        }
        counters = new
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("counting", at: step.now, text())
    }
}
