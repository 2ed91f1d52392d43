import LocationEngine
import PlacemarkModel

/// A box that has moved by more than the distance filter gets a `location` event, however slowly it has moved.
///
/// When every fix of a minute, and at least twenty, have been good enough, and farther from the last delivered location
/// than the filter, both accuracies and 100 m for what counts as rest, one must have been delivered.
struct DeliveryStarvation: Invariant {
    private var filterInMeters: Double
    private var desired: DesiredAccuracy
    private var accepted = 0
    private var delivered: Location?
    private var awaySince: BootInstant?
    private var fixesAway = 0

    private static let restInMeters = 100.0
    private static let patience = Duration.seconds(60)
    private static let patienceInFixes = 20

    init(settings: LocationMachine.Settings) {
        filterInMeters = settings.distanceFilterInMeters
        desired = settings.desiredAccuracy
    }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        if case .configured(let settings) = step.input {
            (filterInMeters, desired) = (settings.distanceFilterInMeters, settings.desiredAccuracy)
            awaySince = nil
        }
        for event in step.events {
            guard case .location(let location) = event.kind else { continue }
            delivered = location
            awaySince = nil
        }
        guard let counters = step.counters, counters.accepted > accepted, let location = step.location else { return }
        accepted = counters.accepted
        guard isAway(location) else {
            awaySince = nil
            return
        }
        let since = awaySince ?? step.now
        fixesAway = awaySince == nil ? 1 : fixesAway + 1
        awaySince = since
        guard since.duration(to: step.now) > Self.patience, fixesAway >= Self.patienceInFixes else { return }
        violations.add(
            "delivery starvation", at: step.now, "away for \(since.duration(to: step.now)), and nothing delivered")
        awaySince = nil
    }

    private func isAway(_ location: Location) -> Bool {
        guard let delivered else { return true }
        if let limit = desired.inMeters, (location.horizontalAccuracy ?? .infinity) > limit { return false }
        let accuracies = (location.horizontalAccuracy ?? 0) + (delivered.horizontalAccuracy ?? 0)
        let distance = delivered.coordinate.distance(to: location.coordinate)
        return distance > filterInMeters + accuracies + Self.restInMeters
    }
}
