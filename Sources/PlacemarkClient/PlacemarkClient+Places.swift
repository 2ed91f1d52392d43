public import PlacemarkCore

/// The geocoder of the daemon: CoreLocation's `CLGeocoder`. A user who may ask for the city may ask for any place.
extension PlacemarkClient {
    /// The placemark of a coordinate. Throws `noResult` when no place is known there.
    public func reverseGeocode(_ coordinate: Coordinate) async throws(PlacemarkClientError) -> Placemark {
        try await value(of: "reverse \(coordinate.latitude) \(coordinate.longitude)")
    }

    /// The places of a name, the likeliest first; at least one. Throws `noResult` when nothing has this name.
    ///
    /// - Parameters:
    ///   - text: a name in any language, and perhaps its county, state or country: `Paris, Texas`.
    ///   - coordinate: places near it come first, and have their `distance` and `bearing` from it.
    ///   - limit: the most results, 1...50.
    public func search(
        _ text: String, near coordinate: Coordinate? = nil, limit: Int = 10
    ) async throws(PlacemarkClientError) -> [SearchResult] {
        // On the request line an option is a word with an equals sign.
        guard !text.contains("=") else { throw .malformedRequest("no name of a place has an equals sign") }
        let near = coordinate.map { "near=\($0.latitude),\($0.longitude) " } ?? ""
        let results: SearchResults = try await value(of: "search \(near)limit=\(limit) \(text)")
        return results.results
    }
}

private struct SearchResults: Decodable { let results: [SearchResult] }
