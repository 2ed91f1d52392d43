public import PlacemarkModel

/// The whole of the location manager's decisions: one value, fed with inputs, answering with actions.
///
/// It reads no clock, draws no random number of its own and does no I/O: the same inputs at the same instants with
/// the same seed give the same actions. So a recorded trip can be replayed and a year simulated in minutes.
///
/// Each decision is a value of its own. `LocationMachine+Input` has what the machine is fed with and what it answers,
/// `LocationMachine+Settings` what can be configured, `LocationMachine+Fix` the order in which a fix passes the decisions,
/// `LocationMachine+Source` what else a source reports, `LocationMachine+Geocoding` what the geocoder answers.
public struct LocationMachine: Sendable {
    var snapshot: StatusSnapshot
    var deviceSelector: DeviceSelector
    var motion: MotionDetector
    var delivery: DeliveryFilter
    var significantChange = SignificantChange()
    var heading: HeadingFilter
    var headingRule: HeadingRule
    var streets = StreetMatcher()
    var regions = RegionMonitor()
    var visits: VisitDetector
    /// Nil when nobody wants to know of trips.
    var trips: TripDetector?
    var tripClasses: TripClasses
    var watchman = GuardMonitor()
    var guarding: GuardSettings
    var selfParking = SelfParking()
    var reducer: PositionReducer
    var policy: GeocodePolicy
    var timeZone = TimeZoneMonitor()
    /// The last names of a network geocoder; nil without one.
    var heldNames: HeldNames?
    var source: SourceMonitor
    var firstFix: BootInstant?
    /// Whether a beacon was heard when somebody last told what is.
    var isRanging = false
    var locatesByBeacons: Bool
    var beaconLocator = BeaconLocator()
    var random: SeededRandom
    /// Why the last fix was not geocoded, as it was logged; nil when it was geocoded.
    var explained: GeocodePolicy.Decision?
    private var timer: BootInstant?
    private var publishedRevision: UInt64 = 0

    /// - Parameter offset: of the reduced positions; without one there are none.
    public init(settings: Settings = Settings(), seed: UInt64, offset: SecretOffset? = nil, at now: BootInstant) {
        let profile = settings.activity.profile
        deviceSelector = DeviceSelector(settings: settings.fixFilterOfActivity)
        motion = MotionDetector(profile: profile)
        delivery = DeliveryFilter(
            desiredAccuracy: settings.desiredAccuracy, distanceInMeters: settings.distanceFilterInMeters)
        heading = HeadingFilter(filterInDegrees: settings.headingFilterInDegrees)
        headingRule = HeadingRule(profile: profile, deviations: settings.compassDeviation)
        visits = VisitDetector(settings: .init(activity: settings.activity))
        trips = settings.trips.map { TripDetector(box: $0.box) }
        tripClasses = settings.tripClasses
        reducer = PositionReducer(offset: offset)
        policy = GeocodePolicy(settings: settings.geocoding)
        guarding = settings.guarding
        locatesByBeacons = settings.locatesByBeacons
        source = SourceMonitor(at: now)
        random = SeededRandom(seed: seed)
        snapshot = StatusSnapshot(at: now, geocoding: settings.geocoding)
        snapshot.setGeocoder(settings.geocoder)
    }

    /// The street that the box is in, as the embedded gazetteer numbers it; nil where none is known.
    public var street: UInt32? { streets.street }

    /// Takes one input into account, and says what to do.
    ///
    /// - Parameters:
    ///   - hint: the names of a position by the embedded gazetteer, if there is one. Only `on-change` asks for them.
    ///   - streets: the streets near a position by the same gazetteer, the best first. Asked for with each fix.
    ///   - names: what the same gazetteer calls a position. Asked for when a beacon begins to say where the box is.
    public mutating func handle(
        _ input: Input, hint: (Coordinate) -> NameHint? = { _ in nil },
        streets: (Coordinate) -> [StreetCandidate] = { _ in [] },
        names: (Coordinate) -> Placemark? = { _ in nil }, at now: BootInstant
    ) -> [Action] {
        var step = Step(now: now)
        let watchesNames = policy.settings.mode == .onChange
        let (regionsBefore, beaconsBefore) = (regions.revision, snapshot.beacons)
        switch input {
        case .source(let event):
            if case .fix(let fix) = event {
                if watchesNames { step.hint = hint(fix.coordinate) }
                step.streets = streets(fix.coordinate)
            }
            handle(event, &step)
        case .timer: timer = nil
        case .answered(let answer): handle(answer, &step)
        case .geocoderHealth(let health): snapshot.network?.health = health.map { .init(health: $0, at: now) }
        case .geocodingFailed(let reason, let hasNoResult):
            handleGeocodingFailure(because: reason, hasNoResult: hasNoResult, &step)
        case .restored(let placemark, let gazetteer, let answeredAt):
            restore(placemark, gazetteer: gazetteer, answeredAt: answeredAt)
        case .remembered(let memory):
            if let memory = memory.regions { regions.restore(memory) }
            if let memory = memory.visits { visits.restore(memory) }
            if let memory = memory.trips { trips?.restore(memory) }
            if let memory = memory.reduced { reducer.restore(memory) }
            if let isDecided = memory.isParkingDecided { selfParking.restore(isDecided: isDecided) }
            if let memory = memory.guarding {
                watchman.restore(memory, at: now)
            } else if memory.isGuardLost == true {
                watchman.lose(at: now)
            }
        case .configured(let settings): apply(settings, hint: hint)
        case .geocoderReplaced:
            replaceGeocoder(hint: watchesNames ? hint : { _ in nil }, streets: streets)
            nameBeaconPlace(names)
        case .regions(let files): regions.replace(files: files)
        case .regionChange(let change): handle(change)
        case .guardCommand(let command): handle(command, &step)
        case .heard(let hearing): handle(hearing, &step)
        case .deafened(let reason): regions.deafened(because: reason)
        }
        report(regions.advance(to: now, at: livingLocation), &step)
        source.advance(to: now)
        reportSource(&step)
        locateByBeacon(named: names, &step)
        tellOfBeacons(&step)
        parkItself(&step)
        tellOfTrips(trips?.advance(to: now) ?? [], &step)
        if let change = watchman.advance(to: now) { report(change, snapshot.location, &step) }
        tellOfAlarm(&step)
        decideOnGeocoding(&step)
        setTimer(&step)
        snapshot.isGeocodingFailing = policy.isFailing
        snapshot.isGeocodingBridged = policy.isBridged
        snapshot.heading = heading.heading(at: now)
        if input.maySayNothing, step.events.isEmpty, regions.revision == regionsBefore,
            snapshot.beacons == beaconsBefore
        {
            return step.actions
        }
        return step.actions + [.publish(publication(of: step))]
    }

