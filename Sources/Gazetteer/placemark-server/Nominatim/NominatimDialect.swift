import Gazetteer
import HTTPServing
import HTTPTypes
import NIOCore
import PlacemarkModel
import Web

/// The HTTP interface of Nominatim 5.3, as far as a gazetteer can answer it.
struct NominatimDialect {
    let edition: ServedGazetteer.Edition
    let languages: [String]

    /// Whether `/reverse` with these parameters is for Nominatim: Photon has none of them.
    static func isMeant(by target: RequestTarget) -> Bool {
        target.has("format") || target.has("zoom") || target.has("addressdetails") || target.has("accept-language")
            || target.has("json_callback")
    }

    func refuse(_ refusal: NominatimRefusal) -> HTTPAnswer { refusal.answer(route: "unknown") }

    func reverse(_ target: RequestTarget) -> HTTPAnswer {
        answer(target, route: "nominatim reverse") { parameters throws(NominatimRefusal) in
            let format = try parameters.format(default: nil)
            let longitude = try parameters.number("lon")
            let latitude = try parameters.number("lat")
            let zoom = try parameters.integer("zoom") ?? 18
            try parameters.checkLayer()
            var places: [NominatimPlace] = []
            if abs(latitude) <= 90 {
                let position = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
                let place = NominatimPlace(
                    at: position, finest: .init(zoom: zoom), in: edition.gazetteer, languages: languages)
                if let place { places.append(place) }
            }
            return (format, places, parameters.options(addressDetails: true))
        }
    }

    func search(_ target: RequestTarget) -> HTTPAnswer {
        answer(target, route: "nominatim search") { parameters throws(NominatimRefusal) in
            let format = try parameters.format(default: .jsonv2)
            let limit = max(1, min(50, try parameters.integer("limit") ?? 10))
            let query = try parameters.query()
            var options = parameters.options(addressDetails: false)
            (options.isSearch, options.query) = (true, query.text)
            if let position = Coordinate(parsing: query.text) {
                let place = NominatimPlace(
                    at: position, finest: .house, in: edition.gazetteer, languages: languages)
                return (format, place.map { [$0] } ?? [], options)
            }
            let box = parameters.viewBox
            let excluded = Set((target["exclude_place_ids"] ?? "").split(separator: ",").map { $0.trimmed })
            let found = try? edition.gazetteer.search(
                query.text, near: box?.middle, in: parameters.countries, limit: box?.isBounding == true ? 50 : limit,
                countiesOnly: query.isCounty, preferredLanguages: languages)
            let places = (found ?? []).lazy.filter { box?.contains($0.coordinate) ?? true }
                .compactMap { NominatimPlace($0, in: edition.gazetteer) }
                .filter { excluded.isEmpty || !excluded.contains("\($0.identifier)") }
            return (format, Array(places.prefix(limit)), options)
        }
    }

    func status(_ target: RequestTarget) -> HTTPAnswer {
        let route: StaticString = "nominatim status"
        switch target["format"] ?? "text" {
        case "text": return HTTPAnswer(route: route, type: "text/plain; charset=utf-8", text: "OK")
        case "json":
            var writer = JSONWriter(capacity: 128)
            writer.beginObject()
            writer.field("status", 0)
            writer.field("message", "OK")
            writer.field("software_version", Installation.version)
            writer.field("database_version", Installation.version)
            writer.endObject()
            return HTTPAnswer(route: route, writer)
        default:
            let message = "Parameter 'format' must be one of: text, json"
            return NominatimRefusal(status: .badRequest, message: message, shape: .text).answer(route: route)
        }
    }

    /// Objects of OpenStreetMap by their numbers, which no gazetteer has.
    func lookup(_ target: RequestTarget) -> HTTPAnswer {
        NominatimRefusal(
            status: .notImplemented,
            message: "This server is a gazetteer: it has no OpenStreetMap IDs, and looks up positions and names only."
        ).answer(route: "nominatim lookup")
    }

    private func answer(
        _ target: RequestTarget, route: StaticString,
        _ find: (NominatimParameters) throws(NominatimRefusal) -> (
            NominatimFormat, [NominatimPlace], NominatimFormat.Options
        )
    ) -> HTTPAnswer {
        do throws(NominatimRefusal) {
            let (format, places, options) = try find(NominatimParameters(target))
            let callback = try NominatimParameters(target).callback()
            var writer = JSONWriter(capacity: 1024)
            format.write(places, licence: edition.licence, options: options, to: &writer)
            guard let callback else { return HTTPAnswer(route: route, writer) }
            return HTTPAnswer(
                route: route, type: "application/javascript; charset=utf-8",
                text: "\(callback)(\(String(decoding: writer.bytes, as: UTF8.self)))")
        } catch {
            return error.answer(route: route)
        }
    }
}
