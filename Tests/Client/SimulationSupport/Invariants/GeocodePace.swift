import LocationEngine
import PlacemarkModel

/// The geocoder is asked as the policy allows, and never more often.
///
/// One request at a time, for the newest accepted location. `distance-and-time`: an interval or more after the last
/// attempt, and the distance or more from the last successful one. `on-change`: an interval or more after the last
/// attempt, in another square than the last successful one, also by the names that it keeps at rest. Both: once a stop, an
/// interval or more after the last attempt, elsewhere than the last successful one.
/// `distance-or-time`: at a new fix, when one of them has passed. `every-fix`: once for each. After a failure, not
/// before three quarters of the back-off.
struct GeocodePace: Invariant {
    private var history: GeocodeHistory
    /// How many requests the machine has not counted, as far as that has been complained of.
    private var uncounted = 0

    /// What was named from a location with a larger radius may be named anew at the same place, more finely.
    static let coarseInMeters = 100.0

    init(settings: GeocodePolicy.Settings) { history = GeocodeHistory(settings: settings) }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        history.takeInput(step)
        for event in step.news {
            guard case .geocode(let reason, let location) = event.kind else { continue }
            if location != step.geocode { complain("a geocode event without its action", step, &violations) }
            check(reason, location, step, &violations)
        }
        if step.geocodeCount > 1 { complain("\(step.geocodeCount) requests in one step", step, &violations) }
        if let location = step.geocode {
            if history.inFlight != nil { complain("asked while another request is under way", step, &violations) }
            if location != history.newest { complain("asked for another location than the newest", step, &violations) }
        }
        history.takeRequest(step)
        guard let counters = step.counters else { return }
        let seen = history.requests - uncounted
        if counters.requests != seen {
            complain("\(counters.requests) requests counted, \(seen) seen", step, &violations)
            // One complaint for each.
            uncounted = history.requests - counters.requests
        }
        if counters.saved > counters.accepted { complain("more requests saved than fixes accepted", step, &violations) }
    }

    private func check(
        _ reason: GeocodePolicy.Reason, _ location: Location, _ step: Step, _ violations: inout Violations
    ) {
        switch reason {
        case .first where history.lastSuccess != nil: complain("a first request after a success", step, &violations)
        case .refined where history.lastSuccess.map({ !isFiner(location, than: $0) }) ?? true:
            complain("a request for finer names, of which there are none", step, &violations)
        case .rested where !history.mayAskAtRest(for: location): complain("a request of no stop", step, &violations)
        case .rested where history.rules.occasion != .distanceAndInterval:
            complain("a stop alone counts", step, &violations)
        case .changed where !history.rules.goesByNames: complain("a change of names alone counts", step, &violations)
        case .retry where history.failures == 0: complain("a retry without a failure", step, &violations)
        case .elapsed where history.rules.occasion != .distanceOrInterval:
            complain("elapsed time alone counts", step, &violations)
        default: break
        }
        if let end = history.earliestBackOffEnds, step.now < end {
            complain("asked before the back-off ends", step, &violations)
        }
        checkOccasion(location, step, &violations)
    }

    private func checkOccasion(_ location: Location, _ step: Step, _ violations: inout Violations) {
        let sinceLastAttempt = history.lastAttempt.map { $0.duration(to: step.now) }
        switch history.rules.occasion {
        case .distanceAndInterval:
            if let sinceLastAttempt, sinceLastAttempt < history.settings.interval {
                complain("asked \(sinceLastAttempt) after the last time", step, &violations)
            }
            if let lastSuccess = history.lastSuccess, !isFiner(location, than: lastSuccess) {
                checkNeed(of: location, after: lastSuccess, step, &violations)
            }
        case .distanceOrInterval where history.failures > 0: break
        case .fix where history.failures > 0: break
        case .distanceOrInterval:
            if !history.hasNewFix { complain("asked without a new fix", step, &violations) }
            guard let sinceLastAttempt, let previous = history.previous, let newest = history.newest else { break }
            let meters = previous.coordinate.distance(to: newest.coordinate)
            if sinceLastAttempt < history.settings.interval, meters <= history.settings.distanceInMeters {
                complain("asked after \(sinceLastAttempt) and \(meters) m", step, &violations)
            }
        case .fix:
            if !history.hasNewFix { complain("asked without a new fix", step, &violations) }
        }
    }

    /// Whether the box has left what was answered last.
    private func checkNeed(
        of location: Location, after lastSuccess: Location, _ step: Step, _ violations: inout Violations
    ) {
        // Without a hint, as after a change of the policy, `on-change` goes by the distance.
        if history.rules.goesByNames, history.hasOtherNames { return }
        if history.mayAskAtRest(for: location) { return }
        let meters = lastSuccess.coordinate.distance(to: location.coordinate)
        if meters <= history.settings.distanceInMeters {
            complain("asked \(meters) m from where it was answered last", step, &violations)
        }
    }

    private func isFiner(_ location: Location, than earlier: Location) -> Bool {
        guard let accuracy = earlier.horizontalAccuracy, accuracy > Self.coarseInMeters else { return false }
        return (location.horizontalAccuracy ?? 0) < accuracy
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("geocode pace", at: step.now, text())
    }
}