    private mutating func publication(of step: Step) -> Publication {
        snapshot.sequence += 1
        snapshot.motion = motion.motion
        snapshot.visit = visits.current
        snapshot.recentVisits = visits.recent
        snapshot.compasses = headingRule.compasses
        snapshot.compassInUse = headingRule.compassInUse
        snapshot.guarding = watchman.notice
        snapshot.odometerInMeters = trips?.odometer
        if step.events.contains(where: \.isForReducedReaders) { snapshot.reducedSequence += 1 }
        // Each of them only goes up, and so does their sum.
        let revision =
            regions.revision + visits.revision + reducer.revision + watchman.revision
            + selfParking.revision + (trips?.revision ?? 0)
        // At rest, a fix that brings no event only says that the box still is there; and how far the beacons are is measured
        // once a second.
        let isMeasurement =
            revision == publishedRevision && !step.events.isEmpty && step.events.allSatisfy(\.isMeasurement)
        let isNews = !isMeasurement && (!step.hasNewFix || motion.motion != .stationary || !step.events.isEmpty)
        guard revision != publishedRevision else {
            return Publication(snapshot: snapshot, events: step.events, isNews: isNews)
        }
        publishedRevision = revision
        snapshot.regions = regions.isEmpty ? nil : regions.inside
        snapshot.regionCount = regions.count
        let memory = MonitoringMemory(
            regions: regions.memory, visits: visits.memory, reduced: reducer.memory, guarding: watchman.memory,
            isGuardLost: watchman.isLost ? true : nil, isParkingDecided: selfParking.isDecided ? true : nil,
            trips: trips?.memory)
        return Publication(snapshot: snapshot, events: step.events, isNews: isNews, memory: memory)
    }

    /// Arms the timer for the next deadline. One that is set too early is left alone, and set anew when it fires:
    /// each fix moves the deadline, and it would be armed ten times a second for nothing.
    private mutating func setTimer(_ step: inout Step) {
        var next = source.deadline
        if case .wait(let until) = snapshot.next { next = min(next ?? until, until) }
        for deadline in [
            watchman.deadline, trips?.deadline, regions.beacons.deadline, beaconLocator.place?.end,
        ].compactMap(\.self) {
            next = min(next ?? deadline, deadline)
        }
        guard let next else { return }
        if let timer, timer <= next { return }
        timer = next
        step.actions.append(.setTimer(next))
    }

    mutating func report(_ kind: Event.Kind, _ step: inout Step) {
        let elapsed = firstFix.map { $0.duration(to: step.now) } ?? .zero
        step.events.append(Event(kind, at: step.now, elapsed: elapsed))
    }

    /// What one input brings about, collected.
    struct Step {
        let now: BootInstant
        /// The names of the fix that this step is about, under `on-change`.
        var hint: NameHint?
        /// The streets near it.
        var streets: [StreetCandidate] = []
        var events: [Event] = []
        var actions: [Action] = []
        var hasNewFix = false

        mutating func log(_ entry: LogEntry) { actions.append(.log(entry)) }
    }
}

// MARK: Regions

extension LocationMachine {
    /// Where the box is, seen from the regions.
    public var regionMonitor: RegionMonitor { regions }

    /// Carries a change out if it can be. `check` tells whether it can.
    mutating func handle(_ change: RegionChange) {
        var changed = regions
        guard (try? changed.apply(change)) != nil else { return }
        regions = changed
    }

    /// Tells whether a change can be made.
    public func check(_ change: RegionChange) throws(RegionChangeError) {
        var changed = regions
        try changed.apply(change)
    }
}
