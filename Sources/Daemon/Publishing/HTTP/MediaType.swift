/// The forms in which answers come.
enum MediaType: String, Hashable {
    case json = "application/json"
    case jsonLines = "application/x-ndjson"
    /// RFC 7946.
    case geoJSON = "application/geo+json"
    case text = "text/plain"
    /// Prometheus' text format.
    case metrics = "text/plain;version=0.0.4"
    case eventStream = "text/event-stream"
    /// RFC 9457.
    case problem = "application/problem+json"

    init(_ form: Answer.Form) {
        self =
            switch form {
            case .json: .json
            case .jsonLines: .jsonLines
            case .text: .text
            case .geoJSON: .geoJSON
            case .prometheus: .metrics
            }
    }

    /// The value of `Content-Type`.
    var contentType: String {
        switch self {
        case .text: "text/plain; charset=utf-8"
        case .metrics: "text/plain; version=0.0.4; charset=utf-8"
        case .json, .jsonLines, .geoJSON, .eventStream, .problem: rawValue
        }
    }

    /// The type without its parameters, as a client asks for it.
    var name: Substring { rawValue.prefix { $0 != ";" } }
}

/// The types that a client accepts (RFC 9110, section 12.5.1).
struct AcceptHeader: Hashable {
    private struct Range: Hashable {
        let type: Substring
        let quality: Double
    }

    private let ranges: [Range]

    /// - Parameter values: the members of the header's list; none for a client that takes everything.
    init(_ values: [some StringProtocol]) {
        ranges = values.map { value in
            let parts = value.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }[...] }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return Range(type: parts.first ?? "", quality: quality.map { min(1, max(0, $0)) } ?? 1)
        }
    }

    /// How much a type is wanted, from 0 (not at all) to 1. The most specific range counts.
    func quality(of type: MediaType) -> Double {
        guard !ranges.isEmpty else { return 1 }
        let family = type.name.prefix { $0 != "/" } + "/*"
        for range in [type.name, family, "*/*"] {
            if let found = ranges.first(where: { $0.type == range }) { return found.quality }
        }
        return 0
    }

    /// The type that is wanted most, the first of several; nil when none is wanted.
    func preferred(among types: [MediaType]) -> MediaType? {
        var best: (type: MediaType, quality: Double)?
        for type in types {
            let quality = quality(of: type)
            if quality > best?.quality ?? 0 { best = (type, quality) }
        }
        return best?.type
    }

    /// Whether the client prefers errors as plain sentences.
    var prefersTextOfErrors: Bool { quality(of: .text) > max(quality(of: .problem), quality(of: .json)) }
}
