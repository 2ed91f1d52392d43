import LocationEngine
import PlacemarkModel

/// Trips follow each other: each begins once, may seem to end, and ends once, under one identity; and the odometer is the sum
/// of those that have ended, with the way of the one that goes on.
struct TripOrder: Invariant {
    private var open: String?
    private var ended: Set<String> = []
    private var sumInMeters = 0.0

    mutating func check(_ step: Step, _ violations: inout Violations) {
        guard step.publicationCount > 0 else { return }
        for event in step.news {
            switch event.kind {
            case .tripStarted(let trip): begin(trip, step, &violations)
            case .tripEnded(let trip): end(trip, step, &violations)
            default: break
            }
        }
        guard let odometer = step.publication?.snapshot.odometerInMeters else { return }
        // A trip that has come to its end has gone no farther than it had before.
        if odometer < sumInMeters - 0.5 || open == nil && odometer > sumInMeters + 0.5 {
            complain("\(odometer) m on the odometer, \(sumInMeters) m of trips", step, &violations)
        }
    }

    private mutating func begin(_ trip: TripRecord, _ step: Step, _ violations: inout Violations) {
        if open != nil { complain("began while another goes on", step, &violations) }
        if ended.contains(trip.id) { complain("began again after its end", step, &violations) }
        if trip.state != .underway { complain("began as \(trip.state)", step, &violations) }
        open = trip.id
    }

    private mutating func end(_ trip: TripRecord, _ step: Step, _ violations: inout Violations) {
        if open != trip.id { complain("ended what does not go on", step, &violations) }
        if trip.duration < 0 || trip.distance < 0 || !trip.distance.isFinite || trip.movingTime < 0 {
            complain("\(trip.distance) m in \(trip.duration) s", step, &violations)
        }
        guard trip.state == .final else { return }
        open = nil
        ended.insert(trip.id)
        sumInMeters += trip.distance
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("trips follow each other", at: step.now, text())
    }
}
