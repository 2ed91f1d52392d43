import PlacemarkCore

/// The targets of docs/geocoder.md.
enum ServerRequest {
    static let health = "/v1/health"
    /// Of placemark-nominatim, and not of the contract.
    static let cache = "/v1/cache"

    /// Seven decimals are a centimetre: what a receiver has at best.
    static func reverse(_ location: Location) -> String {
        let coordinate = location.coordinate
        let accuracy = location.horizontalAccuracy.map { "&accuracy=\($0.fixed(decimals: 1))" } ?? ""
        return
            "/v1/reverse?latitude=\(degrees(coordinate.latitude))&longitude=\(degrees(coordinate.longitude))\(accuracy)"
    }

    static func search(_ text: String, near hint: Coordinate?, limit: Int) -> String {
        let near = hint.map { "&near=\(degrees($0.latitude)),\(degrees($0.longitude))" } ?? ""
        return "/v1/search?text=\(PercentEncoding.encode(text))&limit=\(limit)\(near)"
    }

    private static func degrees(_ number: Double) -> String { number.fixed(decimals: 7) }
}
