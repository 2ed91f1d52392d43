/// Decides when to ask the geocoder again.
///
/// A value without a clock: locations, answers and the present are passed in, and `decision(at:)` says what follows
/// from all that has been told so far.
public struct GeocodePolicy: Sendable {
    /// The rule by which a new placemark is asked for.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        /// Apple's guidance: far enough from the last geocoded location, and long enough since the last attempt.
        case distanceAndTime = "distance-and-time"
        /// The sample listing that goes with the guidance, to the letter: either one, the distance measured from the
        /// previous fix. For comparison.
        case distanceOrTime = "distance-or-time"
        /// Every accepted fix. Only for a geocoder without a rate limit.
        case everyFix = "every-fix"
    }

    /// The policy and its two numbers.
    public struct Settings: Hashable, Sendable {
        public var mode = Mode.distanceAndTime
        public var distanceInMeters = 1000.0
        public var interval = Duration.seconds(60)

        public init(mode: Mode = .distanceAndTime, distanceInMeters: Double = 1000, interval: Duration = .seconds(60)) {
            self.mode = mode
            self.distanceInMeters = distanceInMeters
            self.interval = interval
        }
    }

    /// Why the geocoder is asked.
    public enum Reason: String, Codable, CaseIterable, Sendable {
        /// There is no placemark yet; or none as fine as the location now allows, because the one that was geocoded was
        /// too inaccurate (`PlacemarkLevel`). Then the box need not have moved, nothing has failed, and nobody has
        /// asked: it is the first request that can tell the finer names.
        case first
        /// The box has moved.
        case moved
        /// The last attempt failed.
        case retry
        /// The time has passed (`distance-or-time` only).
        case elapsed
    }

    /// What to do now.
    public enum Decision: Hashable, Sendable {
        /// Ask for the placemark of this location.
        case geocode(Location, Reason)
        /// A new placemark is due, and may be asked for from this moment on.
        case wait(until: BootInstant)
        /// Nothing is due.
        case hold(Hold)
    }

    /// Why nothing is due.
    public enum Hold: String, Hashable, Sendable {
        case noLocation, requestInFlight, notMoved, sameFix
    }

    /// A failed attempt is repeated after the interval, then twice that, and so on up to this.
    public static let longestBackOff = Duration.seconds(900)

    public var settings: Settings

    /// Whether the last answer was an error, so that the placemark belongs to an earlier location.
    public var isFailing: Bool { failures > 0 }

    private var newest: Location?
    /// The fix before `newest`, which the listing measures from.
    private var previous: Location?
    private var lastGeocoded: Location?
    /// Whether names were left out of the last placemark, because its location was too inaccurate for them.
    private var wasLimited = false
    private var lastAttempt: BootInstant?
    /// The location that the geocoder is being asked for.
    public private(set) var inFlight: Location?
    private var failures = 0
    private var retryNotBefore: BootInstant?
    /// Whether `newest` has come since the last attempt.
    private var hasNewFix = false

    public init(settings: Settings = Settings()) { self.settings = settings }

    // MARK: What happened

    /// A fix has been accepted.
    public mutating func accepted(_ location: Location) {
        previous = newest
        newest = location
        hasNewFix = true
    }

    /// The decision to geocode has been carried out.
    public mutating func asked(for location: Location, at now: BootInstant) {
        inFlight = location
        lastAttempt = now
        hasNewFix = false
    }

    /// The geocoder has answered.
    ///
    /// - Parameter wasLimited: whether `Placemark.limited(toAccuracyInMeters:)` has left out names of its answer.
    public mutating func succeeded(wasLimited: Bool = false) {
        lastGeocoded = inFlight
        self.wasLimited = wasLimited
        inFlight = nil
        failures = 0
        retryNotBefore = nil
    }

    /// The geocoder has failed. `randomFraction` (0..<1) spreads the retries of many boxes.
    public mutating func failed(at now: BootInstant, randomFraction: Double) {
        inFlight = nil
        failures += 1
        let longest = max(settings.interval, Self.longestBackOff)
        // The exponent is bounded: 2^20 intervals are beyond the longest back-off already.
        let delay = min(settings.interval * (1 << min(failures - 1, 20)), longest)
        retryNotBefore = now.advanced(by: delay * (0.75 + 0.25 * randomFraction))
    }

    // MARK: What follows

    /// What to do at `now`, given all that happened.
    public func decision(at now: BootInstant) -> Decision {
        guard let newest else { return .hold(.noLocation) }
        guard inFlight == nil else { return .hold(.requestInFlight) }
        switch settings.mode {
        case .distanceAndTime: return guidance(newest, at: now)
        case .distanceOrTime: return listing(newest, at: now)
        case .everyFix: return hasNewFix ? .geocode(newest, reason(else: .moved)) : .hold(.sameFix)
        }
    }

    private func guidance(_ newest: Location, at now: BootInstant) -> Decision {
        if let lastGeocoded {
            // Within its own accuracy a fix does not say that the box has moved.
            let threshold = max(settings.distanceInMeters, newest.horizontalAccuracy ?? 0)
            guard lastGeocoded.coordinate.distance(to: newest.coordinate) > threshold else {
                guard allowsFinerNames(newest, than: lastGeocoded) else { return .hold(.notMoved) }
                return atOnceOrLater(newest, reason(else: .first), at: now)
            }
        }
        return atOnceOrLater(newest, reason(else: .moved), at: now)
    }

    private func atOnceOrLater(_ newest: Location, _ reason: Reason, at now: BootInstant) -> Decision {
        let earliest = [lastAttempt?.advanced(by: settings.interval), retryNotBefore].compactMap(\.self).max()
        if let earliest, now < earliest { return .wait(until: earliest) }
        return .geocode(newest, reason)
    }

    private func allowsFinerNames(_ newest: Location, than geocoded: Location) -> Bool {
        wasLimited
            && PlacemarkLevel(horizontalAccuracyInMeters: newest.horizontalAccuracy)
                > PlacemarkLevel(horizontalAccuracyInMeters: geocoded.horizontalAccuracy)
    }

    private func listing(_ newest: Location, at now: BootInstant) -> Decision {
        guard hasNewFix else { return .hold(.sameFix) }
        guard let lastAttempt, let previous else { return .geocode(newest, reason(else: .moved)) }
        if previous.coordinate.distance(to: newest.coordinate) > settings.distanceInMeters {
            return .geocode(newest, reason(else: .moved))
        }
        if lastAttempt.duration(to: now) >= settings.interval { return .geocode(newest, reason(else: .elapsed)) }
        return .hold(.notMoved)
    }

    private func reason(else usual: Reason) -> Reason {
        if isFailing { return .retry }
        return lastGeocoded == nil ? .first : usual
    }
}
