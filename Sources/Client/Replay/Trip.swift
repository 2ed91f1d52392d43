public import LocationEngine
public import PlacemarkModel

/// A trip through the location manager in virtual time, and what is to be said of it in the end.
public struct Trip {
    private var manager: VirtualLocationManager
    private let truth: (Coordinate) -> String?
    private let policy: GeocodingMode
    private var prelude: [LocationMachine.Input]
    private var tally = Tally()
    private var streetLog: StreetLog?
    private var tripLog: TripLog?

    /// - Parameters:
    ///   - prelude: inputs before the first event of the trip, such as the regions to watch.
    ///   - geocode: the geocoder; nil is a failure.
    ///   - hint: the embedded gazetteer's names of a position, for the policy `on-change`; nil without a gazetteer.
    ///   - streets: its streets near a position; none without detail packs.
    ///   - logsStreets: whether the streets of the trip are wanted: each fix is geocoded for them, twice.
    ///   - logsTrips: whether the trips between its stays are wanted, with the names of their ends.
    ///   - truth: the city that is the right one at a position.
    public init(
        settings: LocationMachine.Settings, prelude: [LocationMachine.Input] = [],
        geocode: @escaping (GeocodeRequest) -> Placemark?, hint: @escaping (Coordinate) -> NameHint? = { _ in nil },
        streets: @escaping (Coordinate) -> [StreetCandidate] = { _ in [] },
        logsStreets: Bool = false, logsTrips: Bool = false, truth: @escaping (Coordinate) -> String?
    ) {
        manager = VirtualLocationManager(
            settings: settings, at: BootInstant(sinceBoot: .zero), geocode: geocode, hint: hint,
            streets: streets)
        self.prelude = prelude + [.source(.connected)]
        self.truth = truth
        policy = settings.geocoding.mode
        streetLog = logsStreets ? StreetLog(geocode: geocode) : nil
        tripLog = logsTrips ? TripLog(geocode: geocode) : nil
    }

    /// The streets of the trip so far; nil unless they are wanted.
    public var streets: StreetsReport? { streetLog?.report }

    /// The trips so far, the last one as if it ended now; nil unless they are wanted.
    public var trips: TripsReport? { tripLog?.report }

    /// Which city was the right one, all along the trip.
    public var timeline: CityTimeline { tally.timeline }

    /// Lets time pass until `now`, which must not go back, and feeds the event. `report` gets what it brings about,
    /// as `watch` would tell it to a reader who may know everything.
    public mutating func handle(_ event: SourceEvent, at now: BootInstant, report: (EventReport) -> Void = { _ in }) {
        // The trip begins connected; a recording of gpsd's says so once more.
        if event == .connected { return }
        let first = prelude
        prelude = []
        let fixes = tally.accepted
        defer {
            if tally.accepted > fixes, let location = tally.lastFix {
                streetLog?.accepted(GeocodeRequest(location: location, street: manager.street))
                tripLog?.accepted(location)
            }
        }
        for input in first + [.source(event)] {
            manager.handle(input, at: now) { publication in
                tally.take(publication, truth: truth)
                for event in publication.events {
                    guard let event = EventReport(event, precision: .precise) else { continue }
                    tally.count(event.event)
                    report(event)
                }
            }
        }
    }

    /// What became of the trip so far.
    public func summary() -> TripSummary { tally.summary(policy: policy) }
}
