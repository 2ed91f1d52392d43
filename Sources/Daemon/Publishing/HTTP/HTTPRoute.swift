import NIOHTTP1

/// What there is to ask for over HTTP. The raw value is the path, in which `{identifier}` stands for any one segment.
///
/// `openapi.json` describes the same for programs; a test holds the two together.
enum HTTPRoute: String, CaseIterable {
    case root = "/"
    case help = "/v1"
    case city = "/v1/city"
    case placemark = "/v1/placemark"
    case location = "/v1/location"
    case status = "/v1/status"
    case visits = "/v1/visits"
    case events = "/v1/events"
    case reverse = "/v1/reverse"
    case search = "/v1/search"
    case regions = "/v1/regions"
    case region = "/v1/regions/{identifier}"
    case shapes = "/v1/shapes"
    case trips = "/v1/trips"
    case trip = "/v1/trips/{identifier}"
    case tripLabel = "/v1/trips/{identifier}/label"
    case log = "/v1/log"
    case track = "/v1/track"
    case `guard` = "/v1/guard"
    case acknowledgement = "/v1/guard/acknowledgement"
    case beacons = "/v1/beacons"
    case grants = "/v1/grants"
    case grant = "/v1/grants/{identifier}"
    case version = "/v1/version"
    case metrics = "/metrics"
    case description = "/v1/openapi.json"

    /// Finds the route of a path, and what stands for `{identifier}`; nil when there is none.
    static func find(_ path: [String]) -> (route: HTTPRoute, identifier: String)? {
        for route in allCases {
            let template = route.rawValue.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            guard template.count == path.count else { continue }
            var identifier = ""
            let matches = zip(template, path).allSatisfy { pattern, segment in
                guard pattern == "{identifier}" else { return pattern == segment }
                identifier = segment
                return !segment.isEmpty
            }
            if matches { return (route, identifier) }
        }
        return nil
    }

    /// The methods that it takes, besides HEAD, which goes wherever GET does.
    var methods: [HTTPMethod] {
        switch self {
        case .regions, .grants, .log: [.GET, .POST]
        case .region, .track: [.GET, .DELETE]
        case .grant: [.DELETE]
        case .guard: [.GET, .PUT, .DELETE]
        case .acknowledgement, .tripLabel: [.POST]
        default: [.GET]
        }
    }

    /// The parameters that GET takes; `PlaceParameter` has further names of some.
    var parameters: [String] {
        switch self {
        case .location: ["wait", "accuracy"]
        case .events: ["only"]
        case .reverse: ["latitude", "longitude", "geocoder", "language"]
        case .search: ["text", "near", "limit", "geocoder", "language"]
        case .regions: ["after"]
        case .track, .trips, .log: ["since"]
        default: []
        }
    }

    /// The types in which GET answers, the usual one first.
    var mediaTypes: [MediaType] {
        switch self {
        case .root, .help, .city: [.text]
        case .placemark, .reverse, .search: [.json, .text]
        case .events: [.eventStream]
        case .track, .trips, .log: [.jsonLines]
        case .shapes: [.geoJSON]
        case .metrics: [.metrics]
        default: [.json]
        }
    }
}
