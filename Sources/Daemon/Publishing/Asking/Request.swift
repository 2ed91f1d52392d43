import PlacemarkModel

/// A request, whichever dialect it came in.
enum Request: Hashable, Sendable {
    case city, placemark, status, visits, metrics, version, help
    /// The last location, or the best one that comes in time.
    case location(LocationWait?)
    case regions(RegionsRequest)
    case track(TrackQuery)
    case trips(TripsRequest)
    case log(LogRequest)
    case watch(EventFilter)
    case reverse(ReverseRequest)
    case search(SearchRequest)
    case grants(GrantsRequest)
    case guarding(GuardRequest)
    case beacons
    /// Somebody tells what it observes, as long as the connection lasts.
    case observe(ObservationKind)

    /// What it is called, in the line dialect and in errors.
    var word: LineRequest.Word {
        switch self {
        case .city: .city
        case .placemark: .placemark
        case .status: .status
        case .visits: .visits
        case .version: .version
        case .metrics: .metrics
        case .help: .help
        case .location: .location
        case .regions: .regions
        case .track: .track
        case .trips: .trips
        case .log: .log
        case .watch: .watch
        case .reverse: .reverse
        case .search: .search
        case .grants(.list): .grants
        case .grants(.grant): .grant
        case .grants(.revoke): .revoke
        case .guarding: .guard
        case .beacons: .beacons
        case .observe: .observe
        }
    }

    /// What is asked on behalf of a client who may know this much. Others than precise ones get the world file alone, which
    /// answers everybody alike, wherever the box has been: the cache and the budget of a network geocoder would tell them what
    /// has been asked before, and the time of an answer from a detail pack near which squares the kernel has read it.
    func asked(by client: GeocodeClient, knowing precision: Precision) -> Request {
        var client = client
        client.asksPacks = precision == .precise
        let geocoder = precision == .precise ? nil : GeocoderChoice.gazetteer
        switch self {
        case .reverse(var request):
            (request.client, request.geocoder) = (client, geocoder ?? request.geocoder)
            return .reverse(request)
        case .search(var request):
            (request.client, request.geocoder) = (client, geocoder ?? request.geocoder)
            return .search(request)
        default: return self
        }
    }

    /// Whether its answer says the same until there is news, so that a client may keep it and ask for changes.
    var canBeKept: Bool {
        switch self {
        case .city, .placemark, .status, .visits, .location(nil), .regions(.list), .regions(.state), .reverse, .search:
            true
        case .metrics, .version, .help, .location, .regions, .track, .trips, .log, .watch, .grants, .guarding,
            .beacons, .observe:
            false
        }
    }

    /// Whether it is for precise readers alone.
    var isPreciseOnly: Bool { preciseOnlyName != nil }

    /// What precise readers alone may have of it, for an error; nil when others get something, too.
    var preciseOnlyName: String? {
        switch self {
        case .visits, .regions, .track, .trips, .log, .guarding, .beacons: word.rawValue
        // Others would wait for ever.
        case .watch(let filter):
            filter.isForReducedReaders || filter.mayTellOfAlarm ? nil : "\(word.rawValue) \(filter.arguments)"
        case .reverse(let request): request.geocoder == .network ? "\(word.rawValue) geocoder=network" : nil
        case .search(let request): request.geocoder == .network ? "\(word.rawValue) geocoder=network" : nil
        case .city, .placemark, .status, .metrics, .version, .help, .location, .grants, .observe: nil
        }
    }
}
