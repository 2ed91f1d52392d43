import Gazetteer
import HTTPServing
import HTTPTypes
import HummingbirdCore
import PlacemarkModel
import Web

/// placemarkd's own requests: the same JSON as the daemon's socket gives, for any position, and batches.
struct OwnDialect {
    let edition: ServedGazetteer.Edition

    /// The answer to a request of which the head says all; nil for a batch.
    func directAnswer(_ request: HTTPRequest, _ target: RequestTarget) -> HTTPAnswer? {
        let isBatch = target.path == "/v1/batch"
        if isBatch, request.method == .post { return nil }
        guard request.method == .get && !isBatch || request.method == .head && !isBatch else {
            let allowed = isBatch ? "POST" : "GET, HEAD"
            return problem(
                .methodNotAllowed, code: "method-not-allowed", "this path takes \(allowed)",
                fields: [.allow: allowed])
        }
        let answer =
            switch target.path {
            case "/v1/reverse": reverse(request, target)
            case "/v1/search": search(request, target)
            case "/v1/attribution": attribution()
            case "/v1/health": health()
            default:
                problem(.notFound, code: "unknown-request", "there is nothing at this path; GET / lists what there is")
            }
        return request.method == .head ? answer.withoutBody() : answer
    }

    /// What there is to ask for, as text.
    func help() -> HTTPAnswer {
        HTTPAnswer(
            route: "help", type: "text/plain; charset=utf-8",
            text: """
                placemark-server \(Installation.version)

                GET /v1/reverse?latitude=&longitude=&language=       a placemark
                GET /v1/search?text=&near=LAT,LON&limit=&language=   places by name
                POST /v1/batch                                       a line of JSON for each line "LAT,LON" or
                                                                     {"latitude":…,"longitude":…}
                GET /v1/attribution, /v1/health
                Nominatim: /reverse?format=jsonv2&lat=&lon=, /search, /status
                Photon: /reverse?lat=&lon=, /api?q=
                revgeod: /rev?lat=&lon=

                \(edition.licence)

                """)
    }

    private func reverse(_ request: HTTPRequest, _ target: RequestTarget) -> HTTPAnswer {
        let position: Coordinate
        do throws(PlaceParameter.Mistake) {
            position = try PlaceParameter.coordinate(in: target)
        } catch {
            return problem(.badRequest, code: "bad-request", error.sentence)
        }
        let languages = Languages.of(request, target["language"])
        guard let placemark = edition.gazetteer.placemark(at: position, preferredLanguages: languages) else {
            return problem(.notFound, code: "no-place", "the gazetteer knows no place there")
        }
        if request.wantsText {
            return HTTPAnswer(
                route: "reverse", type: "text/plain; charset=utf-8",
                text: (placemark.fullAddress ?? placemark.city ?? "") + "\n")
        }
        var writer = JSONWriter(capacity: 512)
        writer.write(placemark)
        return answer(writer, route: "reverse")
    }

    private func search(_ request: HTTPRequest, _ target: RequestTarget) -> HTTPAnswer {
        let text: String
        do throws(PlaceParameter.Mistake) {
            text = try PlaceParameter.text(in: target)
        } catch {
            return problem(.badRequest, code: "bad-request", error.sentence)
        }
        let near = target["near"].map { Coordinate(parsing: $0) }
        if case .some(nil) = near {
            return problem(.badRequest, code: "bad-request", "'near' is a latitude and a longitude in degrees")
        }
        guard let limit = Int(target["limit"] ?? "10"), 1...50 ~= limit else {
            return problem(.badRequest, code: "bad-request", "'limit' takes a number from 1 to 50")
        }
        let results: [SearchResult]
        do throws(SearchError) {
            results = try edition.gazetteer.search(
                text, near: near ?? nil, limit: limit,
                preferredLanguages: Languages.of(request, target["language"]))
        } catch {
            switch error {
            case .noName, .noResult:
                return problem(.notFound, code: "no-place", "the gazetteer knows no place of that name")
            case .noSearchLayer, .unsupportedSearchLayer:
                return problem(.serviceUnavailable, code: "failed", error.description)
            }
        }
        if request.wantsText {
            let lines = results.compactMap { $0.placemark.fullAddress ?? $0.placemark.city }
            return HTTPAnswer(
                route: "search", type: "text/plain; charset=utf-8", text: lines.joined(separator: "\n") + "\n")
        }
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.key("results")
        writer.beginArray()
        for result in results { writer.write(result) }
        writer.endArray()
        writer.endObject()
        return answer(writer, route: "search")
    }

    func batch(_ request: Request, _ target: RequestTarget) -> HTTPAnswer {
        let batch = Batch(gazetteer: edition.gazetteer, languages: Languages.of(request.head, target["language"]))
        return HTTPAnswer(
            route: "batch", type: "application/x-ndjson", fields: [.link: Self.licenceLink],
            streamed: batch.answers(to: request.body))
    }

    private func attribution() -> HTTPAnswer {
        var writer = JSONWriter(capacity: 8192)
        writer.beginObject()
        writer.key("notices")
        writer.beginArray()
        for notice in edition.attribution.notices {
            writer.beginObject()
            writer.field("attribution", notice.attribution)
            writer.field("licence", notice.licence)
            writer.key("sources")
            writer.beginArray()
            for source in notice.sources { writer.value(source) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return answer(writer, route: "attribution")
    }

    private func health() -> HTTPAnswer {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.field("detailPacks", edition.gazetteer.detailPacks.count)
        writer.field("places", edition.gazetteer.placeCount)
        writer.field("status", "ok")
        writer.field("version", Installation.version)
        writer.endObject()
        return answer(writer, route: "health")
    }

    /// The answers hold nothing but what the daemon's have; whose data they are, a field of the head tells.
    private static let licenceLink = "</v1/attribution>; rel=\"license\""

    private func answer(_ writer: JSONWriter, route: StaticString) -> HTTPAnswer {
        var writer = writer
        writer.newline()
        return HTTPAnswer(route: route, type: "application/json", writer, fields: [.link: Self.licenceLink])
    }

    private func problem(
        _ status: HTTPResponse.Status, code: String, _ detail: String, fields: HTTPFields = [:]
    ) -> HTTPAnswer {
        .problem(status, route: "own", code: code, detail, fields: fields)
    }
}

extension HTTPRequest {
    /// Whether the client would rather have text, as a shell does.
    fileprivate var wantsText: Bool {
        guard let field = headerFields[.accept], field != "*/*" else { return false }
        let types = AcceptedTypes(field: field)
        return types.weight(of: "text/plain") > types.weight(of: "application/json")
    }
}

extension HTTPField.Name {
    /// RFC 8288.
    fileprivate static let link = HTTPField.Name("Link") ?? .location
}
