import NIOHTTP1
import PlacemarkModel
import Web

/// What a head asks for: a route that there is, with a method and parameters that it takes.
struct HTTPOperation: Equatable {
    let route: HTTPRoute
    let method: HTTPMethod
    /// What the path has for `{identifier}`; empty for most routes.
    private let identifier: String
    private let parameters: [String: String]

    init(_ method: HTTPMethod, _ target: String) throws(HTTPRefusal) {
        let (path, parameters) = try Self.read(target)
        guard let (route, identifier) = HTTPRoute.find(path) else { throw .notFound }
        self.method = method == .HEAD ? .GET : method
        guard route.methods.contains(self.method) else {
            let allowed = route.methods.flatMap { $0 == .GET ? [$0, .HEAD] : [$0] }
            throw .methodNotAllowed(allowed: allowed.map(\.rawValue))
        }
        let known = self.method == .GET ? route.parameters : []
        if let unknown = parameters.keys.filter({ !known.contains(PlaceParameter.name(meantBy: $0)) }).min() {
            let expected = known.isEmpty ? "no parameters" : "the parameters \(known.joined(separator: ", "))"
            throw .malformed("'\(route.rawValue)' takes \(expected), not '\(unknown.prefix(32))'")
        }
        self.route = route
        self.identifier = identifier
        self.parameters = parameters
    }

    private static func read(_ target: String) throws(HTTPRefusal) -> (path: [String], parameters: [String: String]) {
        do throws(RequestTarget.Fault) {
            let target = try RequestTarget(checking: target)
            return (try target.segments, try target.parameters)
        } catch {
            throw HTTPRefusal(error)
        }
    }

    var takesBody: Bool { (method == .POST && route != .acknowledgement) || method == .PUT }

    /// Why nobody who may know the city only can have anything changed by it.
    var refusalOfReduced: RequestError {
        switch route {
        case .grants: .rootOnly(LineRequest.Word.grant.rawValue)
        case .guard: .preciseOnly(LineRequest.Word.guard.rawValue)
        case .tripLabel: .preciseOnly(LineRequest.Word.trips.rawValue)
        case .log: .preciseOnly(LineRequest.Word.log.rawValue)
        default: .preciseOnly(LineRequest.Word.regions.rawValue)
        }
    }

    /// The types of the answer, the usual one first.
    var mediaTypes: [MediaType] { method == .GET ? route.mediaTypes : [.json] }

    /// The request for the router; nil for what HTTP has for itself.
    ///
    /// - Parameter acceptLanguage: the field Accept-Language, which counts where there is no parameter `language`.
    func request(body: [UInt8], acceptLanguage: String? = nil) throws(RequestError) -> Request? {
        switch (route, method) {
        case (.root, _), (.help, _), (.description, _): nil
        case (.city, _): .city
        case (.placemark, _): .placemark
        case (.status, _): .status
        case (.visits, _): .visits
        case (.location, _): .location(try locationWait())
        case (.events, _): .watch(try EventFilter(requested: (parameters["only"] ?? "").split(separator: ",")))
        case (.reverse, _):
            .reverse(
                ReverseRequest(
                    try coordinate(), geocoder: try geocoder(), languages: try languages(acceptLanguage)))
        case (.search, _): .search(try search(acceptLanguage))
        case (.regions, .POST): .regions(.add(json: body))
        case (.regions, _): .regions(.list(after: parameters["after"]))
        case (.region, .DELETE): .regions(.remove(identifier: identifier))
        case (.region, _): .regions(.state(identifier: identifier))
        case (.shapes, _): .regions(.shapes)
        case (.grants, .POST): .grants(try GrantsRequest(body: body))
        case (.grants, _): .grants(.list)
        case (.grant, _): .grants(.revoke(userID: try GrantsRequest.userID(identifier)))
        case (.guard, .PUT): .guarding(try GuardRequest(body: body))
        case (.guard, .DELETE): .guarding(.command(.disarm))
        case (.guard, _): .guarding(.report)
        case (.acknowledgement, _): .guarding(.command(.acknowledge))
        case (.beacons, _): .beacons
        case (.version, _): .version
        case (.metrics, _): .metrics
        case (.trips, _): .trips(.list(since: try since()))
        case (.trip, _): .trips(.show(id: identifier))
        case (.tripLabel, _): .trips(try TripsRequest(labelling: identifier, body: body))
        case (.log, .POST): .log(try LogRequest(body: body))
        case (.log, _): .log(.list(since: try since()))
        case (.track, .DELETE): .track(.clear)
        case (.track, _): .track(try since(example: "2h"))
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
        do throws(PlaceParameter.Mistake) {
            return try PlaceParameter.coordinate(in: parameters)
        } catch {
            throw .badRequest(error.sentence)
        }
    }

    private func geocoder() throws(RequestError) -> GeocoderChoice? {
        guard let name = parameters["geocoder"] else { return nil }
        return try GeocoderChoice(requested: name)
    }

    private func languages(_ accepted: String?) throws(RequestError) -> PreferredLanguages {
        guard let text = parameters["language"] else { return PreferredLanguages(accepting: accepted ?? "") }
        return try PreferredLanguages(requested: text)
    }

    private func search(_ acceptLanguage: String?) throws(RequestError) -> SearchRequest {
        let text: String
        do throws(PlaceParameter.Mistake) {
            text = try PlaceParameter.text(in: parameters)
        } catch {
            throw .badRequest(error.sentence)
        }
        let near: Coordinate?
        if let text = parameters["near"] { near = try Coordinate(requested: text) } else { near = nil }
        return try SearchRequest(
            text: text, near: near, limit: parameters["limit"].map { Int($0) ?? 0 } ?? 10, geocoder: try geocoder(),
            languages: try languages(acceptLanguage))
    }

    private func since(example: String = "30d") throws(RequestError) -> TrackQuery {
        guard let since = parameters["since"] else { return .all }
        return try TrackQuery(requested: since, example: example)
    }
}
