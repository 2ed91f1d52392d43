import Web

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
    /// `Problem.mediaType`, as a test says: a raw value has to be written out.
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

extension AcceptedTypes {
    /// The type that is wanted most, the first of several; nil when none is wanted.
    func preferred(among types: [MediaType]) -> MediaType? {
        var best: (type: MediaType, weight: Double)?
        for type in types {
            let weight = weight(of: type.name)
            if weight > best?.weight ?? 0 { best = (type, weight) }
        }
        return best?.type
    }

    /// Whether the client prefers errors as plain sentences.
    var prefersTextOfErrors: Bool {
        func weight(of type: MediaType) -> Double { self.weight(of: type.name) }
        return weight(of: .text) > max(weight(of: .problem), weight(of: .json))
    }
}
