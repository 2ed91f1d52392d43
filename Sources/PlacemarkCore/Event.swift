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
        /// The source is in another state.
        case source(SourceMonitor)
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
}

/// An event as it stands on a line of `watch` or `replay`.
public struct EventReport: Codable, Hashable, Sendable {
    /// The names of events. More may come: a reader skips what it does not know.
    public enum Name: String, CaseIterable, Codable, Sendable {
        /// The present state, the first line of every `watch`.
        case status
        case location, rejected, geocode, placemark, source
    }

    public var event: Name
    /// Seconds since the first fix.
    public var elapsed: Double?
    /// Why: the name of a rejection, or of the geocoding policy's reason.
    public var reason: String?
    public var location: LocationReport?
    public var placemark: PlacemarkReport?
    public var source: SourceReport?
    public var status: Status?

    /// The present state as an event.
    public init(_ status: Status) {
        event = .status
        self.status = status
    }

    /// Returns nil when the event is not for readers with this precision.
    public init?(_ event: Event, precision: Precision) {
        elapsed = event.elapsed.inSeconds.rounded(toDecimals: 3)
        switch (event.kind, precision) {
        case (.location(let location), .precise):
            self.event = .location
            self.location = LocationReport(location, at: event.at, isStale: false)
        case (.reducedPosition(let position), .reduced):
            self.event = .location
            location = LocationReport(position, at: event.at, isStale: false)
        case (.location, .reduced), (.reducedPosition, .precise):
            return nil
        case (.rejected(let rejection), _):
            self.event = .rejected
            reason = rejection.rawValue
        case (.geocode(let reason, let location), _):
            self.event = .geocode
            self.reason = reason.rawValue
            self.location =
                precision == .precise ? LocationReport(location, at: event.at, isStale: false) : nil
        case (.placemark(let known), _):
            self.event = .placemark
            location =
                precision == .precise
                ? known.location.map { LocationReport($0, at: event.at, isStale: false) } : nil
            placemark = PlacemarkReport(
                known.placemark.limited(to: precision),
                horizontalAccuracy: precision == .precise ? known.location?.horizontalAccuracy : nil,
                age: known.answeredAt.duration(to: event.at), isStale: false)
        case (.source(let monitor), _):
            self.event = .source
            source = SourceReport(monitor, at: event.at)
        }
    }
}

/// One step of the location manager, as it is handed to the publishers.
public struct Publication: Sendable {
    public var snapshot: StatusSnapshot
    /// What led to it, in order.
    public var events: [Event]

    public init(snapshot: StatusSnapshot, events: [Event]) {
        self.snapshot = snapshot
        self.events = events
    }
}
