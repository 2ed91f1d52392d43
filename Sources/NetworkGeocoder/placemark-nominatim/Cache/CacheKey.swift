import PlacemarkModel

/// The name of a question in the cache: all that its answer depends on.
enum CacheKey {
    /// - Parameter server: another server may know other places.
    static func text(of query: PlaceQuery, provider: Provider, server: String) -> String {
        let subject =
            switch query.subject {
            case .reverse(let position): "at \(position.latitude) \(position.longitude)"
            case .search(let text, let near, let limit):
                "named \(limit) \(near.map { "\($0.latitude) \($0.longitude)" } ?? "anywhere") \(text)"
            }
        return [provider.rawValue, server, query.granularity.rawValue, query.language ?? "", subject].joined(
            separator: "\n")
    }
}
