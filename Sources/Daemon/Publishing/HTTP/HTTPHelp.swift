import NIOHTTP1

/// What HTTP answers itself: what there is to ask for, as text for people and as `openapi.json` for programs.
extension HTTPOperation {
    var ownAnswer: Answer {
        route == .description
            ? Answer(form: .json, bytes: PackageResources.openapi_json) : .text(HTTPRoute.helpText)
    }
}

extension HTTPRoute {
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
        case .visits: "the current stay and the last ones that have ended (precise readers)"
        case .events: "server-sent events: the present state, then what happens"
        case .reverse: "the placemark of a position; with 'Accept: text/plain' on one line"
        case .search: "places by name; with 'Accept: text/plain', one a line"
        case .regions: "the regions and where you are; POST adds a GeoJSON feature (precise readers)"
        case .region: "one region; DELETE removes one that was added (precise readers)"
        case .shapes: "the regions as GeoJSON, with their shapes and where you are (precise readers)"
        case .trips: "the trips, if they are kept (precise readers)"
        case .trip: "one trip (precise readers)"
        case .tripLabel: "POST says what a trip was for (precise readers)"
        case .log: "the ship's log, if trips are kept; POST adds a remark (precise readers)"
        case .track: "the positions of the past, if they are kept; DELETE forgets them (precise readers)"
        case .guard: "the guard and how it stands; PUT arms one, DELETE ends it (precise readers)"
        case .acknowledgement: "POST says that somebody knows of the guard's alarm (precise readers)"
        case .beacons: "the beacons that are heard (precise readers)"
        case .grants: "who has precise access for a time; POST gives it to a user (root)"
        case .grant: "DELETE takes it back from the user of this number (root)"
        case .version: "the version of the daemon"
        case .metrics: "figures about the service, for Prometheus"
        case .description: "all of this for programs (OpenAPI 3.1)"
        }
    }
}
