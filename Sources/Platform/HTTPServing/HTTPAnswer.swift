public import HTTPTypes
public import HummingbirdCore
import Logging
public import NIOCore
import Web

/// What a program answers to a request.
public struct HTTPAnswer: Sendable {
    /// What follows the head.
    public enum Body: Sendable {
        case whole(ByteBuffer)
        /// Written piece by piece.
        case streamed(ResponseBody)
    }

    /// What the access log calls the request. A path and its parameters may hold coordinates, and a string that is not
    /// written in the source cannot get here.
    public var route: StaticString
    public var status: HTTPResponse.Status
    public var fields: HTTPFields
    public var body: Body
    /// Whether the client has shown that it is a rightful one: its connection is then no newcomer any more, and none of
    /// those that `ServingLimits.newcomers` ends.
    public var admitsClient = false
    /// Called once when the client leaves before the answer has ended, for an answer that may wait for long.
    public var whenClientLeaves: (@Sendable () -> Void)?
    /// Called once when nothing more becomes of the answer: it has ended, it broke off, or not even its head could be written,
    /// and then its body was never asked for. What an answer holds is given back here.
    public var whenOver: (@Sendable () -> Void)?

    /// An answer that is known as a whole.
    ///
    /// - Parameter fields: beside its type and its length.
    public init(
        route: StaticString, status: HTTPResponse.Status = .ok, type: String, bytes: ByteBuffer,
        fields: HTTPFields = [:]
    ) {
        self.route = route
        self.status = status
        self.fields = fields
        self.fields[.contentType] = type
        self.fields[.contentLength] = String(bytes.readableBytes)
        body = .whole(bytes)
    }

    /// An answer of which only the beginning is known.
    public init(
        route: StaticString, status: HTTPResponse.Status = .ok, type: String, fields: HTTPFields = [:],
        streamed: ResponseBody
    ) {
        self.route = route
        self.status = status
        self.fields = fields
        self.fields[.contentType] = type
        body = .streamed(streamed)
    }

    /// A problem (RFC 9457), with the code that a program goes by and a sentence for a person.
    public static func problem(
        _ status: HTTPResponse.Status, route: StaticString, code: String, _ detail: String, fields: HTTPFields = [:]
    ) -> HTTPAnswer {
        let problem = Problem(status: status.code, title: status.reasonPhrase, code: code, detail: detail)
        return HTTPAnswer(
            route: route, status: status, type: Problem.mediaType, bytes: ByteBuffer(bytes: problem.line),
            fields: fields)
    }

    var head: HTTPResponse { HTTPResponse(status: status, headerFields: fields) }

    /// The body for Hummingbird to write.
    public var responseBody: ResponseBody {
        switch body {
        case .whole(let bytes): bytes.readableBytes == 0 ? ResponseBody() : ResponseBody(byteBuffer: bytes)
        case .streamed(let body): body
        }
    }

    /// The same without the body, for a request with the method HEAD.
    public func withoutBody() -> HTTPAnswer {
        var answer = self
        answer.body = .whole(ByteBuffer())
        return answer
    }
}

/// Makes the answer to a request of which only the head is needed, at once; nil leaves the request to the responder.
/// The responder must know these answers, too: behind a request that takes longer it is asked for them, in their order.
public typealias DirectResponder = @Sendable (HTTPRequest) -> HTTPAnswer?

/// Writes a line for each request: its method, its route, its status and how long it took, and never what it asked for.
struct AccessLog: Sendable {
    let log: Logger

    func log(_ answer: HTTPAnswer, method: HTTPRequest.Method, since start: ContinuousClock.Instant) {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        // The method is a word of the client's own: only those that are known go into the log.
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .options]
        let method = known.contains(method) ? method.rawValue : "?"
        log.info("\(method) \(answer.route) \(answer.status.code) \(microseconds) µs")
    }
}
