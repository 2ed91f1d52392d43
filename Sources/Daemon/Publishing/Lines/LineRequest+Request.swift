import PlacemarkModel

extension LineRequest {
    /// What is asked for, with its arguments read.
    func request() throws(RequestError) -> Request {
        switch word {
        case .city: .city
        case .placemark: .placemark
        case .status: .status
        case .visits: .visits
        case .version: .version
        case .metrics: .metrics
        case .help: .help
        case .guard: .guarding(try GuardRequest(parsing: arguments))
        case .beacons: .beacons
        case .observe: .observe(try ObservationKind(parsing: arguments))
        case .grants: .grants(.list)
        case .grant: .grants(try GrantsRequest(granting: arguments))
        case .revoke: .grants(try GrantsRequest(revoking: arguments))
        case .location: .location(try LocationWait(parsing: arguments))
        case .regions: .regions(try RegionsRequest(parsing: arguments))
        case .trips: .trips(try TripsRequest(parsing: arguments))
        case .log: .log(try LogRequest(parsing: arguments))
        case .track: .track(try TrackQuery(parsing: arguments))
        case .watch: .watch(try EventFilter(requested: arguments.split(separator: " ")))
        case .reverse: .reverse(try ReverseRequest(parsing: arguments))
        case .search: .search(try SearchRequest(parsing: arguments))
        }
    }
}

extension EventFilter {
    init(requested words: some Collection<Substring>) throws(RequestError) {
        do throws(WordError) {
            try self.init(parsing: words)
        } catch {
            throw .badRequest(error.description)
        }
    }
}
