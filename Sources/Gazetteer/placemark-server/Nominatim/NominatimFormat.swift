import PlacemarkModel

/// The forms of Nominatim's answers. XML is not among them.
enum NominatimFormat: String, CaseIterable {
    case geojson, geocodejson, json, jsonv2

    /// Which keys an answer has.
    struct Options {
        var addressDetails = true
        var extraTags = false
        var nameDetails = false
        var entrances = false
        /// For geocodejson.
        var query = ""
        /// `/reverse` has one object, `/search` a list.
        var isSearch = false
    }

    func write(_ places: [NominatimPlace], licence: String, options: Options, to writer: inout JSONWriter) {
        if places.isEmpty, !options.isSearch {
            writer.beginObject()
            writer.field("error", "Unable to geocode")
            return writer.endObject()
        }
        switch self {
        case .json, .jsonv2:
            if options.isSearch { writer.beginArray() }
            for place in places { write(place, licence, options, to: &writer) }
            if options.isSearch { writer.endArray() }
        case .geojson, .geocodejson:
            writer.beginObject()
            writer.field("type", "FeatureCollection")
            if self == .geojson { writer.field("licence", licence) } else { writeHead(licence, options, to: &writer) }
            writer.key("features")
            writer.beginArray()
            for place in places { writeFeature(place, options, to: &writer) }
            writer.endArray()
            writer.endObject()
        }
    }

    /// The object of `json` and `jsonv2`, which differ in the name of one key.
    private func write(
        _ place: NominatimPlace, _ licence: String, _ options: Options, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.field("place_id", place.identifier)
        writer.field("licence", licence)
        writer.key("lat")
        writer.fixed(place.coordinate.latitude)
        writer.key("lon")
        writer.fixed(place.coordinate.longitude)
        writer.field(self == .json ? "class" : "category", place.tag.key)
        writer.field("type", place.tag.value)
        writer.field("place_rank", place.level.rawValue)
        writeProperties(place, options, to: &writer)
        writer.key("boundingbox")
        writer.beginArray()
        let box = place.box
        for degrees in [box.south, box.north, box.west, box.east] { writer.fixed(degrees) }
        writer.endArray()
        writer.endObject()
    }

    /// What all but geocodejson have in common.
    private func writeProperties(_ place: NominatimPlace, _ options: Options, to writer: inout JSONWriter) {
        writer.field("importance", place.importance)
        writer.field("addresstype", place.addressType)
        writer.field("name", place.name)
        writer.field("display_name", place.displayName)
        if options.addressDetails {
            writer.key("address")
            writer.beginObject()
            for (key, value) in place.address { writer.field(key, value) }
            writer.field("country_code", place.countryCode)
            writer.endObject()
        }
        writeExtras(options, to: &writer)
    }

    /// Nothing is known of these; Nominatim then has null.
    private func writeExtras(_ options: Options, to writer: inout JSONWriter) {
        if options.entrances {
            writer.key("entrances")
            writer.null()
        }
        if options.extraTags {
            writer.key(self == .geocodejson ? "extra" : "extratags")
            writer.null()
        }
        if options.nameDetails, self != .geocodejson {
            writer.key("namedetails")
            writer.null()
        }
    }

    private func writeFeature(_ place: NominatimPlace, _ options: Options, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("type", "Feature")
        writer.key("properties")
        writer.beginObject()
        if self == .geocodejson {
            writer.key("geocoding")
            writer.beginObject()
            writeGeocoding(place, options, to: &writer)
            writer.endObject()
        } else {
            writer.field("place_id", place.identifier)
            writer.field("place_rank", place.level.rawValue)
            writer.field("category", place.tag.key)
            writer.field("type", place.tag.value)
            writeProperties(place, options, to: &writer)
        }
        writer.endObject()
        if self == .geojson {
            writer.key("bbox")
            writer.beginArray()
            let box = place.box
            for degrees in [box.west, box.south, box.east, box.north] {
                writer.value(degrees.rounded(toDecimals: 7))
            }
            writer.endArray()
        }
        writer.geometry(place.coordinate)
        writer.endObject()
    }

    private func writeHead(_ licence: String, _ options: Options, to writer: inout JSONWriter) {
        writer.key("geocoding")
        writer.beginObject()
        writer.field("version", "0.1.0")
        writer.field("attribution", licence)
        writer.field("licence", "ODbL")
        writer.field("query", options.query)
        writer.endObject()
    }

    private func writeGeocoding(_ place: NominatimPlace, _ options: Options, to writer: inout JSONWriter) {
        writer.field("place_id", place.identifier)
        writer.field("osm_key", place.tag.key)
        writer.field("osm_value", place.tag.value)
        writer.field("type", place.kind)
        if !options.isSearch { writer.field("accuracy", 0) }
        writer.field("label", place.displayName)
        writer.field("name", place.name.isEmpty ? nil : place.name)
        if options.addressDetails {
            for (key, value) in place.address {
                // The object itself is not part of its own address.
                guard let key = Self.geocodingKey(of: "\(key)"), value != place.name else { continue }
                writer.field(key, value)
            }
            writer.field("country_code", place.countryCode)
            writer.key("admin")
            writer.beginObject()
            for (key, value) in place.address {
                guard let level = Self.adminLevel(of: "\(key)") else { continue }
                writer.field(level, value)
            }
            writer.endObject()
        }
        writeExtras(options, to: &writer)
    }

    private static func geocodingKey(of key: String) -> StaticString? {
        switch key {
        case "house_number": "housenumber"
        case "road": "street"
        case "postcode": "postcode"
        case "hamlet", "suburb": "district"
        case "city", "town", "village": "city"
        case "county": "county"
        case "state": "state"
        case "country": "country"
        default: nil
        }
    }

    /// The usual level of OpenStreetMap's boundaries.
    private static func adminLevel(of key: String) -> StaticString? {
        switch key {
        case "city", "town", "village": "level8"
        case "county": "level6"
        case "state": "level4"
        default: nil
        }
    }
}

extension NominatimPlace {
    /// The level as geocodejson and Photon name it.
    var kind: String {
        switch level {
        case .house: "house"
        case .road: "street"
        case .part: "district"
        case .settlement: "city"
        case .county: "county"
        case .state: "state"
        case .country: "country"
        }
    }

    fileprivate var box: (south: Double, north: Double, west: Double, east: Double) {
        let (latitude, longitude, extent) = (coordinate.latitude, coordinate.longitude, extentInDegrees)
        return (
            max(-90, latitude - extent), min(90, latitude + extent), max(-180, longitude - extent),
            min(180, longitude + extent)
        )
    }
}
