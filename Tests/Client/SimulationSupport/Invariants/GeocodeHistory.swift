import LocationEngine
import PlacemarkModel

/// What has happened between the machine and its geocoder, kept apart from the machine's own account of it.
struct GeocodeHistory {
    private(set) var settings: GeocodePolicy.Settings
    var rules: GeocodeRules { settings.mode.rules }
    /// The newest accepted location, and the one before it.
    private(set) var newest: Location?
    private(set) var previous: Location?
    /// The location whose names the box keeps while it is at rest: the one with which it came to rest, which was the newest
    /// when `on-change` began to watch names, or which was asked for since. Under way it is `newest`. Nil without hints.
    private(set) var settled: Location?
    /// Whether there has been no request since `newest` came.
    private(set) var hasNewFix = false
    /// The location of the request that is under way.
    private(set) var inFlight: Location?
    private(set) var lastSuccess: Location?
    private(set) var lastAttempt: BootInstant?
    /// Whether the box stays, at rest or for a visit, and nothing has been answered that was asked since it came to.
    private(set) var isUnnamedStop = false
    private var askedAtStop = false
    private var motion: Motion?
    /// Failures in a row.
    private(set) var failures = 0
    /// When the last of them was, and how long the longest possible wait after it is by the settings of then.
    private var lastFailure: (at: BootInstant, backOff: Duration)?
    private(set) var requests = 0
    private var accepted = 0

    init(settings: GeocodePolicy.Settings) { self.settings = settings }

    /// Takes in what came in with a step. What the machine made of it comes in with `takeRequest`.
    mutating func takeInput(_ step: Step) {
        switch step.input {
        case .configured(let new):
            if new.geocoding.mode.rules.goesByNames, !rules.goesByNames { settled = newest }
            settings = new.geocoding
        case .answered:
            lastSuccess = inFlight ?? lastSuccess
            if askedAtStop { isUnnamedStop = false }
            (inFlight, failures, lastFailure) = (nil, 0, nil)
        case .geocodingFailed where inFlight != nil:
            failures += 1
            (inFlight, lastFailure) = (nil, (step.now, Self.backOff(settings, failures: failures)))
        case .geocoderReplaced:
            (inFlight, failures, lastFailure) = (nil, 0, nil)
            settled = rules.goesByNames ? newest : nil
        case .source, .timer, .geocoderHealth, .restored, .remembered, .regions, .regionChange, .geocodingFailed,
            .guardCommand, .heard, .deafened:
            break
        }
        watchStops(step)
        guard let counters = step.counters, counters.accepted > accepted else { return }
        accepted = counters.accepted
        (previous, newest, hasNewFix) = (newest, step.location, true)
        if !rules.goesByNames {
            settled = nil
        } else if step.motion != .stationary || settled == nil {
            settled = newest
        }
    }

    private mutating func watchStops(_ step: Step) {
        guard let publication = step.publication else { return }
        let hasArrived = step.news.contains { if case .visitArrived = $0.kind { true } else { false } }
        if step.motion == .stationary && motion != .stationary || hasArrived {
            (isUnnamedStop, askedAtStop) = (true, false)
        }
        motion = step.motion
        if motion != .stationary, publication.snapshot.visit == nil { isUnnamedStop = false }
    }

    /// Whether the request of a stop is allowed: the box is away from where it was answered last.
    func mayAskAtRest(for location: Location) -> Bool {
        guard settings.asksAtRest, isUnnamedStop, let lastSuccess else { return false }
        return lastSuccess.coordinate.distance(to: location.coordinate)
            > (lastSuccess.horizontalAccuracy ?? 0) + (location.horizontalAccuracy ?? 0)
    }

    /// Takes in the request that a step has brought about, if any.
    mutating func takeRequest(_ step: Step) {
        guard let location = step.geocode else { return }
        (inFlight, lastAttempt, hasNewFix) = (location, step.now, false)
        if settled != nil { settled = location }
        askedAtStop = isUnnamedStop
        requests += 1
    }

    /// Whether the newest location has other names than that of the last success, and so have those that the box keeps.
    var hasOtherNames: Bool {
        guard let newest, let lastSuccess else { return false }
        let old = SimulatedGeocoder.hint(at: lastSuccess.coordinate)
        return [newest, settled ?? newest].allSatisfy { SimulatedGeocoder.hint(at: $0.coordinate) != old }
    }

    /// When the longest possible wait after the last failure is over; nil without one.
    var backOffEnds: BootInstant? { lastFailure.map { $0.at.advanced(by: $0.backOff) } }

    /// The same for the shortest possible wait: a quarter less.
    var earliestBackOffEnds: BootInstant? { lastFailure.map { $0.at.advanced(by: $0.backOff * 0.75) } }

    /// The interval, doubled with each further failure, up to 15 minutes or the interval.
    private static func backOff(_ settings: GeocodePolicy.Settings, failures: Int) -> Duration {
        let longest = max(settings.interval, .seconds(900))
        var delay = settings.interval
        for _ in 1..<max(failures, 2) where failures > 1 && delay < longest { delay = delay * 2 }
        return min(delay, longest)
    }
}
