public import PlacemarkModel

/// The geocoder of the daemon: CoreLocation's `CLGeocoder`. A user who may ask for the city may ask for any place.
extension PlacemarkClient {
    /// The placemark of a coordinate. Throws `noResult` when no place is known there.
    ///
    /// - Parameters:
    ///   - geocoder: who is to answer; nil for the one that the daemon itself asks.
    ///   - languages: in which names are wanted; none for those of the daemon.
    public func reverseGeocode(
        _ coordinate: Coordinate, geocoder: GeocoderChoice? = nil, languages: PreferredLanguages = .none
    ) async throws(PlacemarkClientError) -> Placemark {
        try await value(of: Self.reverseRequest(coordinate, geocoder: geocoder, languages: languages))
    }

    /// The request of `reverseGeocode` in the line dialect.
    public static func reverseRequest(
        _ coordinate: Coordinate, geocoder: GeocoderChoice? = nil, languages: PreferredLanguages = .none
    ) -> String {
        "reverse \(option(geocoder))\(option(languages))\(coordinate.latitude) \(coordinate.longitude)"
    }

    /// The places of a name, the likeliest first; at least one. Throws `noResult` when nothing has this name.
    ///
    /// - Parameters:
    ///   - text: a name in any language, and perhaps its county, state or country: `Paris, Texas`.
    ///   - coordinate: places near it come first, and have their `distance` and `bearing` from it.
    ///   - limit: the most results, 1...50.
    ///   - geocoder: who is to answer; nil for the one that the daemon itself asks.
    ///   - languages: in which names are wanted; none for those of the daemon.
    public func search(
        _ text: String, near coordinate: Coordinate? = nil, limit: Int = 10, geocoder: GeocoderChoice? = nil,
        languages: PreferredLanguages = .none
    ) async throws(PlacemarkClientError) -> [SearchResult] {
        // On the request line an option is a word with an equals sign.
        guard !text.contains("=") else { throw .malformedRequest("no name of a place has an equals sign") }
        let near = coordinate.map { "near=\($0.latitude),\($0.longitude) " } ?? ""
        let results: SearchResults = try await value(
            of: "search \(near)limit=\(limit) \(Self.option(geocoder))\(Self.option(languages))\(text)")
        return results.results
    }

    private static func option(_ languages: PreferredLanguages) -> String {
        languages.isEmpty ? "" : "language=\(languages.text) "
    }

    private static func option(_ geocoder: GeocoderChoice?) -> String {
        geocoder.map { "geocoder=\($0.rawValue) " } ?? ""
    }
}

private struct SearchResults: Decodable { let results: [SearchResult] }
