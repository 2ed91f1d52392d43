import LocationEngine
import PlacemarkModel

/// Visits follow each other: one arrival and one departure by turns, no overlap, none shorter than three minutes.
struct VisitOrder: Invariant {
    private var open: Visit?
    private var lastDeparture: BootInstant?

    private static let shortest = Duration.seconds(180)

    mutating func check(_ step: Step, _ violations: inout Violations) {
        guard step.publicationCount > 0 else { return }
        for event in step.news {
            switch event.kind {
            case .visitArrived(let visit): arrive(visit, step, &violations)
            case .visitDeparted(let visit): depart(visit, step, &violations)
            default: break
            }
        }
        if (step.publication?.snapshot.visit == nil) != (open == nil) {
            complain(open == nil ? "a visit that was never reported" : "a visit that has vanished", step, &violations)
        }
    }

    private mutating func arrive(_ visit: Visit, _ step: Step, _ violations: inout Violations) {
        if open != nil { complain("arrived twice", step, &violations) }
        if visit.departedAt != nil { complain("arrived at a visit that is over", step, &violations) }
        if visit.arrivedAt > step.now { complain("arrived in the future", step, &violations) }
        if let lastDeparture, visit.arrivedAt < lastDeparture { complain("overlaps the last visit", step, &violations) }
        open = visit
    }

    private mutating func depart(_ visit: Visit, _ step: Step, _ violations: inout Violations) {
        if open?.arrivedAt != visit.arrivedAt { complain("left what was not arrived at", step, &violations) }
        if let departure = visit.departedAt {
            if visit.arrivedAt.duration(to: departure) < Self.shortest {
                complain("stayed for \(visit.arrivedAt.duration(to: departure))", step, &violations)
            }
            if departure > step.now { complain("left in the future", step, &violations) }
            lastDeparture = departure
        } else {
            complain("left at no time", step, &violations)
        }
        open = nil
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("visits follow each other", at: step.now, text())
    }
}
