import Gazetteer
import LocationEngine
import PlacemarkModel
import Replay

/// What can stand in a comparison.
enum ReplayPolicy: Hashable {
    case policy(GeocodingMode)
    /// The best schedule that the configured interval allows, made with knowledge of the whole trip.
    case hindsight

    /// All that there are. Whoever shows policies asks for these, and has no list of its own.
    static let all = GeocodingMode.allCases.map(Self.policy) + [.hindsight]
    /// Stands for `all` in a list.
    private static let wordForAll = "all"
    /// What a word of a list may be.
    static let words = all.map(\.name) + [wordForAll]

    var name: String {
        switch self {
        case .policy(let mode): mode.rawValue
        case .hindsight: "hindsight"
        }
    }

    /// The policies that a word of a list stands for; nil when it is none.
    static func named(_ word: some StringProtocol) -> [ReplayPolicy]? {
        word == wordForAll ? all : all.first { $0.name == word }.map { [$0] }
    }
}

/// The same trip with several policies: the configured one, and those that it is compared with.
struct TripsSideBySide {
    private var configured: Trip
    private var others: [(policy: ReplayPolicy, trip: Trip?)]
    private let interval: Duration

    init(
        _ settings: LocationMachine.Settings, prelude: [LocationMachine.Input] = [], compared: [ReplayPolicy],
        logsStreets: Bool = false, logsTrips: Bool = false, gazetteer: Gazetteer
    ) {
        let lookups = CachedLookups(gazetteer)
        func trip(_ mode: GeocodingMode, logsStreets: Bool = false, logsTrips: Bool = false) -> Trip {
            var settings = settings
            settings.geocoding.mode = mode
            return Trip(
                settings: settings, prelude: prelude,
                geocode: lookups.placemark(for:), hint: gazetteer.nameHint(at:),
                streets: { gazetteer.detailPacks.isEmpty ? [] : gazetteer.streets(at: $0) },
                logsStreets: logsStreets, logsTrips: logsTrips, truth: lookups.city(at:))
        }
        configured = trip(settings.geocoding.mode, logsStreets: logsStreets, logsTrips: logsTrips)
        interval = settings.geocoding.interval
        others = compared.filter { $0 != .policy(settings.geocoding.mode) }.map { policy in
            if case .policy(let mode) = policy { (policy, trip(mode)) } else { (policy, nil) }
        }
    }

    /// Feeds one event to all of them; `report` gets what the configured policy brings about.
    mutating func handle(_ event: SourceEvent, at now: BootInstant, report: (EventReport) -> Void) {
        configured.handle(event, at: now, report: report)
        for index in others.indices { others[index].trip?.handle(event, at: now) }
    }

    /// What became of the trip with the configured policy.
    var summary: TripSummary { configured.summary() }

    /// The streets of the trip; nil unless they are wanted.
    var streets: StreetsReport? { configured.streets }

    /// The trips between the stays; nil unless they are wanted.
    var trips: TripsReport? { configured.trips }

    func summary(of recording: RecordingSummary) -> TripSummary {
        var summary = summary
        summary.recording = recording
        return summary
    }

    /// The configured policy first.
    var comparison: TripComparison {
        TripComparison(
            [summary.geocoding]
                + others.map { other in
                    other.trip?.summary().geocoding
                        ?? PolicySummary(HindsightSchedule(configured.timeline, interval: interval))
                })
    }
}

/// The gazetteer, which remembers its last answer: for each fix it is asked again and again.
private final class CachedLookups {
    private let gazetteer: Gazetteer
    private var last: (coordinate: Coordinate, street: UInt32?, placemark: Placemark?)?

    init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

    func placemark(for request: GeocodeRequest) -> Placemark? {
        if let last, last.coordinate == request.coordinate, last.street == request.street { return last.placemark }
        return lookUp(request.coordinate, street: request.street)
    }

    /// The street does not matter.
    func city(at coordinate: Coordinate) -> String? {
        if let last, last.coordinate == coordinate { return last.placemark?.city }
        return lookUp(coordinate, street: nil)?.city
    }

    private func lookUp(_ coordinate: Coordinate, street: UInt32?) -> Placemark? {
        let placemark = gazetteer.placemark(at: coordinate, street: street)
        last = (coordinate, street, placemark)
        return placemark
    }
}
