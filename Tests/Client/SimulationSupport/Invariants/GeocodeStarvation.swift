import LocationEngine
import PlacemarkModel

/// A box that has moved is given a new placemark in time, however slowly it has moved.
///
/// Once the accepted location is farther from the last geocoded one than the policy's distance and both accuracies, the
/// geocoder is asked as soon as the interval, the back-off and the request that is under way allow. With `on-change` it
/// must be in another square as well, also by the names that a box at rest keeps: one fix that is far off wakes nobody.
/// The interval may have grown to a quarter of an hour.
struct GeocodeStarvation: Invariant {
    private var history: GeocodeHistory
    /// Since when a request has been due.
    private var dueSince: BootInstant?

    /// What rounding and the order of inputs at one instant may cost.
    private static let margin = Duration.seconds(1)
    /// With a larger accuracy no locality is claimed.
    private static let localityRadiusInMeters = 3000.0

    init(settings: GeocodePolicy.Settings) { history = GeocodeHistory(settings: settings) }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        history.takeInput(step)
        history.takeRequest(step)
        guard isDue(at: step.now) else {
            dueSince = nil
            return
        }
        let since = dueSince ?? step.now
        dueSince = since
        let late = since.duration(to: step.now)
        guard late > Self.margin else { return }
        violations.add("geocode starvation", at: step.now, "a request has been due for \(late)")
        // One complaint for each.
        dueSince = step.now
    }

    /// Whether nothing stands against a request.
    private func isDue(at now: BootInstant) -> Bool {
        guard history.inFlight == nil, let newest = history.newest else { return false }
        guard let lastAttempt = history.lastAttempt else { return true }
        guard history.backOffEnds.map({ now >= $0 }) ?? true else { return false }
        let rules = history.rules
        switch rules.occasion {
        case .fix: return history.hasNewFix
        case .distanceOrInterval:
            return history.hasNewFix && lastAttempt.duration(to: now) >= history.settings.interval
        case .distanceAndInterval:
            guard now >= lastAttempt.advanced(by: max(history.settings.interval, rules.longestPause)) else {
                return false
            }
            guard let lastSuccess = history.lastSuccess else { return true }
            return isFar(newest, from: lastSuccess)
                && (!rules.goesByNames || areOtherNamesKnown(newest, lastSuccess))
        }
    }

    private func isFar(_ newest: Location, from lastSuccess: Location) -> Bool {
        let accuracy = newest.horizontalAccuracy ?? 0
        let distance = lastSuccess.coordinate.distance(to: newest.coordinate)
        return distance
            > max(history.settings.distanceInMeters, accuracy) + accuracy + (lastSuccess.horizontalAccuracy ?? 0)
    }

    private func areOtherNamesKnown(_ newest: Location, _ lastSuccess: Location) -> Bool {
        max(newest.horizontalAccuracy ?? 0, lastSuccess.horizontalAccuracy ?? 0) <= Self.localityRadiusInMeters
            && history.hasOtherNames
    }
}
