/// An event as it stands on a line of `watch` or `replay`.
public struct EventReport: Codable, Hashable, Sendable {
    /// The names of events. More may come: a reader skips what it does not know.
    public enum Name: String, CaseIterable, Codable, Sendable {
        /// The present state, the first line of every `watch`.
        case status
        case location, rejected, geocode, placemark
        case regionEntered, regionExited, visitArrived, visitDeparted, paused, resumed
        case heading, timeZone, source, compass
        case guardWarning, guardAlarm, guardBlind, guardCleared
        case tripStarted, tripEnded
        /// Once a second while somebody listens for beacons, and only for those who name it.
        case beacons
        /// Where a beacon says that the box is, while no fix does; without a location when none does any more.
        case beaconPlace
    }

    public var event: Name
    /// Seconds since the first fix.
    public var elapsed: Double?
    /// Why: the name of a rejection, or of the geocoding policy's reason.
    public var reason: String?
    public var location: LocationReport?
    public var placemark: PlacemarkReport?
    /// The identifier of a region.
    public var region: String?
    public var visit: VisitReport?
    public var trip: TripRecord?
    public var heading: HeadingReport?
    /// A compass that is worth more or less than before.
    public var compass: CompassReport?
    /// The new time zone.
    public var timeZone: String?
    public var previousTimeZone: String?
    public var source: SourceReport?
    public var `guard`: GuardReport?
    /// Those that are heard, the nearest first.
    public var beacons: [Beacon]?
    public var status: Status?

    /// An event of which nothing else is said.
    package init(_ name: Name, elapsed: Duration) {
        event = name
        self.elapsed = elapsed.inSeconds.rounded(toDecimals: 3)
    }

    /// A location of the past, as the track has it.
    public init(_ point: TrackPoint) {
        event = .location
        location = LocationReport(point)
    }

    /// The beginning or the end of a stay, as the list of visits has it.
    public init(_ visit: VisitReport, hasEnded: Bool) {
        event = hasEnded ? .visitDeparted : .visitArrived
        self.visit = visit
    }

    /// A trip as the list of trips has it: its beginning while it goes on, otherwise its end.
    public init(_ trip: TripRecord) {
        event = trip.state == .underway ? .tripStarted : .tripEnded
        self.trip = trip
    }

    /// The present state as an event.
    public init(_ status: Status) {
        event = .status
        self.status = status
    }
}
