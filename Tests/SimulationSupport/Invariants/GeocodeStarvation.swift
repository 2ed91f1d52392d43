import PlacemarkCore

/// A box that has moved is given a new placemark in time, however slowly it has moved.
///
/// Once the accepted location is farther from the last geocoded one than the policy's distance and both accuracies, the
/// geocoder is asked as soon as the interval, the back-off and the request that is under way allow.
struct GeocodeStarvation: Invariant {
    private var settings: GeocodePolicy.Settings
    private var accepted = 0
    private var newest: Location?
    private var hasNewFix = false
    private var inFlight: Location?
    private var lastSuccess: Location?
    private var lastAttempt: BootInstant?
    private var failures = 0
    private var backOffEnds: BootInstant?
    /// Since when a request has been due.
    private var dueSince: BootInstant?

    /// What rounding and the order of inputs at one instant may cost.
    private static let margin = Duration.seconds(1)

    init(settings: GeocodePolicy.Settings) { self.settings = settings }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        takeIn(step)
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

    private mutating func takeIn(_ step: Step) {
        switch step.input {
        case .configured(let new): settings = new.geocoding
        case .geocoded:
            lastSuccess = inFlight ?? lastSuccess
            (inFlight, failures, backOffEnds) = (nil, 0, nil)
        case .geocodingFailed where inFlight != nil:
            inFlight = nil
            failures += 1
            backOffEnds = step.now.advanced(by: GeocodePace.backOff(settings, failures: failures))
        case .source, .timer, .restored, .remembered, .regions, .regionChange, .geocodingFailed: break
        }
        if let counters = step.counters, counters.accepted > accepted {
            accepted = counters.accepted
            (newest, hasNewFix) = (step.location, true)
        }
        if let location = step.geocode { (inFlight, lastAttempt, hasNewFix) = (location, step.now, false) }
    }

    /// Whether nothing stands against a request.
    private func isDue(at now: BootInstant) -> Bool {
        guard inFlight == nil, let newest else { return false }
        guard let lastAttempt else { return true }
        switch settings.mode {
        case .everyFix: return hasNewFix
        case .distanceOrTime: return hasNewFix && lastAttempt.duration(to: now) >= settings.interval
        case .distanceAndTime:
            guard now >= lastAttempt.advanced(by: settings.interval), backOffEnds.map({ now >= $0 }) ?? true else {
                return false
            }
            guard let lastSuccess else { return true }
            let accuracy = newest.horizontalAccuracy ?? 0
            let distance = lastSuccess.coordinate.distance(to: newest.coordinate)
            return distance
                > max(settings.distanceInMeters, accuracy) + accuracy + (lastSuccess.horizontalAccuracy ?? 0)
        }
    }
}
