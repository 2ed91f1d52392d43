import PlacemarkModel

/// The parts of an address by the keys that Nominatim gives them, which follow how OpenStreetMap's mappers class a place.
///
/// The keys, from small to large: https://nominatim.org/release-docs/latest/api/Output/#addressdetails
struct NominatimAddress {
    private let parts: [String: String]

    init(_ parts: [String: String]) { self.parts = parts.compactMapValues(NameText.clean) }

    /// All that an address tells of a placemark; `name` is left to the caller.
    var placemark: Placemark {
        var placemark = Placemark(geocoder: "nominatim")
        (placemark.thoroughfare, placemark.subThoroughfare) = street
        placemark.locality = first(Self.settlements)?.name
        placemark.subLocality = subLocality
        placemark.subAdministrativeArea = first(["county", "state_district"])?.name
        placemark.administrativeArea = first(["state", "province", "region"])?.name
        placemark.isoSubdivisionCode = subdivisionCode
        // Where two codes meet, Nominatim has both, with a semicolon.
        placemark.postalCode = parts["postcode"]?.split(whereSeparator: { $0 == ";" || $0 == "," }).first.map(
            String.init)
        placemark.isoCountryCode = parts["country_code"].flatMap { code in
            code.utf8.count == 2 && code.allSatisfy { $0.isASCII && $0.isLetter } ? code.uppercased() : nil
        }
        placemark.country = parts["country"]
        let areas = Self.areas.compactMap { parts[$0] }
        placemark.areasOfInterest = areas.isEmpty ? nil : areas
        return placemark
    }

    /// What bears the name that a person there would give, the most likely first. A county is none: it is
    /// `subAdministrativeArea`, which `city` falls back to.
    private static let settlements = [
        "city", "town", "village", "municipality", "hamlet", "isolated_dwelling", "croft",
    ]
    /// Parts of a settlement.
    private static let partsOfSettlements = [
        "suburb", "city_district", "borough", "district", "subdivision", "quarter", "neighbourhood", "allotments",
    ]
    /// Smaller settlements, which belong to a larger one.
    private static let smallSettlements = ["town", "village", "hamlet", "isolated_dwelling", "croft"]
    /// What people meet at: no shops, offices and bus stops, of which a street is full.
    private static let areas = [
        "tourism", "historic", "leisure", "amenity", "railway", "aeroway", "man_made", "military", "natural",
    ]

    /// Street and number. Where houses are numbered in a village without streets, the village has the number.
    private var street: (name: String?, number: String?) {
        let number = parts["house_number"]
        if let road = parts["road"] ?? parts["pedestrian"] ?? parts["footway"] { return (road, number) }
        guard let number else { return (nil, nil) }
        guard let place = first(["place", "croft", "isolated_dwelling", "hamlet", "village"])?.name else {
            return (nil, nil)
        }
        return (place, number)
    }

    private var subLocality: String? {
        guard let locality = first(Self.settlements) else { return first(Self.partsOfSettlements)?.name }
        if let part = first(Self.partsOfSettlements)?.name, part != locality.name { return part }
        let smaller = Self.smallSettlements.drop { $0 != locality.key }.dropFirst()
        let others = Self.smallSettlements.contains(locality.key) ? Array(smaller) : Self.smallSettlements
        return others.lazy.compactMap { self.parts[$0] }.first { $0 != locality.name }
    }

    /// Of several levels the widest: that is the state's.
    private var subdivisionCode: String? {
        let prefix = "ISO3166-2-lvl"
        let level = parts.keys.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }.min()
        return level.flatMap { parts["\(prefix)\($0)"] }
    }

    private func first(_ keys: [String]) -> (key: String, name: String)? {
        keys.lazy.compactMap { key in self.parts[key].map { (key, $0) } }.first
    }
}
