import PlacemarkCore

/// A box that has moved is given a new placemark in time, however slowly it has moved.
///
/// Once the accepted location is farther from the last geocoded one than the policy's distance and both accuracies, the
/// geocoder is asked as soon as the interval, the back-off and the request that is under way allow.
struct GeocodeStarvation: Invariant {
    private var history: GeocodeHistory
    /// Since when a request has been due.
    private var dueSince: BootInstant?

    /// What rounding and the order of inputs at one instant may cost.
    private static let margin = Duration.seconds(1)

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
        switch history.settings.mode {
        case .everyFix: return history.hasNewFix
        case .distanceOrTime: return history.hasNewFix && lastAttempt.duration(to: now) >= history.settings.interval
        case .distanceAndTime:
            guard now >= lastAttempt.advanced(by: history.settings.interval),
                history.backOffEnds.map({ now >= $0 }) ?? true
            else {
                return false
            }
            guard let lastSuccess = history.lastSuccess else { return true }
            let accuracy = newest.horizontalAccuracy ?? 0
            let distance = lastSuccess.coordinate.distance(to: newest.coordinate)
            return distance
                > max(history.settings.distanceInMeters, accuracy) + accuracy + (lastSuccess.horizontalAccuracy ?? 0)
        }
    }
}
