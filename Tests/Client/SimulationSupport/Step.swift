public import LocationEngine
public import PlacemarkModel

/// One step of a location machine, as somebody sees it who knows nothing of its inside: what went in, what came out.
public struct Step: Sendable {
    public let input: LocationMachine.Input
    public let now: BootInstant
    /// The number of actions, log lines included.
    public let actionCount: Int
    public private(set) var publicationCount = 0
    public private(set) var publication: Publication?
    // What most rules look at, so that they need not take a publication apart: it is large.
    /// The events of the publication, in order; none without one.
    public private(set) var events: [Event] = []
    /// How many of them deliver a location.
    public private(set) var deliveryCount = 0
    /// The counters of the publication; nil without one.
    public private(set) var counters: StatusSnapshot.Counters?
    /// The location of the publication.
    public private(set) var location: Location?
    /// Whether the box is at rest by the publication.
    public private(set) var motion: Motion?
    /// What the geocoder was asked for.
    public private(set) var geocode: Location?
    public private(set) var geocodeCount = 0
    /// The timer that was set.
    public private(set) var timer: BootInstant?
    /// The lines for the log.
    public private(set) var log: [LogEntry] = []
    /// What is true, when a simulated world knows it.
    public var truth: Truth?

    /// What a simulated world knows about a moment.
    public struct Truth: Sendable {
        public var coordinate: Coordinate
        public var speedInMetersPerSecond: Double
        /// Since when no receiver and nothing behind it has been at fault; nil while something is.
        public var healthySince: BootInstant?

        public init(coordinate: Coordinate, speedInMetersPerSecond: Double, healthySince: BootInstant?) {
            self.coordinate = coordinate
            self.speedInMetersPerSecond = speedInMetersPerSecond
            self.healthySince = healthySince
        }
    }

    public init(
        _ input: LocationMachine.Input, at now: BootInstant, actions: [LocationMachine.Action], truth: Truth? = nil
    ) {
        self.input = input
        self.now = now
        self.truth = truth
        actionCount = actions.count
        for action in actions {
            switch action {
            case .publish(let publication):
                self.publication = publication
                events = publication.events
                // By index, because an event is large, and a loop over the events themselves copies each.
                for index in publication.events.indices {
                    switch publication.events[index].kind {
                    case .location, .significantLocation: deliveryCount += 1
                    default: break
                    }
                }
                counters = publication.snapshot.counters
                location = publication.snapshot.location
                motion = publication.snapshot.motion
                publicationCount += 1
            case .geocode(let request):
                geocode = request.location
                geocodeCount += 1
            case .setTimer(let deadline): timer = deadline
            case .log(let entry): log.append(entry)
            }
        }
    }

    /// The events, unless all that has happened is that locations were delivered: so it is at most steps.
    public var news: [Event] { events.count > deliveryCount ? events : [] }

    /// The fix that was fed, if it was one.
    public var fix: Location? { if case .source(.fix(let fix)) = input { fix } else { nil } }
}
