import CurlClient
import FoundationEssentials
import PlacemarkModel

/// Reads what Nominatim answers in its format jsonv2 with addressdetails.
enum NominatimAnswer {
    static func places(in reply: CurlReply, isReverse: Bool) throws(ProviderError) -> [FoundPlace] {
        try reply.checked(types: ["application/json"])
        let decoder = JSONDecoder()
        let body = Data(reply.body)
        // An answer without a place is an object with an error, whatever was asked for.
        if let said = try? decoder.decode(Refusal.self, from: body) { throw said.error(status: reply.status) }
        guard reply.status == 200 else { throw ProviderError(status: reply.status) }
        let objects: [NominatimObject]
        do {
            objects =
                isReverse
                ? [try decoder.decode(NominatimObject.self, from: body)]
                : try decoder.decode([NominatimObject].self, from: body)
        } catch {
            throw .unreadable("is not what Nominatim sends in its format jsonv2")
        }
        guard !objects.isEmpty else { throw .noResult }
        let places = objects.compactMap(\.place)
        guard !places.isEmpty else { throw .unreadable("has no address in it, although addressdetails=1 asks for one") }
        return places
    }

    /// `{"error": "Unable to geocode"}`, or `{"error": {"code": 400, "message": "…"}}`.
    private struct Refusal: Decodable {
        let error: Reason

        enum Reason: Decodable {
            case words(String)
            case code(Int)

            private enum CodingKeys: String, CodingKey { case code }

            init(from decoder: any Decoder) throws {
                if let words = try? decoder.singleValueContainer().decode(String.self) {
                    self = .words(words)
                } else {
                    self = .code(try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .code))
                }
            }
        }

        func error(status: Int) -> ProviderError {
            switch error {
            case .words("Unable to geocode"): .noResult
            case .words: status == 200 ? .unreadable("says that it could not answer") : ProviderError(status: status)
            case .code(let code): ProviderError(status: code)
            }
        }
    }
}

/// One object as Nominatim describes it.
struct NominatimObject: Decodable {
    let lat, lon: String
    let name: String?
    /// The key of OpenStreetMap that makes it what it is; `class` in the older format json.
    let category: String?
    let type: String?
    let address: [String: String]?
    let licence: String?

    private enum CodingKeys: String, CodingKey {
        case lat, lon, name, category, type, address, licence
        case olderCategory = "class"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lat = try container.decode(String.self, forKey: .lat)
        lon = try container.decode(String.self, forKey: .lon)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        category =
            try container.decodeIfPresent(String.self, forKey: .category)
            ?? container.decodeIfPresent(String.self, forKey: .olderCategory)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        address = try container.decodeIfPresent([String: String].self, forKey: .address)
        licence = try container.decodeIfPresent(String.self, forKey: .licence)
    }

    /// The object as a place; nil without an address or a position.
    var place: FoundPlace? {
        guard let address, let latitude = Double(lat), let longitude = Double(lon),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var placemark = NominatimAddress(address).placemark
        placemark.attribution = NameText.clean(licence)
        let own = NameText.clean(name)
        switch (category, type) {
        case ("natural", "water"), ("natural", "bay"), ("water", _), ("waterway", _), ("landuse", "reservoir"):
            placemark.inlandWater = own
        case ("place", "sea"), ("place", "ocean"), ("natural", "strait"): placemark.ocean = own
        default: break
        }
        placemark.name =
            placemark.streetAddress ?? placemark.inlandWater ?? placemark.ocean ?? own ?? placemark.locality
            ?? placemark.country
        let isArea = placemark.locality == nil && placemark.thoroughfare == nil && placemark.subLocality == nil
        return FoundPlace(placemark: placemark, coordinate: coordinate, isArea: isArea)
    }
}
