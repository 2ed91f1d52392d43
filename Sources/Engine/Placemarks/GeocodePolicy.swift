public import PlacemarkModel

/// Decides when to ask the geocoder again.
///
/// A value without a clock: locations, answers and the present are passed in, and `decision(at:)` says what follows
/// from all that has been told so far.
public struct GeocodePolicy: Sendable {
    /// A failed attempt is repeated after the interval, then twice that, and so on up to this.
    public static let longestBackOff = Duration.seconds(900)

    public private(set) var settings: Settings

    /// Whether the last answer was an error, so that the placemark belongs to an earlier location, unless it is bridged.
    public var isFailing: Bool { failures > 0 }

    /// Whether the gazetteer names the locations while the geocoder fails.
    public var isBridged: Bool { bridge != nil }

    private var newest: Location?
    /// The fix before `newest`, which `distance-or-time` measures from.
    private var previous: Location?
    private var lastGeocoded: Location?
    /// The hint for `newest`, and that for `inFlight`.
    private var hint: NameHint?
    /// The hint whose names the box keeps while it is at rest; under way it is `hint`.
    private var settledHint: NameHint?
    private var hintInFlight: NameHint?
    /// The streets of `newest`, `inFlight` and `lastGeocoded`, as the gazetteer numbers them: parts of the hints where streets
    /// are watched, and remembered for the day when they are.
    private var street: UInt32?
    private var streetInFlight: UInt32?
    private var lastStreet: UInt32?
    private var memory = NameMemory()
    /// Whether names were left out of the last placemark, because its location was too inaccurate for them.
    private var wasLimited = false
    private var lastAttempt: BootInstant?
    /// How long before `lastAttempt` the one before it was.
    private var sinceAttemptBefore = Duration.zero
    /// The location that the geocoder is being asked for.
    public private(set) var inFlight: Location?
    private var failures = 0
    private var retryNotBefore: BootInstant?
    /// Whether the last attempt was made with a geocoder that has been replaced.
    private var isOutdated = false
    /// What the gazetteer has named in place of a network geocoder that fails; nil while none does.
    private var bridge: NameBridge?
    /// Whether `newest` has come since the last attempt.
    private var hasNewFix = false
    private var stop = StopRequest()

    public init(settings: Settings = Settings()) { self.settings = settings }

    // MARK: What happened

    /// The settings have changed. When `on-change` is new among them, or watches other names, what is known already gets its
    /// names, so that they are watched from now on and not only from the next request on.
    ///
    /// - Parameter hint: the names of a position by the embedded gazetteer.
    public mutating func configure(_ settings: Settings, hint: (Coordinate) -> NameHint?) {
        let isSame = self.settings.mode == .onChange && self.settings.granularity == settings.granularity
        let isNew = settings.mode == .onChange && !isSame
        self.settings = settings
        guard isNew else { return }
        self.hint = named(newest.flatMap { hint($0.coordinate) }, in: street)
        settledHint = self.hint
        hintInFlight = named(inFlight.flatMap { hint($0.coordinate) }, in: streetInFlight)
        memory = NameMemory(named(lastGeocoded.flatMap { hint($0.coordinate) }, in: lastStreet))
    }

    /// The names with the street, where streets are watched.
    private func named(_ hint: NameHint?, in street: UInt32?) -> NameHint? {
        guard var hint, settings.granularity == .street else { return hint }
        hint.street = street ?? 0
        return hint
    }

    /// A fix has been accepted.
    ///
    /// - Parameters:
    ///   - hint: its names by the embedded gazetteer. Without one, `on-change` decides as `distance-and-time`.
    ///   - street: the street that the box is in; nil where none is known.
    ///   - isAtRest: whether the box stands still, so that it keeps the names with which it came to rest, or was named
    ///     since.
    ///   - stay: where the box stays, at rest or for a visit; nil under way.
    public mutating func accepted(
        _ location: Location, hint: NameHint? = nil, street: UInt32? = nil, isAtRest: Bool = false,
        stay: StayingPlace? = nil
    ) {
        previous = newest
        newest = location
        self.street = street
        self.hint = named(hint, in: street)
        if !isAtRest || settledHint == nil || hint == nil { settledHint = self.hint }
        hasNewFix = true
        stop.accepted(stay, location)
    }

