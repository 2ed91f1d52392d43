public import Geocoding
public import LocationEngine
public import PlacemarkModel

/// Carries out what `LocationMachine` decides: CoreLocation's `CLLocationManager` for a whole machine.
///
/// It decides nothing itself. Events of the source, expired timers and the geocoder's answers go into the machine;
/// its actions are done here: ask the geocoder, arm the timer, publish, log. `publish` and `log` are called on the
/// actor, in order, and must not block.
public actor LocationManager<ManagerClock: Clock> where ManagerClock.Instant == BootInstant {
    private var machine: LocationMachine
    private var geocoder: any Geocoder
    private let clock: ManagerClock
    private let publish: @Sendable (Publication) -> Void
    private let log: @Sendable (LogEntry) -> Void
    private var timer: Task<Void, Never>?
    private var request: Task<Void, Never>?
    /// Those who listen for beacons, and are told for which.
    private var beaconListeners: [Int: AsyncStream<Set<BeaconConstraint>>.Continuation] = [:]
    private var nextListener = 0

    /// - Parameters:
    ///   - seed: of the random numbers that spread retries.
    ///   - offset: of the reduced positions; without one there are none.
    public init(
        settings: LocationMachine.Settings, geocoder: any Geocoder, clock: ManagerClock, seed: UInt64,
        offset: SecretOffset? = nil,
        publish: @escaping @Sendable (Publication) -> Void, log: @escaping @Sendable (LogEntry) -> Void
    ) {
        machine = LocationMachine(settings: settings, seed: seed, offset: offset, at: clock.now)
        self.geocoder = geocoder
        self.clock = clock
        self.publish = publish
        self.log = log
    }

    /// Takes in the events of a source until they end.
    ///
    /// The timer and the request are the manager's and not the source's: another source may follow, and `stop` ends them.
    public func run(_ events: some AsyncSequence<SourceEvent, Never>) async {
        for await event in events { handle(.source(event)) }
        // For those who read the state: nothing is live from here on. It is not news for the log.
        let ended = SourceEvent.disconnected(reason: "placemarkd no longer listens to gpsd")
        handle(.source(ended), isLogged: false)
    }

    /// Ends the timer and the request. To be called after the last source.
    public func stop() {
        timer?.cancel()
        request?.cancel()
    }

    /// Returns when the manager has done all that came before: how a watchdog learns that it still works.
    public func answer() {}

    /// Changes the settings without losing what is known.
    ///
    /// - Parameter memory: what an earlier run knew of something that is wanted only from now on; nil for nothing.
    public func configure(_ settings: LocationMachine.Settings, remembering memory: MonitoringMemory? = nil) {
        handle(.configured(settings))
        // No fix may come between: it would begin anew.
        if let memory { handle(.remembered(memory)) }
    }

    /// Lets another geocoder answer from now on. It is asked for the newest location at once; an answer that
    /// the one before it still owes no longer counts.
    public func setGeocoder(_ geocoder: any Geocoder) {
        request?.cancel()
        self.geocoder = geocoder
        handle(.geocoderReplaced)
    }

    /// Offers the placemark of an earlier run, to be published as stale until there is a new one.
    ///
    /// - Parameter gazetteer: what the gazetteer named the same location; nil when these are its names.
    public func restore(_ placemark: Placemark, gazetteer: Placemark? = nil, answeredAt: BootInstant) {
        handle(.restored(placemark, gazetteer: gazetteer, answeredAt: answeredAt))
    }

    /// Watches the regions of the files, instead of those before.
    ///
    /// Takes a finished table and returns the old one: making or releasing one of 100,000 regions here would delay
    /// fixes.
    @discardableResult
    public func setRegions(_ regions: RegionTable) -> RegionTable {
        let replaced = machine.regionMonitor.files
        handle(.regions(regions))
        tellWantedBeacons()
        return replaced
    }

    /// Continues with what an earlier run knew. To be called after `setRegions` and before the first fix.
    public func restore(_ memory: MonitoringMemory) {
        handle(.remembered(memory))
        tellWantedBeacons()
    }

    /// Adds or removes a region at run time: CoreLocation's `startMonitoring` and `stopMonitoring`.
    public func change(_ change: RegionChange) throws(RegionChangeError) {
        try machine.check(change)
        handle(.regionChange(change))
        tellWantedBeacons()
    }

    /// Which beacons the regions name: at once, and whenever that changes, until the stream is released.
    public func wantedBeacons() -> AsyncStream<Set<BeaconConstraint>> {
        let number = nextListener
        nextListener += 1
        let (stream, continuation) = AsyncStream<Set<BeaconConstraint>>.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { [weak self] _ in Task { await self?.forgetListener(number) } }
        beaconListeners[number] = continuation
        continuation.yield(machine.regionMonitor.beacons.constraints)
        return stream
    }

    /// Takes in what somebody hears who listens for beacons, until that ends.
    public func listen(to hearings: some AsyncSequence<BeaconHearing, Never>) async {
        for await hearing in hearings { handle(.heard(hearing)) }
        handle(.deafened("placemark-beacons has gone"))
    }

    /// The beacons that are heard, and whether anybody listens.
    public func beacons() -> BeaconsReport { machine.regionMonitor.beacons.report(at: clock.now) }

    private func tellWantedBeacons() {
        guard !beaconListeners.isEmpty else { return }
        let wanted = machine.regionMonitor.beacons.constraints
        for listener in beaconListeners.values { listener.yield(wanted) }
    }

    private func forgetListener(_ number: Int) { beaconListeners[number] = nil }

    /// Does what is wanted of the guard, and says how it stands then.
    public func command(_ command: GuardCommand) throws(GuardMistake) -> GuardReport {
        try machine.check(command, at: clock.now)
        handle(.guardCommand(command))
        return guardReport()
    }

    /// How the guard stands.
    public func guardReport() -> GuardReport { machine.guardReport(at: clock.now) }

    /// The regions whose identifiers come after this one.
    public func regions(after identifier: String? = nil) -> RegionPage { machine.regionMonitor.page(after: identifier) }

    /// Likewise, with their shapes.
    public func regionFeatures(after identifier: String? = nil) -> RegionFeaturePage {
        machine.regionMonitor.features(after: identifier)
    }

    /// Where the box is, seen from a region: CoreLocation's `requestState`. Nil when there is no such region.
    public func requestState(of identifier: String) -> RegionReport? { machine.regionMonitor.report(of: identifier) }

    /// The placemark of any position, from this geocoder, or the one in force: CLGeocoder's `reverseGeocodeLocation`.
    public func placemark(
        at coordinate: Coordinate, geocoder choice: GeocoderChoice? = nil, languages: PreferredLanguages = .none,
        for client: GeocodeClient = .nobody
    ) async throws(GeocodingError) -> Placemark {
        let location = Location(coordinate: coordinate, receivedAt: clock.now)
        let question = GeocodeRequest(location: location, geocoder: choice, client: client, languages: languages)
        return try await geocoder.reverseGeocode(question).placemark
    }

    /// The places of a name, likewise: CLGeocoder's `geocodeAddressString`.
    public func search(
        _ text: String, near hint: Coordinate?, limit: Int, geocoder choice: GeocoderChoice? = nil,
        languages: PreferredLanguages = .none, for client: GeocodeClient = .nobody
    ) async throws(GeocodingError) -> [SearchResult] {
        try await geocoder.search(
            text, near: hint, limit: limit, geocoder: choice, languages: languages, for: client)
    }

    private func handle(_ input: LocationMachine.Input, isLogged: Bool = true) {
        let actions = machine.handle(
            input, hint: geocoder.nameHint, streets: geocoder.streets, names: geocoder.gazetteerNames, at: clock.now)
        for action in actions {
            switch action {
            case .geocode(let question): geocode(question)
            case .setTimer(let deadline): setTimer(deadline)
            case .publish(let publication): publish(publication)
            case .log(let entry): if isLogged { log(entry) }
            }
        }
    }

    private func setTimer(_ deadline: BootInstant) {
        timer?.cancel()
        timer = Task { [clock] in
            // A sleep that throws has been cancelled: another timer has taken its place.
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil, !Task.isCancelled else { return }
            handle(.timer)
        }
    }

    private func geocode(_ question: GeocodeRequest) {
        // The one before it has been answered; it may still be asking how a geocoder is that has failed. What it would
        // hear is older than the answer to come, and may be about a geocoder that is replaced by then.
        request?.cancel()
        request = Task { [geocoder] in
            let answer: LocationMachine.Input
            do throws(GeocodingError) {
                answer = .answered(try await geocoder.reverseGeocode(question))
            } catch {
                answer = .geocodingFailed(error.description, hasNoResult: error == .noResult)
            }
            if !Task.isCancelled { handle(answer) }
            // Only now: the names do not wait for it.
            guard answer.isFailureOfNetwork, !Task.isCancelled else { return }
            let health = await geocoder.health()
            if !Task.isCancelled { handle(.geocoderHealth(health)) }
        }
    }
}

extension LocationMachine.Input {
    /// Whether a network geocoder has failed, so that it should be asked how it is.
    fileprivate var isFailureOfNetwork: Bool {
        guard case .answered(let answer) = self else { return false }
        switch answer.outcome {
        case .failed, .refused: return true
        case .answered, .noResult, .notAsked: return false
        }
    }
}
