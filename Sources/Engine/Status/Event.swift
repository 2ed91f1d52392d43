public import PlacemarkModel

/// Something that a decision brought about.
public struct Event: Sendable {
    /// What happened.
    public enum Kind: Sendable {
        /// A location was delivered.
        case location(Location)
        /// The reduced position has changed.
        case reducedPosition(ReducedPosition)
        case rejected(Rejection)
        /// The geocoder was asked.
        case geocode(GeocodePolicy.Reason, Location)
        /// There is a new placemark.
        case placemark(StatusSnapshot.KnownPlacemark)
        /// Where it was noticed is nil when a beacon has told it, and no fix where.
        case regionEntered(Region, Location?)
        case regionExited(Region, Location?)
        case visitArrived(Visit)
        case visitDeparted(Visit)
        /// The box has set out.
        indirect case tripStarted(TripRecord)
        /// A trip has ended, or seems to have, as its state says.
        indirect case tripEnded(TripRecord)
        /// The box has come to rest.
        case paused(Location)
        /// The box moves again.
        case resumed(Location)
        /// The box points elsewhere.
        case heading(Heading)
        /// A compass is worth more or less than before.
        case compass(KnownCompass, isInUse: Bool)
        /// The box is in another time zone than before.
        case timeZone(String, previous: String?)
        /// A location for those who want significant changes only.
        case significantLocation(Location)
        /// The source is in another state.
        case source(SourceMonitor)
        /// A guard has something to tell; where the box is, if that is known.
        case guardChanged(GuardChange, Location?)
        /// What readers with reduced precision are told of a guard: there is an alarm, or none any more.
        case alarmForAll(isOn: Bool)
        /// The beacons that are heard: once a second, while somebody listens for them.
        case beacons(BeaconsReport)
        /// A beacon says where the box is, while no fix does; nil when none does any more, or a fix does.
        indirect case beaconPlace(BeaconPlace?)
    }

    public var kind: Kind
    public var at: BootInstant
    /// Time since the first fix.
    public var elapsed: Duration

    public init(_ kind: Kind, at now: BootInstant, elapsed: Duration) {
        self.kind = kind
        at = now
        self.elapsed = elapsed
    }

    /// Whether it is how far beacons are, which is measured once a second.
    var isMeasurement: Bool { if case .beacons = kind { true } else { false } }

    /// Whether readers with reduced precision are told of it. What happens within a locality is not for them: fixes,
    /// regions, visits, rest, heading, and when the geocoder is asked, which is after each kilometre of a way.
    package var isForReducedReaders: Bool {
        switch kind {
        case .reducedPosition, .timeZone, .source, .alarmForAll: true
        case .placemark(let known): known.isNewForReducedReaders
        case .location, .significantLocation, .rejected, .geocode, .regionEntered, .regionExited, .visitArrived,
            .visitDeparted, .tripStarted, .tripEnded, .paused, .resumed, .heading, .compass, .guardChanged, .beacons,
            .beaconPlace:
            false
        }
    }
}

/// One step of the location manager, as it is handed to the publishers.
public struct Publication: Sendable {
    public var snapshot: StatusSnapshot
    /// What led to it, in order.
    public var events: [Event]
    /// Whether it says more than the one before, but for a box at rest that has been seen once more. What is not news is
    /// known to those who ask, and not worth a write to a disk every second.
    public var isNews: Bool
    /// What has to outlive this process; nil when nothing of it has changed.
    public var memory: MonitoringMemory?

    public init(snapshot: StatusSnapshot, events: [Event], isNews: Bool = true, memory: MonitoringMemory? = nil) {
        self.snapshot = snapshot
        self.events = events
        self.isNews = isNews
        self.memory = memory
    }
}
