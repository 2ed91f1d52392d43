/// The whole of the location manager's decisions: one value, fed with inputs, answering with actions.
///
/// It reads no clock, draws no random number of its own and does no I/O: the same inputs at the same instants with
/// the same seed give the same actions. So a recorded trip can be replayed and a year simulated in minutes.
public struct LocationMachine: Sendable {
    /// What can be configured, also while running.
    public struct Settings: Hashable, Sendable {
        public var fixFilter = FixFilter.Settings()
        public var distanceFilterInMeters = 0.0
        public var geocoding = GeocodePolicy.Settings()

        public init() {}
    }

    /// Something that happened.
    public enum Input: Sendable {
        case source(SourceEvent)
        /// The moment of the last `setTimer` has come.
        case timer
        case geocoded(Placemark)
        /// The geocoder could not answer, and why, in words for a person.
        case geocodingFailed(String)
        /// A placemark from an earlier run, and when it was current.
        case restored(Placemark, answeredAt: BootInstant)
        case configured(Settings)
    }

    /// Something to do.
    public enum Action: Sendable {
        case geocode(Location)
        /// Feed `.timer` at this moment. Replaces the timer that was set before.
        case setTimer(BootInstant)
        case publish(Publication)
        case log(LogEntry)
    }

    private var snapshot: StatusSnapshot
    private var fixFilter: FixFilter
    private var deviceSelector = DeviceSelector()
    private var distanceFilter: DistanceFilter
    private var policy: GeocodePolicy
    private var source: SourceMonitor
    private var timer: BootInstant?
    private var firstFix: BootInstant?
    private var random: SeededRandom

    public init(settings: Settings = Settings(), seed: UInt64, at now: BootInstant) {
        fixFilter = FixFilter(settings: settings.fixFilter)
        distanceFilter = DistanceFilter(distanceInMeters: settings.distanceFilterInMeters)
        policy = GeocodePolicy(settings: settings.geocoding)
        source = SourceMonitor(at: now)
        random = SeededRandom(seed: seed)
        snapshot = StatusSnapshot(at: now, geocoding: settings.geocoding)
    }

    /// Takes one input into account, and says what to do.
    public mutating func handle(_ input: Input, at now: BootInstant) -> [Action] {
        var step = Step(now: now)
        switch input {
        case .source(.fix(let fix)): handle(fix, &step)
        case .source(let event): handle(event, &step)
        case .timer: timer = nil
        case .geocoded(let placemark): handle(placemark, &step)
        case .geocodingFailed(let reason):
            policy.failed(at: now, randomFraction: Double.random(in: 0..<1, using: &random))
            if case .wait(let until) = policy.decision(at: now) {
                step.log(.geocodingFailed(reason, retryIn: now.duration(to: until)))
            } else {
                step.log(.geocodingFailed(reason, retryIn: .zero))
            }
        case .restored(let placemark, let answeredAt):
            snapshot.placemark =
                snapshot.placemark ?? .init(placemark: placemark, location: nil, answeredAt: answeredAt)
        case .configured(let settings):
            fixFilter.settings = settings.fixFilter
            distanceFilter.distanceInMeters = settings.distanceFilterInMeters
            policy.settings = settings.geocoding
            snapshot.geocodingMode = settings.geocoding.mode
            snapshot.geocodingDistanceInMeters = settings.geocoding.distanceInMeters
        }
        source.timerFired(at: now)
        reportSource(&step)
        decideOnGeocoding(&step)
        setTimer(&step)
        snapshot.isGeocodingFailing = policy.isFailing
        // A timer that has changed nothing is nobody's news.
        if case .timer = input, step.events.isEmpty { return step.actions }
        snapshot.sequence += 1
        return step.actions + [.publish(Publication(snapshot: snapshot, events: step.events))]
    }

    // MARK: The steps of a fix

    private mutating func handle(_ fix: Location, _ step: inout Step) {
        guard deviceSelector.admits(fix.device, at: fix.receivedAt) else { return count(.otherDevice) }
        if let rejection = fixFilter.evaluate(fix, at: step.now) {
            source.reportedNoPosition(device: fix.device, at: step.now)
            return reject(rejection, &step)
        }
        snapshot.counters.accepted += 1
        firstFix = firstFix ?? step.now
        deviceSelector.accepted(fix.device, at: fix.receivedAt)
        source.accepted(fix)
        reportSource(&step)
        snapshot.location = fix
        if distanceFilter.delivers(fix) { report(.location(fix), &step) }
        reduce(fix, &step)
        policy.accepted(fix)
        step.hasNewFix = true
    }

