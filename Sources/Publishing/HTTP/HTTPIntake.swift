import NIOCore
import NIOHTTP1

/// Puts together what the parser hands out in parts, and refuses what is not sound or too large.
struct HTTPIntake {
    /// In bytes.
    static let longestBody = 1 << 20
    static let longestField = 8 << 10
    static let longestHead = 16 << 10
    static let mostFields = 64

    /// What is to be done next.
    enum Step {
        /// The client waits for leave to send the body.
        case leaveToContinue
        case answer(HTTPRequest)
        /// Nothing that follows can be understood: this is the last answer.
        case refuse(HTTPRefusal)
    }

    private struct Partial {
        let head: HTTPRequestHead
        let operation: Result<HTTPOperation, HTTPRefusal>
        var body = ByteBuffer()
        var bodyLength = 0
    }

    private var partial: Partial?

    /// Whether the end of a request is still to come.
    var isInBody: Bool { partial != nil }

    /// What the parser keeps to.
    static var limits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = longestField
        limits.maxHeaderListSize = longestHead
        limits.maxHeaderFieldCount = mostFields
        return limits
    }

    mutating func take(_ part: HTTPServerRequestPart) -> Step? {
        switch part {
        case .head(let head):
            do throws(HTTPRefusal) { return try begin(head) } catch { return .refuse(error) }
        case .body(var bytes):
            guard partial != nil else { return nil }
            partial?.bodyLength += bytes.readableBytes
            guard let partial, partial.bodyLength <= Self.longestBody else {
                self.partial = nil
                return .refuse(.bodyTooLarge)
            }
            if case .success(let operation) = partial.operation, operation.takesBody {
                self.partial?.body.writeBuffer(&bytes)
            }
            return nil
        case .end:
            guard let partial else { return nil }
            self.partial = nil
            return .answer(
                HTTPRequest(
                    head: partial.head, operation: partial.operation, body: Array(partial.body.readableBytesView)))
        }
    }

    private mutating func begin(_ head: HTTPRequestHead) throws(HTTPRefusal) -> Step? {
        // RFC 9112, section 3.2.
        let hosts = head.headers["Host"].count
        guard hosts == 1 || (hosts == 0 && head.version.minor == 0) else {
            throw .malformed("a request of HTTP/1.1 has one Host, such as localhost")
        }
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        guard codings.allSatisfy({ $0.lowercased() == "chunked" }), codings.count <= 1 else {
            throw .malformed("the only transfer coding is chunked")
        }
        let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        guard length <= Self.longestBody else { throw .bodyTooLarge }
        let expectations = head.headers[canonicalForm: "Expect"]
        guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else { throw .unknownExpectation }

        let operation: Result<HTTPOperation, HTTPRefusal>
        do throws(HTTPRefusal) {
            operation = .success(try HTTPOperation(head.method, head.uri))
        } catch {
            // A body that nobody wants is not waited for, nor leave given to send it.
            guard length == 0, codings.isEmpty else { throw error }
            operation = .failure(error)
        }
        partial = Partial(head: head, operation: operation)
        let waits = !expectations.isEmpty && head.version.minor > 0 && (length > 0 || !codings.isEmpty)
        return waits ? .leaveToContinue : nil
    }
}
