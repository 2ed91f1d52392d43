import FoundationEssentials
import HTTPAsking
import PlacemarkModel
import Web

/// What the answers of docs/reference/geocoder.md mean: pure functions of a response. Whatever is not in the contract is a failure.
enum ServerAnswer {
    /// No name is longer, in bytes; the longest official one of a town has 168.
    static let longestName = 512
    /// The longest words of an error that are passed on.
    static let longestWords = 200

    /// The placemark of `GET /v1/reverse`; nil when nothing is known there.
    static func placemark(_ response: WholeAnswer) throws(ServerFailure) -> NetworkPlacemark? {
        guard let answer: NetworkPlacemark = try places(response) else { return nil }
        try check(answer.placemark)
        return answer
    }

    /// The results of `GET /v1/search`; nil when there is no such place.
    static func results(_ response: WholeAnswer, limit: Int) throws(ServerFailure) -> [SearchResult]? {
        struct Results: Decodable { let results: [SearchResult] }
        guard let answer: Results = try places(response) else { return nil }
        for result in answer.results { try check(result.placemark) }
        return answer.results.isEmpty ? nil : Array(answer.results.prefix(limit))
    }

    /// The health of `GET /v1/health`; nil when the geocoder does not tell it.
    static func health(_ response: WholeAnswer) -> GeocoderHealth? {
        struct Health: Decodable {
            let state: GeocoderHealth.State
            let reason: String?
            let retryAfter: Double?
        }
        // One that is ill may say so in its status code as well.
        guard let health: Health = try? value(response, statuses: [200, 503]) else { return nil }
        let seconds = health.retryAfter.flatMap { $0 >= 0 && $0 <= 1e9 ? $0 : nil }
        return GeocoderHealth(
            health.state, reason: health.reason.flatMap(words), retryAfter: seconds.map { .seconds($0) })
    }

    /// The JSON of an answer about places; nil for "nothing known".
    private static func places<Value: Decodable>(_ response: WholeAnswer) throws(ServerFailure) -> Value? {
        if response.status == 404, [Problem.mediaType, "application/json"].contains(response.mediaType) {
            return nil
        }
        // Not an optional one, to which `null` would be a value.
        let places: Value = try value(response)
        return places
    }

    /// The JSON of an answer.
    static func value<Value: Decodable>(
        _ response: WholeAnswer, statuses: Set<Int> = [200]
    ) throws(ServerFailure) -> Value {
        guard statuses.contains(response.status) else { throw .status(response.status, detail(of: response)) }
        guard response.mediaType == "application/json" else {
            throw .mediaType(String((response.mediaType ?? "no type").prefix(64)))
        }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(response.body))
        } catch DecodingError.keyNotFound(let key, _) {
            throw .schema("the key '\(key.stringValue)' is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw .schema("the key '\(context.codingPath.last?.stringValue ?? "")' has another type")
        } catch {
            throw .schema("it is not JSON, or not with these values")
        }
    }

    /// Names are text on one line, in bounds; the way is one on earth.
    private static func check(_ placemark: Placemark) throws(ServerFailure) {
        let names: [String] = Placemark.fields.filter { !$0.isDerived }.flatMap { field -> [String] in
            switch field.value(placemark) {
            case .text(let name): [name]
            case .texts(let names): names
            default: []
            }
        }
        for name in names {
            guard !name.isEmpty, name.utf8.count <= longestName,
                !name.unicodeScalars.contains(where: \.isLineDisturbing)
            else { throw .schema("a name is empty, longer than \(longestName) bytes, or not on one line") }
        }
        guard placemark.geocoder != GeocoderChoice.gazetteer.rawValue else {
            throw .schema("the key 'geocoder' is the gazetteer's")
        }
        guard (placemark.areasOfInterest?.count ?? 0) <= 32 else { throw .schema("more than 32 areas of interest") }
        guard 0...21_000_000 ~= placemark.distance ?? 0, 0..<360 ~= placemark.bearing ?? 0 else {
            throw .schema("the distance or the bearing of the place is impossible")
        }
    }

    /// The geocoder's own words for an error (RFC 9457), when they can be passed on.
    private static func detail(of response: WholeAnswer) -> String? {
        struct Told: Decodable { let detail: String? }
        guard response.mediaType == Problem.mediaType else { return nil }
        return (try? JSONDecoder().decode(Told.self, from: Data(response.body)))?.detail.flatMap(words)
    }

    /// Another program's words on one line; nil when there may be a coordinate in them: a number with two decimals.
    static func words(_ text: String) -> String? {
        let line = String(
            String.UnicodeScalarView(text.unicodeScalars.prefix(longestWords).filter { !$0.isLineDisturbing }))
        return line.isEmpty || line.contains(/\d[.,]\d\d/) || line.contains(/\d\s*[°'′]/) ? nil : line
    }
}
