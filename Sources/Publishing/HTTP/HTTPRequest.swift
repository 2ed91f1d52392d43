import NIOHTTP1

/// A complete request.
struct HTTPRequest {
    let head: HTTPRequestHead
    /// What the head asks for, or why it asks for nothing.
    let operation: Result<HTTPOperation, HTTPRefusal>
    let body: [UInt8]
    /// Those of the head and the body, held until the answer is on its way.
    let shares: [MemoryShare]

    var isHead: Bool { head.method == .HEAD }
    var isOfVersion10: Bool { head.version.minor == 0 }

    /// Whether another request may follow. After a wish to change the protocol, which is not fulfilled, the parser reads
    /// no further.
    var keepsAlive: Bool { head.isKeepAlive && head.method != .CONNECT && !head.headers.contains(name: "Upgrade") }

    /// The event after which a reader wants to go on.
    var lastEventID: EventID? { head.headers.first(name: "Last-Event-ID").flatMap(EventID.init(parsing:)) }

    /// How the router's answer goes out: not at all when the client has it already.
    func response(_ answer: Answer) -> HTTPResponse {
        if let identifier = answer.created {
            var response = HTTPResponse(answer, status: .created)
            let path = "\(HTTPRoute.regions.rawValue)/\(PercentEncoding.encode(identifier))"
            response.headers.add(name: "Location", value: path)
            return response
        }
        if let tag = answer.tag, tag.matches(head.headers[canonicalForm: "If-None-Match"]) {
            return HTTPResponse(notModified: tag)
        }
        return HTTPResponse(answer)
    }
}

extension HTTPRequestHead {
    var accept: AcceptHeader { AcceptHeader(headers[canonicalForm: "Accept"]) }

    func response(_ refusal: HTTPRefusal) -> HTTPResponse {
        HTTPResponse(refusal, asText: accept.prefersTextOfErrors)
    }
}

extension HTTPRequest {
    /// What is asked of the router, nil for what HTTP answers itself; and the type in which the answer is wanted.
    func question() throws(HTTPRefusal) -> (request: Request?, type: MediaType) {
        let operation = try operation.get()
        let types = operation.mediaTypes
        guard let type = head.accept.preferred(among: types) else { throw .notAcceptable(types) }
        do throws(RequestError) {
            return (try operation.request(body: body), type)
        } catch {
            throw .request(error)
        }
    }

    /// What HTTP answers itself.
    var ownAnswer: Answer {
        if case .success(let operation) = operation, operation.route == .description {
            Answer(form: .json, bytes: PackageResources.openapi_json)
        } else {
            .text(HTTPRoute.helpText)
        }
    }
}
