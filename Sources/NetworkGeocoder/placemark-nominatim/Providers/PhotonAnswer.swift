import CurlClient
import FoundationEssentials
import PlacemarkModel

/// How Photon is asked: https://github.com/komoot/photon
enum PhotonRequest {
    /// Path and parameters.
    static func target(of query: PlaceQuery) -> String {
        var target: String
        switch query.subject {
        case .reverse(let position):
            target =
                "/reverse?limit=1&lat=\(position.latitude.fixed(decimals: 6))"
                + "&lon=\(position.longitude.fixed(decimals: 6))"
            // Photon answers with the nearest object of these kinds.
            if query.granularity == .city { target += "&layer=city&layer=locality&radius=20" }
        case .search(let text, let near, let limit):
            target = "/api?limit=\(limit)&q=\(PercentEncoding.encode(text))"
            if let near {
                target +=
                    "&lat=\(near.latitude.fixed(decimals: 6))&lon=\(near.longitude.fixed(decimals: 6))"
            }
        }
        if let code = language(of: query) { target += "&lang=\(code)" }
        return target
    }

    /// The language that is asked for: one code of two letters is all that Photon takes, and an error otherwise.
    static func language(of query: PlaceQuery) -> String? {
        guard let code = query.language?.prefix(while: { $0.isASCII && $0.isLetter }), code.count == 2 else {
            return nil
        }
        return code.lowercased()
    }
}

/// Reads what Photon answers: GeoJSON with its own properties.
enum PhotonAnswer {
    /// Photon sends no attribution; its data is OpenStreetMap's, whose licence asks for this one.
    static let attribution = "Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright"

    static func places(in reply: CurlReply, isReverse: Bool) throws(ProviderError) -> [FoundPlace] {
        if reply.status == 400, isRefusalOfLanguage(reply.body) { throw .languageUnknown }
        try reply.checked(types: ["application/json", "application/geo+json"])
        guard reply.status == 200 else { throw ProviderError(status: reply.status) }
        let decoder = JSONDecoder()
        let body = Data(reply.body)
        guard let answer = try? decoder.decode(Collection.self, from: body), answer.type == "FeatureCollection" else {
            // {"message": "…"}
            throw .unreadable("is not a collection of features, as Photon sends it")
        }
        guard !answer.features.isEmpty else { throw .noResult }
        let places = answer.features.compactMap(\.place)
        guard !places.isEmpty else { throw .unreadable("has no feature with a position and a name") }
        return isReverse ? [places[0]] : places
    }

    /// Whether an error is about the language, of which each installation has its own few.
    ///
    /// Since 0.7 `{"lang": [{"message": "Language is not supported. Supported are: default, de, en, fr", …}]}`, before that
    /// `{"message": "Language it is not supported, supported languages are: default, de, en, fr"}`.
    private static func isRefusalOfLanguage(_ body: [UInt8]) -> Bool {
        guard let said = try? JSONDecoder().decode(Refusal.self, from: Data(body)) else { return false }
        let texts = [said.message].compactMap(\.self) + (said.lang ?? []).compactMap(\.message)
        return texts.contains { $0.hasPrefix("Language ") && $0.contains("is not supported") }
    }

    private struct Refusal: Decodable {
        struct Mistake: Decodable { let message: String? }
        let message: String?
        let lang: [Mistake]?
    }

    private struct Collection: Decodable {
        let type: String
        let features: [PhotonFeature]
    }
}

/// One object as Photon describes it.
struct PhotonFeature: Decodable {
    struct Geometry: Decodable { let coordinates: [Double] }
    struct Properties: Decodable {
        var type, name, housenumber, street, locality, district, city, county, state, country, countrycode,
            postcode: String?
        /// Key and value of OpenStreetMap.
        var osmKey, osmValue: String?

        private enum CodingKeys: String, CodingKey {
            case type, name, housenumber, street, locality, district, city, county, state, country, countrycode,
                postcode
            case osmKey = "osm_key"
            case osmValue = "osm_value"
        }

        /// With names that fit on a line.
        var cleaned: Properties {
            var clean = self
            for name in [
                \Properties.name, \.housenumber, \.street, \.locality, \.district, \.city, \.county, \.state, \.country,
                \.postcode,
            ] {
                clean[keyPath: name] = NameText.clean(clean[keyPath: name])
            }
            return clean
        }
    }

    let geometry: Geometry
    let properties: Properties

    /// The feature as a place; nil without a position, or where it has none of the names.
    var place: FoundPlace? {
        guard geometry.coordinates.count >= 2,
            let coordinate = Coordinate(latitude: geometry.coordinates[1], longitude: geometry.coordinates[0])
        else { return nil }
        var placemark = Placemark(geocoder: "photon")
        let it = properties.cleaned
        placemark.thoroughfare = it.street ?? (it.type == "street" ? it.name : nil)
        placemark.subThoroughfare = placemark.thoroughfare == nil ? nil : it.housenumber
        // An object that is itself a part of the address bears the name of that part.
        let isSettlement = it.osmKey == "place" && ["city", "town", "village", "hamlet"].contains(it.osmValue)
        placemark.locality = it.city ?? (it.type == "city" || isSettlement ? it.name : nil)
        placemark.subLocality =
            it.district ?? it.locality
            ?? (["district", "locality"].contains(it.type) && it.name != placemark.locality ? it.name : nil)
        placemark.subAdministrativeArea = it.county ?? (it.type == "county" ? it.name : nil)
        placemark.administrativeArea = it.state ?? (it.type == "state" ? it.name : nil)
        placemark.postalCode = it.postcode
        placemark.isoCountryCode = it.countrycode.flatMap { $0.utf8.count == 2 ? $0.uppercased() : nil }
        placemark.country = it.country ?? (it.type == "country" ? it.name : nil)
        switch (it.osmKey, it.osmValue) {
        case ("natural", "water"), ("natural", "bay"), ("waterway", _): placemark.inlandWater = it.name
        case ("place", "sea"), ("place", "ocean"), ("natural", "strait"): placemark.ocean = it.name
        case ("tourism", _), ("historic", _), ("leisure", _), ("amenity", _), ("railway", _), ("aeroway", _),
            ("man_made", _), ("military", _), ("natural", _):
            placemark.areasOfInterest = it.name.map { [$0] }
        default: break
        }
        guard it.name != nil || placemark.thoroughfare != nil || placemark.city != nil else { return nil }
        placemark.name =
            placemark.streetAddress ?? placemark.inlandWater ?? placemark.ocean ?? it.name ?? placemark.locality
            ?? placemark.country
        placemark.attribution = PhotonAnswer.attribution
        return FoundPlace(
            placemark: placemark, coordinate: coordinate,
            isArea: ["country", "state", "county"].contains(it.type))
    }
}