    private mutating func reduce(_ fix: Location, _ step: inout Step) {
        if snapshot.reducedPosition == nil {
            snapshot.reducedPosition = ReducedPosition(fix)
        } else if snapshot.reducedPosition?.update(fix) != true {
            return
        }
        if let position = snapshot.reducedPosition { report(.reducedPosition(position), &step) }
    }

    /// Counts what is usual for hours on end, a box in a garage or a second receiver, and so is no event.
    private mutating func count(_ rejection: Rejection) {
        snapshot.counters.rejected[rejection, default: 0] += 1
    }

    private mutating func reject(_ rejection: Rejection, _ step: inout Step) {
        count(rejection)
        step.log(.rejected(rejection))
        report(.rejected(rejection), &step)
    }

    private mutating func handle(_ event: SourceEvent, _ step: inout Step) {
        switch event {
        case .connected: source.connected(at: step.now)
        case .disconnected(let reason):
            // No receiver is known any more: the first one of the next connection counts at once.
            deviceSelector = DeviceSelector()
            source.disconnected(because: reason, at: step.now)
        case .deviceFound(let device): source.found(device: device)
        case .deviceLost(let device):
            deviceSelector.lost(device)
            source.lost(device: device, at: step.now)
        case .noFix(let device):
            count(.noFix)
            source.reportedNoPosition(device: device, at: step.now)
        case .invalidFix(let device):
            source.reportedNoPosition(device: device, at: step.now)
            reject(.invalidCoordinate, &step)
        case .fix(let fix): handle(fix, &step)
        }
    }

    private mutating func handle(_ placemark: Placemark, _ step: inout Step) {
        guard let location = policy.inFlight else { return }
        policy.succeeded()
        let previous = snapshot.placemark
        let known = StatusSnapshot.KnownPlacemark(placemark: placemark, location: location, answeredAt: step.now)
        snapshot.placemark = known
        if let city = placemark.city, city != previous?.placemark.city {
            step.log(.placemarkChanged(city: city))
        } else {
            step.log(.placemarkUnchanged)
        }
        report(.placemark(known), &step)
    }

    // MARK: What follows

    private mutating func decideOnGeocoding(_ step: inout Step) {
        let decision = policy.decision(at: step.now)
        snapshot.next = decision
        switch decision {
        case .geocode(let location, let reason):
            policy.asked(for: location, at: step.now)
            snapshot.next = policy.decision(at: step.now)
            snapshot.counters.requests += 1
            step.log(.geocoding(reason))
            report(.geocode(reason, location), &step)
            step.actions.append(.geocode(location))
            return
        case .wait(let until):
            if step.hasNewFix { step.log(.geocodingDeferred(step.now.duration(to: until))) }
        case .hold(let hold):
            if step.hasNewFix { step.log(.geocodingSkipped(hold)) }
        }
        if step.hasNewFix { snapshot.counters.saved += 1 }
    }

    /// Reports the source when its state is another than the one published last.
    private mutating func reportSource(_ step: inout Step) {
        guard source.state != snapshot.source.state || source.reason != snapshot.source.reason else {
            snapshot.source = source
            return
        }
        snapshot.source = source
        step.log(.source(source.state, device: source.device, reason: source.reason))
        report(.source(source), &step)
    }

    private mutating func report(_ kind: Event.Kind, _ step: inout Step) {
        let elapsed = firstFix.map { $0.duration(to: step.now) } ?? .zero
        step.events.append(Event(kind, at: step.now, elapsed: elapsed))
    }

    /// Arms the timer for the next deadline. One that is set too early is left alone, and set anew when it fires:
    /// each fix moves the deadline, and it would be armed ten times a second for nothing.
    private mutating func setTimer(_ step: inout Step) {
        var next = source.deadline
        if case .wait(let until) = snapshot.next { next = min(next ?? until, until) }
        guard let next else { return }
        if let timer, timer <= next { return }
        timer = next
        step.actions.append(.setTimer(next))
    }

    /// What one input brings about, collected.
    private struct Step {
        let now: BootInstant
        var events: [Event] = []
        var actions: [Action] = []
        var hasNewFix = false

        mutating func log(_ entry: LogEntry) { actions.append(.log(entry)) }
    }
}
