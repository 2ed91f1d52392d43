import HTTPTypes

extension HTTPRequest {
    /// Whether the client unpacks gzip (RFC 9110, section 12.5.3).
    var takesGzip: Bool {
        headerFields[values: .acceptEncoding].joined(separator: ",").lowercased().split(separator: ",").contains {
            let parts = $0.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.first == "gzip" else { return false }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return quality ?? 1 > 0
        }
    }
}

/// The tags of a condition, such as `If-None-Match` has them (RFC 9110, section 13.1.2).
struct EntityTags {
    private let tags: [Substring]

    init(_ value: String?) {
        tags = (value ?? "").split(separator: ",").map { member in
            let member = member.drop { $0 == " " }
            return member.hasPrefix("W/") ? member.dropFirst(2) : member
        }
    }

    func contain(_ tag: String) -> Bool {
        tags.contains { text in
            var text = text
            while text.last == " " { text.removeLast() }
            return text == tag || text == "*"
        }
    }
}
