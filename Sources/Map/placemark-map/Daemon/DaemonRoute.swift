import HTTPTypes

/// Which requests of the page go on to the daemon. All others end here: a page that was taken over could do no more than show
/// what it shows, and change what the map changes.
enum DaemonRoute {
    private static let read: Set<Substring> = [
        "city", "placemark", "location", "status", "visits", "events", "reverse", "search", "regions", "shapes",
        "track", "trips", "version", "guard",
    ]

    /// - Parameter path: without the query, as it was sent.
    static func isPassed(_ method: HTTPRequest.Method, _ path: Substring) -> Bool {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard segments.first == "v1" else { return false }
        let rest = Array(segments.dropFirst())
        switch (method, rest.count) {
        case (.get, 1), (.head, 1): return read.contains(rest[0])
        case (.post, 1): return rest[0] == "regions"
        // Who sees that the anchor drags has the map before him: he may say that he knows, and arm and end the guard.
        case (.put, 1), (.delete, 1): return rest[0] == "guard"
        case (.post, 2): return rest == ["guard", "acknowledgement"]
        case (.get, 2), (.head, 2), (.delete, 2): return rest[0] == "regions" && !rest[1].isEmpty
        default: return false
        }
    }
}
