import Foundation
import Gazetteer
import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import placemark_server

/// Requests to the server's router, without a network.
enum ServerAnswers {
    /// Serves the gazetteer of the world; opened once for all tests.
    static var router: ServerRouter {
        get throws {
            do { return ServerRouter(served: try opened.get()) } catch {
                Issue.record("\(error); first run: make gazetteer")
                throw error
            }
        }
    }

    private static let opened = Result { ServedGazetteer(try Gazetteer(path: Checkout.world, check: .structure)) }

    /// An answer whose body has been read to its end.
    struct Answer {
        let status: Int
        let route: String
        let type: String
        let text: String
        let fields: HTTPFields

        /// The body as JSON.
        func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

        /// The body as an object of JSON.
        func object() throws -> [String: Any] { try #require(try json() as? [String: Any], "\(text)") }

        func lines() throws -> [[String: Any]] {
            try text.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }
    }

    static func ask(
        _ path: String, _ method: HTTPRequest.Method = .get, body: [String] = [], fields: HTTPFields = [:]
    ) async throws -> Answer {
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields)
        let pieces = AsyncStream { stream in
            for piece in body { stream.yield(ByteBuffer(string: piece)) }
            stream.finish()
        }
        let answer = try await router.answer(Request(head: head, body: RequestBody(asyncSequence: pieces)))
        let collected = Collector()
        try await answer.responseBody.write(collected)
        return Answer(
            status: answer.status.code, route: "\(answer.route)",
            type: answer.fields[.contentType] ?? "", text: collected.text, fields: answer.fields)
    }

    /// Keeps what is written.
    private final class Collector: ResponseBodyWriter, Sendable {
        private let bytes = Mutex<[UInt8]>([])
        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
        func write(_ buffer: ByteBuffer) async throws { bytes.withLock { $0 += buffer.readableBytesView } }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