    /// The box has come to rest, or a visit has begun. To be told before the fix that makes it so.
    public mutating func stopped() { stop.begin() }

    /// The decision to let the gazetteer name a location is being carried out.
    public mutating func bridging(_ location: Location) {
        inFlight = location
        (hintInFlight, streetInFlight) = (hint, street)
        hasNewFix = false
    }

    /// The gazetteer has named it.
    public mutating func bridged(at now: BootInstant) {
        bridge = inFlight.map { NameBridge(location: $0, hint: hintInFlight, builtAt: now) }
        inFlight = nil
    }

    /// The decision to geocode has been carried out.
    public mutating func asked(for location: Location, at now: BootInstant) {
        inFlight = location
        (hintInFlight, streetInFlight) = (hint, street)
        settledHint = hint
        sinceAttemptBefore = lastAttempt.map { $0.duration(to: now) } ?? .zero
        lastAttempt = now
        hasNewFix = false
        stop.asked()
    }

    /// The geocoder has answered.
    ///
    /// - Parameter wasLimited: whether `Placemark.limited(toAccuracyInMeters:)` has left out names of its answer.
    public mutating func succeeded(wasLimited: Bool = false) {
        (lastGeocoded, lastStreet) = (inFlight, streetInFlight)
        self.wasLimited = wasLimited
        inFlight = nil
        if let hintInFlight {
            memory.asked(
                hintInFlight, after: sinceAttemptBefore, interval: settings.interval, longest: Self.longestBackOff)
        } else {
            memory = NameMemory()
        }
        failures = 0
        retryNotBefore = nil
        isOutdated = false
        bridge = nil
        stop.answered()
    }

    /// Another geocoder answers from now on, and the request in flight never will. How the one before it has failed says
    /// nothing of this one.
    ///
    /// - Parameters:
    ///   - hint: that for the newest location, by the world file which counts from now on.
    ///   - street: likewise.
    public mutating func geocoderReplaced(hint: NameHint? = nil, street: UInt32? = nil) {
        inFlight = nil
        (self.street, lastStreet) = (street, nil)
        self.hint = named(hint, in: street)
        settledHint = self.hint
        // The numbers of one world file say nothing about those of another.
        memory = NameMemory()
        failures = 0
        retryNotBefore = nil
        isOutdated = lastAttempt != nil
        bridge = nil
        stop.failed()
    }

    /// The geocoder has failed.
    ///
    /// - Parameters:
    ///   - randomFraction: 0..<1, spreads the retries of many boxes.
    ///   - isBridged: whether the gazetteer has named the location instead. Then the names of the last answer no longer
    ///     count, and the geocoder is asked again even where the box has not moved.
    public mutating func failed(at now: BootInstant, randomFraction: Double, isBridged: Bool = false) {
        if isBridged {
            bridged(at: now)
            lastGeocoded = nil
            memory = NameMemory()
        }
        inFlight = nil
        stop.failed()
        failures += 1
        let longest = max(settings.interval, Self.longestBackOff)
        // The exponent is bounded: 2^20 intervals are beyond the longest back-off already.
        let delay = min(settings.interval * (1 << min(failures - 1, 20)), longest)
        retryNotBefore = now.advanced(by: delay * (0.75 + 0.25 * randomFraction))
    }

    // MARK: What follows

    /// What to do at `now`, given all that happened.
    public func decision(at now: BootInstant) -> Decision {
        let decision = decisionOnAsking(at: now)
        let names = settings.mode == .onChange ? hint : nil
        guard case .wait(let until) = decision, let bridge, let newest,
            bridge.isLeft(by: newest, hint: names, orByMeters: settings.distanceInMeters)
        else { return decision }
        let due = bridge.builtAt.advanced(by: settings.interval)
        return now < due ? .wait(until: min(until, due)) : .bridge(newest)
    }

    /// Whether to ask the geocoder.
    func decisionOnAsking(at now: BootInstant) -> Decision {
        guard let newest else { return .hold(.noLocation) }
        guard inFlight == nil else { return .hold(.requestInFlight) }
        if isOutdated {
            // A person who has changed the geocoder waits for its first answer; only a failure makes it wait.
            if let retryNotBefore, now < retryNotBefore { return .wait(until: retryNotBefore) }
            return .geocode(newest, reason(else: .requested))
        }
        switch settings.mode {
        case .distanceAndTime: return orAtRest(distanceAndTime(newest, at: now), newest, at: now)
        case .distanceOrTime: return distanceOrTime(newest, at: now)
        case .everyFix: return everyFix(newest, at: now)
        case .onChange: return orAtRest(onChange(newest, at: now), newest, at: now)
        }
    }

