import LocationEngine
import PlacemarkModel

/// No fault cuts the box off for good: once nothing has been wrong for a while, fixes are accepted, and they are where
/// the box is.
struct Recovery: Invariant {
    /// The largest error that a healthy receiver of this world has, in metres.
    let largestErrorInMeters: Double
    /// The longest time from fix to fix of a healthy receiver.
    let longestPeriod: Duration
    private var confirmation: Duration
    /// The last location, and the fastest that the box has been since: it may have slowed down by now.
    private var shown: BootInstant?
    private var fastestInMetersPerSecond = 0.0

    init(settings: LocationMachine.Settings, largestErrorInMeters: Double, longestPeriod: Duration) {
        confirmation = settings.fixFilter.confirmation
        self.largestErrorInMeters = largestErrorInMeters
        self.longestPeriod = longestPeriod
    }

    /// What the filter may need: a clock that is doubted and a jump that is doubted, one after the other, each at the
    /// pace of the receiver.
    private var patience: Duration { .seconds(30) + confirmation * 3 + longestPeriod * 10 }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        if case .configured(let settings) = step.input { confirmation = settings.fixFilter.confirmation }
        if let truth = step.truth {
            // Not every step tells the location.
            let isNew = step.location.map { $0.receivedAt != shown } ?? false
            shown = step.location?.receivedAt ?? shown
            fastestInMetersPerSecond = max(isNew ? 0 : fastestInMetersPerSecond, truth.speedInMetersPerSecond)
        }
        guard let truth = step.truth, let since = truth.healthySince, since.duration(to: step.now) > patience,
            step.fix != nil
        else { return }
        guard let location = step.location else {
            return complain("no location after \(since.duration(to: step.now)) without a fault", step, &violations)
        }
        let age = location.receivedAt.duration(to: step.now)
        if age > .seconds(10) + longestPeriod * 3 {
            return complain(
                "nothing accepted for \(age), after \(since.duration(to: step.now)) without a fault", step, &violations)
        }
        let error = truth.coordinate.distance(to: location.coordinate)
        if error > largestErrorInMeters + (age.inSeconds + 1) * (fastestInMetersPerSecond + 10) {
            complain("\(error) m from the box", step, &violations)
        }
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("recovery", at: step.now, text())
    }
}
