import GzipCompression
import HTTPAsking
import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import PlacemarkModel
import Web

/// Hands requests to the daemon's socket, as the user who runs this program, and its answers back as they come. Who may know
/// what, the daemon decides: the kernel tells it who asks.
struct DaemonAnswers: Sendable {
    let socketPath: String

    /// More than the daemon takes for a region.
    private static let longestBody = (1 << 20) + 4096
    /// How long the daemon may think: its own limit for questions about places is 10 s.
    private static let patience = Duration.seconds(30)
    /// A client may ask the daemon to wait.
    private static let patienceWithWaits = Duration.seconds(3600)

    func answer(to request: Request, _ target: RequestTarget) async -> HTTPAnswer {
        guard DaemonRoute.isPassed(request.method, target.path) else {
            return .problem(
                .notFound, route: "daemon", code: "unknown-request", "the map does not pass this request to placemarkd")
        }
        guard let body = try? await request.body.collect(upTo: Self.longestBody) else {
            return .problem(
                .contentTooLarge, route: "daemon", code: "too-long", "a region has at most 1 MiB; put it into regions.d"
            )
        }
        do throws(UnixExchange.Failure) {
            let exchange = try await UnixExchange.begin(
                Self.head(of: request.head, bodyLength: body.readableBytes), body: body, to: socketPath)
            do throws(UnixExchange.Failure) {
                let patience = target.has("wait") ? Self.patienceWithWaits : Self.patience
                let head = try await exchange.within(patience, exchange.head)
                return Self.answer(head, exchange, to: request.head)
            } catch {
                exchange.close()
                throw error
            }
        } catch {
            return .problem(
                .serviceUnavailable, route: "daemon", code: "no-daemon",
                "placemarkd does not answer at \(socketPath): \(error.reason); \"placemarkctl doctor\" finds out why")
        }
    }

    /// What the daemon is told of a request: nothing that its answer does not depend on.
    static func head(of request: HTTPRequest, bodyLength: Int) -> HTTPRequestHead {
        var fields: HTTPHeaders = ["Host": "localhost", "Connection": "close"]
        for name in [HTTPField.Name.accept, .ifNoneMatch, .lastEventID, .contentType, .acceptLanguage] {
            if let value = request.headerFields[name] { fields.add(name: name.rawName, value: value) }
        }
        if bodyLength > 0 || request.method == .post { fields.add(name: "Content-Length", value: "\(bodyLength)") }
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: request.path ?? "/",
            headers: fields)
    }

    private static func answer(
        _ head: HTTPResponseHead, _ exchange: UnixExchange, to request: HTTPRequest
    ) -> HTTPAnswer {
        var fields: HTTPFields = [:]
        for name in [HTTPField.Name.eTag, .location, .retryAfter, .allow, .contentLength] {
            if let value = head.headers.first(name: name.rawName) { fields[name] = value }
        }
        let status = HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
        let type = head.headers.first(name: "Content-Type") ?? "application/octet-stream"
        let length = fields[.contentLength].flatMap { Int($0) }
        // Of these, HTTP sends no body.
        if request.method == .head || head.status == .notModified || head.status == .noContent {
            exchange.close()
            var answer = HTTPAnswer(route: "daemon", status: status, type: type, bytes: ByteBuffer(), fields: fields)
            answer.fields[.contentLength] = fields[.contentLength]
            return answer
        }
        let isPacked = Self.packs(type, length: length) && request.takesGzip
        if isPacked {
            // The daemon's tags are weak: they stand for the content, packed or not.
            fields[.contentLength] = nil
            fields[.contentEncoding] = "gzip"
            fields[.vary] = "Accept-Encoding"
        }
        var answer = HTTPAnswer(
            route: "daemon", status: status, type: type, fields: fields,
            streamed: ResponseBody(contentLength: isPacked ? nil : length) { writer in
                let gzip = isPacked ? GzipStream() : nil
                while let part = try await exchange.next() {
                    guard case .body(let bytes) = part else { continue }
                    guard let gzip else {
                        try await writer.write(bytes)
                        continue
                    }
                    let packed = gzip.pack(bytes.readableBytesView)
                    if !packed.isEmpty { try await writer.write(ByteBuffer(bytes: packed)) }
                }
                if let gzip { try await writer.write(ByteBuffer(bytes: gzip.finish())) }
                try await writer.finish(nil)
            })
        answer.whenClientLeaves = { exchange.close() }
        answer.whenOver = { exchange.close() }
        return answer
    }
}

extension DaemonAnswers {
    /// A shorter answer would not become shorter by much.
    private static let shortestPacked = 1024

    /// Whether an answer is packed on the way: a day of track is 6 MB, and a fifth of that packed. Events are not: each has
    /// to arrive when it happens.
    private static func packs(_ type: String, length: Int?) -> Bool {
        type.hasPrefix("application/") && type.contains("json") && length ?? .max >= shortestPacked
    }
}

extension HTTPField.Name {
    /// Of server-sent events.
    fileprivate static let lastEventID = known("Last-Event-ID")
}

extension HTTPAnswer {
    /// A sentence for a person.
    static func text(_ status: HTTPResponse.Status, route: StaticString, _ sentence: String) -> HTTPAnswer {
        HTTPAnswer(
            route: route, status: status, type: "text/plain; charset=utf-8", bytes: ByteBuffer(string: sentence + "\n"))
    }
}

extension UnixExchange.Failure {
    /// For people, of the daemon.
    fileprivate var reason: String {
        switch self {
        case .notReachable(let reason): reason
        case .brokenOff, .cancelled: "it has ended the connection"
        case .timedOut(let limit): "nothing came within \(limit.components.seconds) s"
        case .notHTTP, .tooLarge: "it does not answer in HTTP/1.1"
        }
    }
}
