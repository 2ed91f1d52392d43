import NIOHTTP1
import PlacemarkModel
import Web

/// An answer as HTTP has it.
///
/// There is no `Date`: RFC 9110, section 6.6.1, wants none from a server whose clock may be wrong, as that of a box is
/// that has no battery, and has booted a moment ago.
struct HTTPResponse: Equatable {
    enum Body: Equatable {
        case whole([UInt8])
        /// Nothing, not even a length.
        case none
        /// In chunks, which follow.
        case chunked
        /// What follows until the connection ends.
        case untilClose
    }

    var status: HTTPResponseStatus
    /// Those that say something about the answer; the connection's and the length are added in `head`.
    var headers: HTTPHeaders
    var body: Body

    init(_ answer: Answer, status: HTTPResponseStatus = .ok) {
        self.init(MediaType(answer.form), .whole(answer.bytes), tag: answer.tag)
        self.status = status
    }

    /// The beginning of an answer of this type.
    ///
    /// - Parameter tag: of one that can be asked for again with `If-None-Match`.
    init(_ type: MediaType, _ body: Body, tag: EntityTag? = nil) {
        status = .ok
        headers = HTTPHeaders(Self.cacheControl(tag) + [("Content-Type", type.contentType)])
        self.body = body
    }

    init(_ refusal: HTTPRefusal, asText: Bool = false) {
        status = refusal.status
        headers = ["Cache-Control": "no-store", "Content-Type": (asText ? MediaType.text : .problem).contentType]
        body = .whole(asText ? Answer.text(refusal.sentence).bytes : Problem(refusal).line)
        if case .methodNotAllowed(let allowed) = refusal {
            headers.add(name: "Allow", value: allowed.joined(separator: ", "))
        }
        if let seconds = refusal.retryAfterInSeconds { headers.add(name: "Retry-After", value: "\(seconds)") }
    }

    /// What the client has is what it would get.
    init(notModified tag: EntityTag) {
        status = .notModified
        headers = HTTPHeaders(Self.cacheControl(tag))
        body = .none
    }

    /// Only the client that asked may keep a location, and must ask whether it still holds before each use.
    private static func cacheControl(_ tag: EntityTag?) -> [(String, String)] {
        guard let tag else { return [("Cache-Control", "no-store")] }
        return [("Cache-Control", "private, no-cache"), ("ETag", "\(tag)"), ("Vary", "Accept")]
    }

    /// How long the body is, as far as it is here.
    var byteCount: Int { if case .whole(let bytes) = body { bytes.count } else { 0 } }

    /// The status line and the headers.
    ///
    /// - Parameters:
    ///   - keepsAlive: whether another request may follow.
    ///   - isToldSo: whether the client has to be told that it may, as one of HTTP/1.0.
    func head(keepsAlive: Bool, isToldSo: Bool = false) -> [UInt8] {
        var headers = headers
        switch body {
        case .whole(let bytes): headers.add(name: "Content-Length", value: "\(bytes.count)")
        case .chunked: headers.add(name: "Transfer-Encoding", value: "chunked")
        case .none, .untilClose: break
        }
        if !keepsAlive { headers.add(name: "Connection", value: "close") }
        if keepsAlive, isToldSo { headers.add(name: "Connection", value: "keep-alive") }
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(lines)\r\n".utf8)
    }

    /// The head, and the body when it is here.
    ///
    /// - Parameter isHead: whether only the head was asked for.
    func bytes(keepsAlive: Bool, isToldSo: Bool = false, isHead: Bool = false) -> [UInt8] {
        let head = head(keepsAlive: keepsAlive, isToldSo: isToldSo)
        guard !isHead, case .whole(let bytes) = body else { return head }
        return head + bytes
    }
}

extension HTTPRequest {
    /// How the router's answer goes out: without its content when the client has it already.
    func response(_ answer: Answer) -> HTTPResponse {
        if let identifier = answer.created {
            var response = HTTPResponse(answer, status: .created)
            let path = "\(HTTPRoute.regions.rawValue)/\(PercentEncoding.encode(identifier))"
            response.headers.add(name: "Location", value: path)
            return response
        }
        if let tag = answer.tag, EntityTags(head.headers[canonicalForm: "If-None-Match"]).contain(tag.description) {
            return HTTPResponse(notModified: tag)
        }
        return HTTPResponse(answer)
    }
}

extension HTTPRequestHead {
    var accept: AcceptedTypes { AcceptedTypes(headers[canonicalForm: "Accept"]) }

    func response(_ refusal: HTTPRefusal) -> HTTPResponse {
        HTTPResponse(refusal, asText: accept.prefersTextOfErrors)
    }
}

extension Problem {
    fileprivate init(_ refusal: HTTPRefusal) {
        self.init(
            status: Int(refusal.status.code), title: refusal.status.reasonPhrase, code: refusal.code,
            detail: refusal.sentence)
    }
}
