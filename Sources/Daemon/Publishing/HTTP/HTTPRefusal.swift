import NIOHTTP1
import Web

/// Why an HTTP request has no answer.
enum HTTPRefusal: Error, Hashable {
    /// As in the line dialect.
    case request(RequestError)
    /// It cannot be read, and why.
    case malformed(String)
    case notFound
    /// The path is right; these are the methods that it takes.
    case methodNotAllowed(allowed: [String])
    /// The client takes none of these.
    case notAcceptable([MediaType])
    case unknownMethod, unknownVersion, unknownExpectation
    case targetTooLong, headTooLarge, bodyTooLarge
    /// `Host` is a name that somebody else may have given to this machine.
    case foreignHost
    /// The request comes from a web page of somebody else.
    case foreignOrigin
    /// What is sent is not said to be JSON.
    case notJSON

    /// All connections together have sent as much as there is room for.
    static var tooManyLongRequests: HTTPRefusal { .request(.tooManyLongRequests) }

    var status: HTTPResponseStatus {
        switch self {
        case .request(let error): error.status
        case .malformed: .badRequest
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .unknownMethod: .notImplemented
        case .unknownVersion: .httpVersionNotSupported
        case .unknownExpectation: .expectationFailed
        case .targetTooLong: .uriTooLong
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge: .payloadTooLarge
        case .foreignHost: .misdirectedRequest
        case .foreignOrigin: .forbidden
        case .notJSON: .unsupportedMediaType
        }
    }

    /// How long to wait before the same request may have an answer, for clients that ask again by themselves; nil where
    /// only another one may have.
    var retryAfterInSeconds: Int? { status == .serviceUnavailable || status == .tooManyRequests ? 5 : nil }

    /// What programs tell errors apart by, the same in both dialects.
    var code: String {
        switch self {
        case .request(let error): error.code
        case .malformed: "bad-request"
        case .notFound: "unknown-request"
        case .methodNotAllowed: "method-not-allowed"
        case .notAcceptable: "not-acceptable"
        case .unknownMethod, .unknownVersion, .unknownExpectation, .notJSON: "unsupported"
        case .foreignHost, .foreignOrigin: "forbidden"
        case .targetTooLong, .headTooLarge, .bodyTooLarge: "too-long"
        }
    }

    /// What is wrong, and what to do about it, for a person.
    var sentence: String {
        switch self {
        case .request(let error): error.sentenceForHTTP
        case .malformed(let why): why
        case .notFound: "there is nothing at this path; GET /v1 lists what there is"
        case .methodNotAllowed(let allowed): "this path takes \(allowed.joined(separator: ", "))"
        case .notAcceptable(let types):
            "the answer comes as \(types.map(\.rawValue).joined(separator: " or ")), which Accept does not allow"
        case .unknownMethod: "there is no such method; GET /v1 lists the requests"
        case .unknownVersion: "this server speaks HTTP/1.1, in lines that end with CR and LF"
        case .unknownExpectation: "the only expectation that can be met is 100-continue"
        case .targetTooLong: RequestTarget.Fault.tooLong.sentence
        case .headTooLarge:
            "a head has at most \(HTTPLimits.mostFields) fields, of \(HTTPLimits.longestField) bytes each and"
                + " \(HTTPLimits.longestHead) bytes together"
        case .foreignHost: "the only name that Host may have here is localhost; an address is fine, too"
        case .foreignOrigin: "web pages from elsewhere may change nothing here"
        case .notJSON: "what is sent here is JSON: say so with Content-Type: application/json (curl does with --json)"
        case .bodyTooLarge: "a body has at most \(HTTPLimits.longestBody) bytes"
        }
    }

    /// What it is counted as.
    var requestError: RequestError { if case .request(let error) = self { error } else { .badRequest(sentence) } }

    /// What is wrong with the target.
    init(_ fault: RequestTarget.Fault) {
        self =
            switch fault {
            case .tooLong: .targetTooLong
            // Whoever has sent the name is told it.
            case .repeated(let name): .malformed("the parameter '\(name.prefix(32))' is given twice")
            case .noPath, .brokenEscape: .malformed(fault.sentence)
            }
    }

    /// What the parser found wrong.
    init(_ error: any Error) {
        self =
            switch error as? HTTPParserError {
            case .headerOverflow: .headTooLarge
            case .invalidMethod: .unknownMethod
            case .invalidVersion: .unknownVersion
            case .invalidEOFState, .closedConnection: .malformed("the request ended before it was complete")
            case .invalidContentLength, .unexpectedContentLength:
                .malformed("a request has one Content-Length, a plain number, or Transfer-Encoding, not both")
            default: .malformed("this is not an HTTP/1.1 request")
            }
    }
}

extension RequestError {
    /// The status code of HTTP that says nearest what the error says.
    fileprivate var status: HTTPResponseStatus {
        switch self {
        case .badRequest, .badRegion: .badRequest
        case .lineTooLong: .uriTooLong
        case .timeout: .requestTimeout
        case .geocoderTimeout: .gatewayTimeout
        case .forbidden, .preciseOnly, .accessHasEnded, .rootOnly, .observersOnly: .forbidden
        case .unknownRequest, .noTrack, .noTrips, .unknownTrip, .unknownRegion, .unknownGrant, .noPlace: .notFound
        case .tooManyRegions, .regionInFile, .tooManyGrants, .noGuard: .conflict
        case .tooManyConnections: .tooManyRequests
        case .unavailable, .noGeocoder: .notImplemented
        // Asked again later, it may well have an answer.
        case .noFix, .noPlacemark, .failed, .tooManyClients: .serviceUnavailable
        }
    }

    /// The sentence, without what is good advice in the line dialect only.
    fileprivate var sentenceForHTTP: String {
        switch self {
        case .badRequest(let why): "\(why); GET /v1 lists the requests"
        case .timeout: "no complete request came in time"
        case .lineTooLong: HTTPRefusal.targetTooLong.sentence
        case .unknownRegion(let identifier):
            "there is no region '\(identifier)'; GET /v1/regions lists the regions"
        case .unknownGrant(let user): "there is no grant for user \(user); GET /v1/grants lists the grants"
        case .unknownTrip(let id): "there is no trip '\(id.prefix(64))'; GET /v1/trips lists the trips"
        case .badRegion(let why): why
        default: sentence
        }
    }
}
