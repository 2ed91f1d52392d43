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
    public var isFailing: Bool { geocoder.failure != nil }

    /// Whether the gazetteer names the locations while the geocoder fails.
    public var isBridged: Bool { geocoder.failure?.bridge != nil }

    /// The location that the geocoder is being asked for.
    public var inFlight: Location? { request.question?.location }

    /// Nil before the first fix.
    private var fix: Fix?
    private var request = Request.none
    /// Nil before the first one.
    private var lastAttempt: Attempt?
    /// Nil before the first answer, and from a failure that was bridged to the next answer.
    private var names: Names?
    private var geocoder = Geocoder.answering
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
        if let fix { rename(hint(fix.location.coordinate), in: fix.street) }
        request = request.with { named(hint($0.location.coordinate), in: $0.street) }
        let memory = names.map { NameMemory(named(hint($0.location.coordinate), in: $0.street)) }
        if let memory { names?.memory = memory }
    }

    /// The names of the newest location are others, and those that the box keeps with them.
    private mutating func rename(_ hint: NameHint?, in street: UInt32?) {
        let hint = named(hint, in: street)
        fix?.rename(hint, in: street)
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
        let hint = named(hint, in: street)
        let settledHint = isAtRest && hint != nil ? fix?.settledHint : nil
        fix = Fix(
            location: location, previous: fix?.location, hint: hint, settledHint: settledHint ?? hint, street: street)
        stop.accepted(stay, location)
    }

    /// The box has come to rest, or a visit has begun. To be told before the fix that makes it so.
    public mutating func stopped() { stop.begin() }

    /// The decision to let the gazetteer name a location is being carried out.
    public mutating func bridging(_ location: Location) {
        request = .bridging(question(for: location))
        fix?.isNew = false
    }

    /// The gazetteer has named it.
    public mutating func bridged(at now: BootInstant) {
        if case .failing(var failure) = geocoder {
            failure.bridge = bridge(at: now)
            geocoder = .failing(failure)
        }
        request = .none
    }

    private func bridge(at now: BootInstant) -> NameBridge? {
        request.question.map { NameBridge(location: $0.location, hint: $0.hint, builtAt: now) }
    }

    private func question(for location: Location) -> Question {
        fix?.question(for: location) ?? Question(location: location)
    }

    /// The decision to geocode has been carried out.
    public mutating func asked(for location: Location, at now: BootInstant) {
        request = .asking(question(for: location))
        fix?.asked()
        lastAttempt = Attempt(
            madeAt: now, sinceAttemptBefore: lastAttempt.map { $0.madeAt.duration(to: now) } ?? .zero)
        stop.asked()
    }

    /// The geocoder has answered.
    ///
    /// - Parameter wasLimited: whether `Placemark.limited(toAccuracyInMeters:)` has left out names of its answer.
    public mutating func succeeded(wasLimited: Bool = false) {
        guard let question = request.question else { return }
        var memory = NameMemory()
        if let hint = question.hint {
            memory = names?.memory ?? memory
            memory.asked(
                hint, after: lastAttempt?.sinceAttemptBefore ?? .zero, interval: settings.interval,
                longest: Self.longestBackOff)
        }
        names = Names(
            location: question.location, street: question.street, wasLimited: wasLimited, memory: memory)
        request = .none
        geocoder = .answering
        stop.answered()
    }

    /// Another geocoder answers from now on, and the request in flight never will. How the one before it has failed says
    /// nothing of this one.
    ///
    /// - Parameters:
    ///   - hint: that for the newest location, by the world file which counts from now on.
    ///   - street: likewise.
    public mutating func geocoderReplaced(hint: NameHint? = nil, street: UInt32? = nil) {
        request = .none
        rename(hint, in: street)
        // The numbers of one world file say nothing about those of another.
        names?.street = nil
        names?.memory = NameMemory()
        geocoder = lastAttempt == nil ? .answering : .replaced
        stop.failed()
    }

    /// The geocoder has failed.
    ///
    /// - Parameters:
    ///   - randomFraction: 0..<1, spreads the retries of many boxes.
    ///   - isBridged: whether the gazetteer has named the location instead. Then the names of the last answer no longer
    ///     count, and the geocoder is asked again even where the box has not moved.
    public mutating func failed(at now: BootInstant, randomFraction: Double, isBridged: Bool = false) {
        let count = (geocoder.failure?.count ?? 0) + 1
        let longest = max(settings.interval, Self.longestBackOff)
        // The exponent is bounded: 2^20 intervals are beyond the longest back-off already.
        let delay = min(settings.interval * (1 << min(count - 1, 20)), longest)
        geocoder = .failing(
            Failure(
                count: count, retryNotBefore: now.advanced(by: delay * (0.75 + 0.25 * randomFraction)),
                isOfNewGeocoder: geocoder.isNew, bridge: isBridged ? bridge(at: now) : geocoder.failure?.bridge))
        if isBridged { names = nil }
        request = .none
        stop.failed()
    }

    // MARK: What follows

    /// What to do at `now`, given all that happened.
    public func decision(at now: BootInstant) -> Decision {
        let decision = decisionOnAsking(at: now)
        guard case .wait(let until) = decision, let bridge = geocoder.failure?.bridge, let fix else { return decision }
        let hint = settings.mode == .onChange ? fix.hint : nil
        guard bridge.isLeft(by: fix.location, hint: hint, orByMeters: settings.distanceInMeters) else {
            return decision
        }
        let due = bridge.builtAt.advanced(by: settings.interval)
        return now < due ? .wait(until: min(until, due)) : .bridge(fix.location)
    }

    /// Whether to ask the geocoder.
    func decisionOnAsking(at now: BootInstant) -> Decision {
        guard let fix else { return .hold(.noLocation) }
        guard case .none = request else { return .hold(.requestInFlight) }
        let newest = fix.location
        if geocoder.isNew {
            // A person who has changed the geocoder waits for its first answer; only a failure makes it wait.
            if let failure = geocoder.failure, now < failure.retryNotBefore {
                return .wait(until: failure.retryNotBefore)
            }
            return .geocode(newest, reason(else: .requested))
        }
        let usual =
            switch settings.mode {
            case .distanceAndTime: distanceAndTime(newest, at: now)
            case .distanceOrTime: distanceOrTime(fix, at: now)
            case .everyFix: everyFix(fix, at: now)
            case .onChange: onChange(fix, at: now)
            }
        return orAtRest(usual, newest, at: now)
    }

    /// The usual decision, unless the request of a stop is due earlier.
    private func orAtRest(_ usual: Decision, _ newest: Location, at now: BootInstant) -> Decision {
        guard settings.asksAtRest, settings.mode.asksAtRest, stop.isDue(for: newest, after: names?.location) else {
            return usual
        }
        let request = atOnceOrLater(newest, reason(else: .rested), at: now)
        return switch (usual, request) {
        case (.geocode, _): usual
        case (.wait(let until), .wait(let due)): .wait(until: min(until, due))
        default: request
        }
    }

    private func distanceAndTime(_ newest: Location, at now: BootInstant) -> Decision {
        if let names {
            // Within its own accuracy a fix does not say that the box has moved.
            let threshold = max(settings.distanceInMeters, newest.horizontalAccuracy ?? 0)
            guard names.location.coordinate.distance(to: newest.coordinate) > threshold else {
                return refinement(newest, of: names, at: now) ?? .hold(.notMoved)
            }
        }
        return atOnceOrLater(newest, reason(else: .moved), at: now)
    }

    private func onChange(_ fix: Fix, at now: BootInstant) -> Decision {
        let newest = fix.location
        guard let names, let hint = fix.hint, let settledHint = fix.settledHint, let known = names.memory.last else {
            return distanceAndTime(newest, at: now)
        }
        // The coarser of the two says which names can be compared.
        let level = min(newest.placemarkLevel, names.location.placemarkLevel)
        let old = known.limited(to: level)
        // The names that the box keeps at rest are others, and so will be those that are asked for: they are those of
        // the newest location, which may be on the old side of the border.
        let isOther = settledHint.limited(to: level) != old && hint.limited(to: level) != old
        // Within their accuracies the two may be the same place, beside a border.
        guard isOther, newest.hasMoved(from: names.location, byMeters: 0) else {
            return refinement(newest, of: names, at: now) ?? .hold(.sameNames)
        }
        let pause = names.memory.pause(before: hint, interval: settings.interval, longest: Self.longestBackOff)
        return atOnceOrLater(newest, reason(else: .changed), pause: pause, at: now)
    }

    /// The request for finer names of the same place; nil when there are none to be had.
    private func refinement(_ newest: Location, of names: Names, at now: BootInstant) -> Decision? {
        guard names.wasLimited, newest.placemarkLevel > names.location.placemarkLevel else { return nil }
        return atOnceOrLater(newest, reason(else: .refined), at: now)
    }

    private func distanceOrTime(_ fix: Fix, at now: BootInstant) -> Decision {
        let newest = fix.location
        if isFailing { return atOnceOrLater(newest, .retry, pause: .zero, at: now) }
        guard fix.isNew else { return .hold(.sameFix) }
        guard let lastAttempt, let previous = fix.previous else { return .geocode(newest, reason(else: .moved)) }
        if previous.coordinate.distance(to: newest.coordinate) > settings.distanceInMeters {
            return .geocode(newest, reason(else: .moved))
        }
        if lastAttempt.madeAt.duration(to: now) >= settings.interval { return .geocode(newest, reason(else: .elapsed)) }
        return .hold(.notMoved)
    }

    private func everyFix(_ fix: Fix, at now: BootInstant) -> Decision {
        if isFailing { return atOnceOrLater(fix.location, .retry, pause: .zero, at: now) }
        return fix.isNew ? .geocode(fix.location, reason(else: .moved)) : .hold(.sameFix)
    }

    /// Asks once `pause`, which is the interval if nothing else is said, and the back-off are over.
    private func atOnceOrLater(
        _ newest: Location, _ reason: Reason, pause: Duration? = nil, at now: BootInstant
    ) -> Decision {
        let usual = lastAttempt?.madeAt.advanced(by: pause ?? settings.interval)
        let earliest = [usual, geocoder.failure?.retryNotBefore].compactMap(\.self).max()
        if let earliest, now < earliest { return .wait(until: earliest) }
        return .geocode(newest, reason)
    }

    private func reason(else usual: Reason) -> Reason {
        if isFailing { return .retry }
        return names == nil ? .first : usual
    }
}
