import GzipCompression
import HTTPServing
import HTTPTypes
import NIOCore
import PlacemarkModel
import Web

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
        let gzip = Self.isText(type) ? Gzip.packed(bytes) : bytes
        packed = gzip.count < bytes.count ? ByteBuffer(bytes: gzip) : nil
        // It tells versions apart, and need not resist an enemy.
        tag = String(bytes.fnv1a, radix: 16)
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
        let isPacked = packed != nil && request.takesGzip
        let tag = "\"\(tag)\(isPacked ? "-gz" : "")\""
        var fields: HTTPFields = [.eTag: tag, .cacheControl: SecurityFields.askedAbout, .vary: "Accept-Encoding"]
        if EntityTags(field: request.headerFields[.ifNoneMatch]).contain(tag) {
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
}

extension HTTPRequest {
    /// Whether the client unpacks gzip.
    var takesGzip: Bool { AcceptedCodings(field: headerFields[.acceptEncoding]).take("gzip") }
}
