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
    case track = "/v1/track"
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
        case .regions, .grants: [.GET, .POST]
        case .region, .track: [.GET, .DELETE]
        case .grant: [.DELETE]
        default: [.GET]
        }
    }

    /// The parameters that GET takes.
    var parameters: [String] {
        switch self {
        case .location: ["wait", "accuracy"]
        case .events: ["only"]
        case .reverse: ["lat", "lon"]
        case .search: ["q", "near", "limit"]
        case .regions: ["after"]
        case .track: ["since"]
        default: []
        }
    }

    /// The types in which GET answers, the usual one first.
    var mediaTypes: [MediaType] {
        switch self {
        case .root, .help, .city: [.text]
        case .placemark, .reverse, .search: [.json, .text]
        case .events: [.eventStream]
        case .track: [.jsonLines]
        case .metrics: [.metrics]
        default: [.json]
        }
    }

    /// What there is, for people.
    static var helpText: String {
        let lines = allCases.filter { $0 != .root }.map { route in
            let methods = route.methods.map(\.rawValue).joined(separator: ", ")
            let parameters = route.parameters.isEmpty ? "" : "?" + route.parameters.joined(separator: "=&") + "="
            return (methods, route.rawValue + parameters, route.explanation)
        }
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: width - text.count + 2)
        }
        let widths = (lines.map(\.0.count).max() ?? 0, lines.map(\.1.count).max() ?? 0)
        return lines.map { padded($0, widths.0) + padded($1, widths.1) + $2 }.joined(separator: "\n")
    }

    private var explanation: String {
        switch self {
        case .root, .help: "this list"
        case .city: "the current city"
        case .placemark: "the current placemark; with 'Accept: text/plain' on one line"
        case .location: "the last location, or the best one that comes within the time"
        case .status: "everything"
        case .visits: "the stay that goes on and the last ones (precise readers)"
        case .events: "server-sent events: the present state, then what happens"
        case .reverse: "the placemark of a position; with 'Accept: text/plain' on one line"
        case .search: "the places of a name; with 'Accept: text/plain' on a line each"
        case .regions: "the regions and where you are; POST adds a GeoJSON feature (precise readers)"
        case .region: "one region; DELETE removes one that was added (precise readers)"
        case .track: "the positions of the past, if they are kept; DELETE forgets them (precise readers)"
        case .grants: "who has precise access for a time; POST gives it to a user (root)"
        case .grant: "DELETE takes it back from the user of this number (root)"
        case .version: "the version of the daemon"
        case .metrics: "figures about the service, for Prometheus"
        case .description: "all of this for programs (OpenAPI 3.1)"
        }
    }
}
