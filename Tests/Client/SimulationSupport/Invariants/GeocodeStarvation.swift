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
    /// The longest time between two requests of a box that goes to and fro.
    private static let longestPause = Duration.seconds(900)
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
        switch history.settings.mode {
        case .everyFix: return history.hasNewFix
        case .distanceOrTime: return history.hasNewFix && lastAttempt.duration(to: now) >= history.settings.interval
        case .distanceAndTime:
            guard now >= lastAttempt.advanced(by: history.settings.interval) else { return false }
            return history.lastSuccess.map { isFar(newest, from: $0) } ?? true
        case .onChange:
            guard now >= lastAttempt.advanced(by: max(history.settings.interval, Self.longestPause)) else {
                return false
            }
            return history.lastSuccess.map { isFar(newest, from: $0) && areOtherNamesKnown(newest, $0) } ?? true
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
