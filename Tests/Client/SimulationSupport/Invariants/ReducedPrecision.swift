import LocationEngine
import PlacemarkModel

/// Readers with reduced precision see cells, at most four new ones an hour, and nothing that tells more.
struct ReducedPrecision: Invariant {
    private var position: ReducedPosition?
    /// When the last four changes were seen.
    private var changes: [BootInstant] = []

    /// A fix may wait for up to the longest allowed age before it is handled.
    private static let margin = Duration.seconds(60)

    mutating func check(_ step: Step, _ violations: inout Violations) {
        guard step.publicationCount > 0 else { return }
        let new = step.publication?.snapshot.reducedPosition
        var reported: ReducedPosition?
        for event in step.news {
            if case .reducedPosition(let position) = event.kind { reported = position }
        }
        if let reported, reported != new {
            complain("another position than the one that was reported", step, &violations)
        }
        guard new?.coordinate != position?.coordinate else { return }
        defer { position = new }
        guard let new else { return complain("the position has vanished", step, &violations) }
        if reported == nil { complain("the position has changed without an event", step, &violations) }
        check(new, step, &violations)
    }

    private mutating func check(_ new: ReducedPosition, _ step: Step, _ violations: inout Violations) {
        if changes.count == 4 {
            let span = changes.removeFirst().duration(to: step.now)
            if span < .seconds(3600) - Self.margin { complain("five positions within \(span)", step, &violations) }
        }
        changes.append(step.now)
        guard let location = step.location else { return }
        if location.coordinate.distance(to: new.coordinate) > new.horizontalAccuracy {
            complain("the box is not within the radius", step, &violations)
        }
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("reduced precision", at: step.now, text())
    }
}
