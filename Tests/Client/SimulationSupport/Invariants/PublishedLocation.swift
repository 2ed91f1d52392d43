import LocationEngine
import PlacemarkModel

/// Each publication shows the last accepted fix, unchanged, and events deliver that one and no other.
///
/// While the source is live, the fix is not older than five times the usual gap between two, 5 s to 5 min.
struct PublishedLocation: Invariant {
    private var accepted = 0
    private var last: Location?
    /// The gaps between the last accepted fixes.
    private var gaps: [Duration] = []

    mutating func check(_ step: Step, _ violations: inout Violations) {
        guard let counters = step.counters else { return }
        let newlyAccepted = counters.accepted - accepted
        switch (newlyAccepted, step.fix) {
        case (0, _):
            if step.location != last { complain("the location has changed without a fix", step, &violations) }
        case (1, let fix?):
            // Whether its time can be believed, the machine has found out itself.
            var fix = fix
            fix.isTimestampSuspect = step.location?.isTimestampSuspect ?? false
            if step.location != fix { complain("the location is not the accepted fix", step, &violations) }
            note(fix)
        default: complain("\(newlyAccepted) fixes accepted at once", step, &violations)
        }
        accepted = counters.accepted
        last = step.location
        for event in step.events {
            switch event.kind {
            case .location(let location), .significantLocation(let location):
                if location != last { complain("delivered another location than the last", step, &violations) }
            default: break
            }
        }
        if step.publication?.snapshot.source.state == .live, let last {
            let age = last.receivedAt.duration(to: step.now)
            if age > longestAge { complain("live with a fix of \(age) ago", step, &violations) }
        }
    }

    private mutating func note(_ fix: Location) {
        guard let last else { return }
        if gaps.count == 5 { gaps.removeFirst() }
        gaps.append(last.receivedAt.duration(to: fix.receivedAt))
    }

    private var longestAge: Duration { min(.seconds(60), max(.seconds(1), gaps.max() ?? .zero)) * 5 }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("published location", at: step.now, text())
    }
}
