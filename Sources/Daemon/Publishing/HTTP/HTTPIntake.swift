import NIOCore
import NIOHTTP1
import PlacemarkModel

/// Puts together what the parser hands out in parts, and refuses what is not sound or too large.
struct HTTPIntake {
    /// What is to be done next.
    enum Step {
        /// The client waits for leave to send the body.
        case leaveToContinue
        case answer(HTTPRequest)
        /// Nothing that follows can be understood: this is the last answer. The head is that of the request, if there is one,
        /// with its share of the memory.
        case refuse(HTTPRefusal, HTTPRequestHead?, MemoryShare? = nil)
    }

    private struct Partial {
        let head: HTTPRequestHead
        let operation: Result<HTTPOperation, HTTPRefusal>
        /// Of the head, and of the body.
        let shares: [MemoryShare]
        let keepsBody: Bool
        var body = ByteBuffer()
        var bodyLength = 0
    }

    private let room: MemoryRoom.Part
    private var partial: Partial?

    init(_ room: MemoryRoom.Part) { self.room = room }

    /// The head of a request whose end is still to come.
    var head: HTTPRequestHead? { partial?.head }

    /// - Parameters:
    ///   - share: that of a long head.
    ///   - precision: what the client may know, nil for nothing at all. It is asked for with each head.
    mutating func take(
        _ part: HTTPServerRequestPart, holding share: MemoryShare? = nil, from precision: @autoclosure () -> Precision?
    ) -> Step? {
        switch part {
        case .head(let head):
            do throws(HTTPRefusal) {
                return try begin(head, share, precision())
            } catch {
                return .refuse(error, head, share)
            }
        case .body(var bytes):
            guard partial != nil else { return nil }
            partial?.bodyLength += bytes.readableBytes
            guard partial?.bodyLength ?? 0 <= HTTPLimits.longestBody else {
                defer { partial = nil }
                return .refuse(.bodyTooLarge, head, partial?.shares.first)
            }
            // In its place: with another reference to it, the whole body would be copied for each piece.
            if partial?.keepsBody == true { partial?.body.writeBuffer(&bytes) }
            return nil
        case .end:
            guard let partial else { return nil }
            self.partial = nil
            return .answer(
                HTTPRequest(
                    head: partial.head, operation: partial.operation, body: Array(partial.body.readableBytesView),
                    shares: partial.shares))
        }
    }

    private mutating func begin(
        _ head: HTTPRequestHead, _ headShare: MemoryShare?, _ precision: Precision?
    ) throws(HTTPRefusal) -> Step? {
        guard let precision else { throw .request(.forbidden) }
        // RFC 9112, section 3.2.
        let hosts = head.headers["Host"].count
        guard hosts == 1 || (hosts == 0 && head.version.minor == 0) else {
            throw .malformed("an HTTP/1.1 request has one Host, such as localhost")
        }
        guard head.isForThisMachine else { throw .foreignHost }
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        // HTTP/1.0 has none, and a proxy that has passed the request on may have read another body (RFC 9112, section 6.1).
        guard codings.allSatisfy({ $0.lowercased() == "chunked" }), codings.count <= head.version.minor else {
            throw .malformed("the only transfer coding is chunked, in HTTP/1.1")
        }
        let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        guard length <= HTTPLimits.longestBody else { throw .bodyTooLarge }
        let expectations = head.headers[canonicalForm: "Expect"]
        guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else { throw .unknownExpectation }

        let hasBody = length > 0 || !codings.isEmpty
        let operation: Result<HTTPOperation, HTTPRefusal>
        var bodyShare: MemoryShare?
        do throws(HTTPRefusal) {
            let wanted = try HTTPOperation(head.method, head.uri)
            if hasBody, wanted.takesBody {
                bodyShare = try share(of: codings.isEmpty ? length : HTTPLimits.longestBody, wanted, precision)
            }
            if wanted.method != .GET { try head.checkSender(ofBody: wanted.takesBody) }
            operation = .success(wanted)
        } catch {
            // A body that nobody wants is not waited for, nor leave given to send it.
            guard !hasBody else { throw error }
            operation = .failure(error)
        }
        partial = Partial(
            head: head, operation: operation, shares: [headShare, bodyShare].compactMap(\.self),
            keepsBody: bodyShare != nil)
        return hasBody && !expectations.isEmpty && head.version.minor > 0 ? .leaveToContinue : nil
    }

    /// Room for a body, when it can change anything.
    private func share(
        of size: Int, _ operation: HTTPOperation, _ precision: Precision
    ) throws(HTTPRefusal) -> MemoryShare {
        guard precision == .precise else { throw .request(operation.refusalOfReduced) }
        guard let share = room.share(of: size) else {
            throw .tooManyLongRequests
        }
        return share
    }
}
