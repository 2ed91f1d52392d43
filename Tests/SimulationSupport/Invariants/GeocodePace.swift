import PlacemarkCore

/// The geocoder is asked as the policy allows, and never more often.
///
/// One request at a time, for the newest accepted location. `distance-and-time`: an interval or more after the last
/// attempt, and the distance or more from the last successful one. `distance-or-time`: at a new fix, when one of them
/// has passed. `every-fix`: once for each. After a failure, not before three quarters of the back-off.
struct GeocodePace: Invariant {
    private var settings: GeocodePolicy.Settings
    private var accepted = 0
    private var newest: Location?
    private var previous: Location?
    private var hasNewFix = false
    private var inFlight: Location?
    private var lastSuccess: Location?
    private var lastAttempt: BootInstant?
    private var failures = 0
    private var backOffEnds: BootInstant?
    private var requests = 0

    /// What was named from a location with a larger radius may be named anew at the same place, more finely.
    static let coarseInMeters = 100.0

    init(settings: GeocodePolicy.Settings) { self.settings = settings }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        takeIn(step)
        for event in step.news {
            guard case .geocode(let reason, let location) = event.kind else { continue }
            if location != step.geocode { complain("a geocode event without its action", step, &violations) }
            check(reason, location, step, &violations)
        }
        if step.geocodeCount > 1 { complain("\(step.geocodeCount) requests in one step", step, &violations) }
        if let location = step.geocode {
            if inFlight != nil { complain("asked while another request is under way", step, &violations) }
            if location != newest { complain("asked for another location than the newest", step, &violations) }
            inFlight = location
            lastAttempt = step.now
            hasNewFix = false
            requests += 1
        }
        guard let counters = step.counters else { return }
        if counters.requests != requests {
            complain("\(counters.requests) requests counted, \(requests) seen", step, &violations)
            requests = counters.requests
        }
        if counters.saved > counters.accepted { complain("more requests saved than fixes accepted", step, &violations) }
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
            backOffEnds = step.now.advanced(by: Self.backOff(settings, failures: failures) * 0.75)
        case .source, .timer, .restored, .remembered, .regions, .regionChange, .geocodingFailed: break
        }
        guard let counters = step.counters, counters.accepted > accepted else { return }
        accepted = counters.accepted
        (previous, newest, hasNewFix) = (newest, step.location, true)
    }

    private func check(
        _ reason: GeocodePolicy.Reason, _ location: Location, _ step: Step, _ violations: inout Violations
    ) {
        switch reason {
        case .first where lastSuccess.map({ !isFiner(location, than: $0) }) ?? false:
            complain("a first request after a success", step, &violations)
        case .retry where failures == 0: complain("a retry without a failure", step, &violations)
        case .elapsed where settings.mode != .distanceOrTime: complain("elapsed time alone counts", step, &violations)
        default: break
        }
        let sinceLastAttempt = lastAttempt.map { $0.duration(to: step.now) }
        switch settings.mode {
        case .distanceAndTime:
            if let sinceLastAttempt, sinceLastAttempt < settings.interval {
                complain("asked \(sinceLastAttempt) after the last time", step, &violations)
            }
            if let backOffEnds, step.now < backOffEnds { complain("asked before the back-off ends", step, &violations) }
            if let lastSuccess, !isFiner(location, than: lastSuccess) {
                let meters = lastSuccess.coordinate.distance(to: location.coordinate)
                if meters <= settings.distanceInMeters {
                    complain("asked \(meters) m from where it was answered last", step, &violations)
                }
            }
        case .distanceOrTime:
            if !hasNewFix { complain("asked without a new fix", step, &violations) }
            guard let sinceLastAttempt, let previous, let newest else { break }
            let meters = previous.coordinate.distance(to: newest.coordinate)
            if sinceLastAttempt < settings.interval, meters <= settings.distanceInMeters {
                complain("asked after \(sinceLastAttempt) and \(meters) m", step, &violations)
            }
        case .everyFix:
            if !hasNewFix { complain("asked without a new fix", step, &violations) }
        }
    }

    private func isFiner(_ location: Location, than earlier: Location) -> Bool {
        guard let accuracy = earlier.horizontalAccuracy, accuracy > Self.coarseInMeters else { return false }
        return (location.horizontalAccuracy ?? 0) < accuracy
    }

    /// The longest wait after so many failures in a row: the interval, doubling, up to 15 minutes or the interval.
    static func backOff(_ settings: GeocodePolicy.Settings, failures: Int) -> Duration {
        let longest = max(settings.interval, .seconds(900))
        var delay = settings.interval
        for _ in 1..<max(failures, 2) where failures > 1 && delay < longest { delay = delay * 2 }
        return min(delay, longest)
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("geocode pace", at: step.now, text())
    }
}
