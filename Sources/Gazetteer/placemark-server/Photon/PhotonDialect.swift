import Gazetteer
import HTTPServing
import HTTPTypes
import PlacemarkModel
import Web

/// The HTTP interface of Photon, as its README describes it: GeoJSON for both directions.
struct PhotonDialect {
    let edition: ServedGazetteer.Edition
    /// Of the parameter `lang`, or else of the field Accept-Language; `default` means the names of each place's
    /// own language.
    let languages: [String]

    /// What Photon says in these cases.
    private enum Complaint {
        static let noPosition = "missing search term 'lat' and/or 'lon': /?lat=51.5&lon=8.0"
        static let badPosition = "invalid search term 'lat' and/or 'lon': /?lat=51.5&lon=8.0"
        static let noText = "missing search term 'q': /?q=berlin"
    }

    func reverse(_ target: RequestTarget) -> HTTPAnswer {
        let route: StaticString = "photon reverse"
        guard let latitude = target["lat"], let longitude = target["lon"] else {
            return refuse(Complaint.noPosition, route: route)
        }
        guard let position = Coordinate(parsingLatitude: latitude, longitude: longitude) else {
            return refuse(Complaint.badPosition, route: route)
        }
        let place = NominatimPlace(
            at: position, finest: .house, in: edition.gazetteer, languages: languages)
        return answer(place.map { [$0] } ?? [], route: route)
    }

    func search(_ target: RequestTarget) -> HTTPAnswer {
        let route: StaticString = "photon search"
        guard let text = target["q"], !text.trimmed.isEmpty else { return refuse(Complaint.noText, route: route) }
        var near: Coordinate?
        if let latitude = target["lat"], let longitude = target["lon"] {
            near = Coordinate(parsingLatitude: latitude, longitude: longitude)
            if near == nil { return refuse(Complaint.badPosition, route: route) }
        }
        let limit = max(1, min(50, target["limit"].flatMap { Int($0) } ?? 15))
        let found =
            (try? edition.gazetteer.search(text, near: near, limit: limit, preferredLanguages: languages)) ?? []
        return answer(found.compactMap { NominatimPlace($0, in: edition.gazetteer) }, route: route)
    }

    private func refuse(_ message: String, route: StaticString) -> HTTPAnswer {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.field("message", message)
        writer.endObject()
        return HTTPAnswer(route: route, status: .badRequest, writer)
    }

    private func answer(_ places: [NominatimPlace], route: StaticString) -> HTTPAnswer {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.field("type", "FeatureCollection")
        // Not Photon's, and allowed beside its keys (RFC 7946, section 6.1).
        writer.field("attribution", edition.licence)
        writer.key("features")
        writer.beginArray()
        for place in places { write(place, to: &writer) }
        writer.endArray()
        writer.endObject()
        return HTTPAnswer(route: route, writer)
    }

    private func write(_ place: NominatimPlace, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("type", "Feature")
        writer.key("properties")
        writer.beginObject()
        writer.field("osm_key", place.tag.key)
        writer.field("osm_value", place.tag.value)
        writer.field("type", place.kind)
        writer.field("name", place.name.isEmpty ? nil : place.name)
        let own = place.level == .house ? "" : "\(place.addressType)"
        for (key, value) in place.address {
            let name = "\(key)"
            // A county is not in itself; it has its name already. A settlement is: Photon's clients read the city from
            // `city` alone.
            guard name != own || place.level == .settlement, let key = Self.property(of: name) else { continue }
            writer.field(key, value)
        }
        if own == "country" { writer.field("country", place.name) }
        writer.field("countrycode", place.countryCode?.uppercased())
        writer.endObject()
        writer.geometry(place.coordinate)
        writer.endObject()
    }

    /// The name of a part of Nominatim's address.
    private static func property(of key: String) -> StaticString? {
        switch key {
        case "house_number": "housenumber"
        case "road": "street"
        case "hamlet", "suburb": "district"
        case "city", "town", "village": "city"
        case "county": "county"
        case "state": "state"
        case "postcode": "postcode"
        case "country": "country"
        default: nil
        }
    }
}
