import PlacemarkModel

/// How Nominatim is asked: https://nominatim.org/release-docs/latest/api/Overview/
enum NominatimRequest {
    /// Path and parameters.
    static func target(of query: PlaceQuery) -> String {
        var target: String
        switch query.subject {
        case .reverse(let position):
            // 18 is the building; 14 the part of a town, which is as fine as a city's answer gets.
            let zoom = query.granularity == .street ? 18 : 14
            target =
                "/reverse?format=jsonv2&addressdetails=1&zoom=\(zoom)&lat=\(position.latitude.fixed(decimals: 6))"
                + "&lon=\(position.longitude.fixed(decimals: 6))"
        case .search(let text, let near, let limit):
            // Nominatim takes 40 at most.
            target =
                "/search?format=jsonv2&addressdetails=1&limit=\(min(limit, 40))&q=\(PercentEncoding.encode(text))"
            if let near { target += "&viewbox=\(box(around: near))" }
        }
        if let language = query.language { target += "&accept-language=\(PercentEncoding.encode(language))" }
        return target
    }

    /// The corners of a box of two degrees: Nominatim knows no nearness but being in a box, and ranks what is in it higher.
    private static func box(around center: Coordinate) -> String {
        let (south, north) = (max(-90, center.latitude - 1), min(90, center.latitude + 1))
        let (west, east) = (max(-180, center.longitude - 1), min(180, center.longitude + 1))
        return [west, south, east, north].map { $0.fixed(decimals: 6) }.joined(separator: ",")
    }
}
