import HTTPServing
import HTTPTypes
import NIOCore

/// One file of the page, as it was when the server started: plain, and packed when that is shorter.
struct PageFile: Sendable {
    private let type: String
    private let plain: ByteBuffer
    private let packed: ByteBuffer?
    private let tag: String

    /// - Parameter name: its ending tells the type; nil is returned for one that is not served.
    init?(name: String, bytes: [UInt8]) {
        guard let type = Self.type(of: name) else { return nil }
        self.type = type
        plain = ByteBuffer(bytes: bytes)
        packed =
            Self.isText(type)
            ? Gzip.packed(bytes).flatMap { $0.count < bytes.count ? ByteBuffer(bytes: $0) : nil } : nil
        // FNV-1a, 64 bits (RFC 9923): it tells versions apart, and need not resist an enemy.
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        tag = String(hash, radix: 16)
    }

    /// The media type by the ending of a name; nil for what has no place in a page.
    static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "txt": "text/plain; charset=utf-8"
        default: nil
        }
    }

    private static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type == "application/json" || type == "image/svg+xml"
    }

    func answer(to request: HTTPRequest) -> HTTPAnswer {
        let isPacked = packed != nil && Self.takesGzip(request.headerFields[values: .acceptEncoding])
        let tag = "\"\(tag)\(isPacked ? "-gz" : "")\""
        var fields: HTTPFields = [.eTag: tag, .cacheControl: SecurityFields.askedAbout, .vary: "Accept-Encoding"]
        if EntityTags(request.headerFields[.ifNoneMatch]).contain(tag) {
            var answer = HTTPAnswer(
                route: "page", status: .notModified, type: type, bytes: ByteBuffer(), fields: fields)
            answer.fields[.contentLength] = nil
            return answer
        }
        if isPacked { fields[.contentEncoding] = "gzip" }
        let bytes = isPacked ? packed ?? plain : plain
        let answer = HTTPAnswer(route: "page", type: type, bytes: bytes, fields: fields)
        return request.method == .head ? answer.withoutBody() : answer
    }

    /// Whether the client unpacks gzip (RFC 9110, section 12.5.3).
    static func takesGzip(_ values: [String]) -> Bool {
        values.joined(separator: ",").lowercased().split(separator: ",").contains { member in
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
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
