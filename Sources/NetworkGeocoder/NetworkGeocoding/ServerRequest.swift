import PlacemarkModel

/// The targets of docs/reference/geocoder.md.
enum ServerRequest {
    static let health = "/v1/health"
    /// Of placemark-nominatim, and not of the contract.
    static let cache = "/v1/cache"

    /// Seven decimals are a centimetre: what a receiver has at best.
    static func reverse(_ location: Location, languages: PreferredLanguages = .none) -> String {
        let coordinate = location.coordinate
        let accuracy = location.horizontalAccuracy.map { "&accuracy=\($0.fixed(decimals: 1))" } ?? ""
        return "/v1/reverse?latitude=\(degrees(coordinate.latitude))&longitude=\(degrees(coordinate.longitude))"
            + accuracy + language(languages)
    }

    static func search(
        _ text: String, near hint: Coordinate?, limit: Int, languages: PreferredLanguages = .none
    ) -> String {
        let near = hint.map { "&near=\(degrees($0.latitude)),\(degrees($0.longitude))" } ?? ""
        return "/v1/search?text=\(PercentEncoding.encode(text))&limit=\(limit)\(near)\(language(languages))"
    }

    /// Without what only the gazetteer understands, and as many as the contract lets pass.
    private static func language(_ languages: PreferredLanguages) -> String {
        var text = ""
        for language in languages.languages where language != PreferredLanguages.local && !language.contains("@") {
            let longer = text.isEmpty ? language : "\(text),\(language)"
            guard longer.utf8.count <= longestLanguages else { break }
            text = longer
        }
        return text.isEmpty ? "" : "&language=\(PercentEncoding.encode(text))"
    }

    /// Bytes of docs/reference/geocoder.md.
    private static let longestLanguages = 64

    private static func degrees(_ number: Double) -> String { number.fixed(decimals: 7) }
}