    /// The usual decision, unless the request of a stop is due earlier.
    private func orAtRest(_ usual: Decision, _ newest: Location, at now: BootInstant) -> Decision {
        guard settings.asksAtRest, stop.isDue(for: newest, after: lastGeocoded) else { return usual }
        let request = atOnceOrLater(newest, reason(else: .rested), at: now)
        return switch (usual, request) {
        case (.geocode, _): usual
        case (.wait(let until), .wait(let due)): .wait(until: min(until, due))
        default: request
        }
    }

    private func distanceAndTime(_ newest: Location, at now: BootInstant) -> Decision {
        if let lastGeocoded {
            // Within its own accuracy a fix does not say that the box has moved.
            let threshold = max(settings.distanceInMeters, newest.horizontalAccuracy ?? 0)
            guard lastGeocoded.coordinate.distance(to: newest.coordinate) > threshold else {
                return refinement(newest, of: lastGeocoded, at: now) ?? .hold(.notMoved)
            }
        }
        return atOnceOrLater(newest, reason(else: .moved), at: now)
    }

    private func onChange(_ newest: Location, at now: BootInstant) -> Decision {
        guard let lastGeocoded, let hint, let settledHint, let known = memory.last else {
            return distanceAndTime(newest, at: now)
        }
        // The coarser of the two says which names can be compared.
        let level = min(newest.placemarkLevel, lastGeocoded.placemarkLevel)
        let old = known.limited(to: level)
        // The names that the box keeps at rest are others, and so will be those that are asked for: they are those of
        // the newest location, which may be on the old side of the border.
        let isOther = settledHint.limited(to: level) != old && hint.limited(to: level) != old
        // Within their accuracies the two may be the same place, beside a border.
        guard isOther, newest.hasMoved(from: lastGeocoded, byMeters: 0) else {
            return refinement(newest, of: lastGeocoded, at: now) ?? .hold(.sameNames)
        }
        let pause = memory.pause(before: hint, interval: settings.interval, longest: Self.longestBackOff)
        return atOnceOrLater(newest, reason(else: .changed), pause: pause, at: now)
    }

    /// The request for finer names of the same place; nil when there are none to be had.
    private func refinement(_ newest: Location, of geocoded: Location, at now: BootInstant) -> Decision? {
        guard wasLimited, newest.placemarkLevel > geocoded.placemarkLevel else { return nil }
        return atOnceOrLater(newest, reason(else: .refined), at: now)
    }

    private func distanceOrTime(_ newest: Location, at now: BootInstant) -> Decision {
        if isFailing { return atOnceOrLater(newest, .retry, pause: .zero, at: now) }
        guard hasNewFix else { return .hold(.sameFix) }
        guard let lastAttempt, let previous else { return .geocode(newest, reason(else: .moved)) }
        if previous.coordinate.distance(to: newest.coordinate) > settings.distanceInMeters {
            return .geocode(newest, reason(else: .moved))
        }
        if lastAttempt.duration(to: now) >= settings.interval { return .geocode(newest, reason(else: .elapsed)) }
        return .hold(.notMoved)
    }

    private func everyFix(_ newest: Location, at now: BootInstant) -> Decision {
        if isFailing { return atOnceOrLater(newest, .retry, pause: .zero, at: now) }
        return hasNewFix ? .geocode(newest, reason(else: .moved)) : .hold(.sameFix)
    }

    /// Asks once `pause`, which is the interval if nothing else is said, and the back-off are over.
    private func atOnceOrLater(
        _ newest: Location, _ reason: Reason, pause: Duration? = nil, at now: BootInstant
    ) -> Decision {
        let earliest = [lastAttempt?.advanced(by: pause ?? settings.interval), retryNotBefore].compactMap(\.self).max()
        if let earliest, now < earliest { return .wait(until: earliest) }
        return .geocode(newest, reason)
    }

    private func reason(else usual: Reason) -> Reason {
        if isFailing { return .retry }
        return lastGeocoded == nil ? .first : usual
    }
}
