import NIOHTTP1
import PlacemarkCore

/// What a head asks for: a route that there is, with a method and parameters that it takes.
struct HTTPOperation: Equatable {
    let route: HTTPRoute
    let method: HTTPMethod
    /// What the path has for `{identifier}`; empty for most routes.
    private let identifier: String
    private let parameters: [String: String]

    init(_ method: HTTPMethod, _ target: String) throws(HTTPRefusal) {
        let target = try HTTPTarget(parsing: target)
        guard let (route, identifier) = HTTPRoute.find(target.path) else { throw .notFound }
        self.method = method == .HEAD ? .GET : method
        guard route.methods.contains(self.method) else {
            let allowed = route.methods.flatMap { $0 == .GET ? [$0, .HEAD] : [$0] }
            throw .methodNotAllowed(allowed: allowed.map(\.rawValue))
        }
        let known = self.method == .GET ? route.parameters : []
        if let unknown = target.parameters.keys.filter({ !known.contains($0) }).min() {
            let expected = known.isEmpty ? "no parameters" : "the parameters \(known.joined(separator: ", "))"
            throw .malformed("'\(route.rawValue)' takes \(expected), not '\(unknown.prefix(32))'")
        }
        self.route = route
        self.identifier = identifier
        parameters = target.parameters
    }

    var takesBody: Bool { method == .POST }

    /// Why nobody who may know the city only can have anything changed by it.
    var refusalOfReduced: RequestError {
        route == .grants ? .rootOnly(LineRequest.Word.grant.rawValue) : .preciseOnly(LineRequest.Word.regions.rawValue)
    }

    /// The types of the answer, the usual one first.
    var mediaTypes: [MediaType] { method == .GET ? route.mediaTypes : [.json] }

    /// The request for the router; nil for what HTTP has for itself.
    func request(body: [UInt8]) throws(RequestError) -> Request? {
        switch (route, method) {
        case (.root, _), (.help, _), (.description, _): nil
        case (.city, _): .city
        case (.placemark, _): .placemark
        case (.status, _): .status
        case (.visits, _): .visits
        case (.location, _): .location(try locationWait())
        case (.events, _): .watch(try EventFilter(requested: (parameters["only"] ?? "").split(separator: ",")))
        case (.reverse, _): .reverse(try coordinate())
        case (.search, _): .search(try search())
        case (.regions, .POST): .regions(.add(json: body))
        case (.regions, _): .regions(.list(after: parameters["after"]))
        case (.region, .DELETE): .regions(.remove(identifier: identifier))
        case (.region, _): .regions(.state(identifier: identifier))
        case (.grants, .POST): .grants(try GrantsRequest(body: body))
        case (.grants, _): .grants(.list)
        case (.grant, _): .grants(.revoke(userID: try GrantsRequest.userID(identifier)))
        case (.version, _): .version
        case (.metrics, _): .metrics
        case (.track, .DELETE): .track(.clear)
        case (.track, _): .track(try trackQuery())
        }
    }

    private func locationWait() throws(RequestError) -> LocationWait? {
        guard let wait = parameters["wait"] else {
            guard parameters["accuracy"] == nil else { throw .badRequest("'accuracy' goes with 'wait'") }
            return nil
        }
        return try LocationWait(limit: wait, accuracy: parameters["accuracy"])
    }

    private func coordinate() throws(RequestError) -> Coordinate {
        guard let latitude = parameters["lat"], let longitude = parameters["lon"],
            let coordinate = Coordinate(parsingLatitude: latitude, longitude: longitude)
        else { throw .badRequest("'lat' and 'lon' are a latitude and a longitude in degrees") }
        return coordinate
    }

    private func search() throws(RequestError) -> SearchRequest {
        guard let text = parameters["q"], text.contains(where: \.isLetter) else {
            throw .badRequest("'q' is the name of a place")
        }
        let near: Coordinate?
        if let text = parameters["near"] { near = try Coordinate(requested: text) } else { near = nil }
        return try SearchRequest(text: text, near: near, limit: parameters["limit"].map { Int($0) ?? 0 } ?? 10)
    }

    private func trackQuery() throws(RequestError) -> TrackQuery {
        guard let since = parameters["since"] else { return .all }
        guard let query = TrackQuery(since: since) else {
            throw .badRequest("'since' takes a duration such as 2h, or a time such as 2026-11-20T20:24:49Z")
        }
        return query
    }
}
