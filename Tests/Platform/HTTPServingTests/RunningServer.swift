import HTTPServing
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Systemd

/// A server that echoes what it is asked for, in a service group of its own.
enum RunningServer {
    /// Serves on a socket while `body` runs, then stops the server gracefully and waits for it.
    ///
    /// - Parameters:
    ///   - log: gets a line for each request.
    ///   - whenOver: called for each answer to `/held` and `/stubborn` when nothing more becomes of it.
    static func on(
        _ socket: ListeningSocket, limits: ServingLimits = ServingLimits(), log: Logger? = nil,
        whenOver: @escaping @Sendable () -> Void = {},
        _ body: @Sendable (ServiceGroup) async throws -> Void
    ) async throws {
        let (isReady, signal) = AsyncStream<Void>.makeStream()
        let server = HTTPServer(
            on: [socket], limits: limits, accessLog: log, ready: { signal.finish() }, respondDirectly: answerDirectly,
            respond: { request in
                var answer = await answer(request)
                if ["/held", "/stubborn"].contains(request.uri.path) { answer.whenOver = whenOver }
                return answer
            })
        let group = ServiceGroup(
            configuration: .init(services: [server], logger: .silent))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            for await _ in isReady {}
            try await body(group)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// `/direct` is answered at once.
    @Sendable private static func answerDirectly(_ head: HTTPRequest) -> HTTPAnswer? {
        head.path == "/direct"
            ? HTTPAnswer(route: "direct", type: "text/plain", bytes: ByteBuffer(string: "direct")) : nil
    }

    /// `/echo` answers with the length of the body, `/slow` after 200 ms, `/endless` with blanks for ever, `/held` when its client
    /// leaves, and `/stubborn` some time later.
    @Sendable private static func answer(_ request: Request) async -> HTTPAnswer {
        switch request.uri.path {
        case "/echo":
            var count = 0
            do {
                for try await piece in request.body { count += piece.readableBytes }
            } catch {
                count = -1
            }
            return HTTPAnswer(route: "echo", type: "text/plain", bytes: ByteBuffer(string: "\(count)"))
        case "/slow":
            try? await Task.sleep(for: .milliseconds(200))
            return HTTPAnswer(route: "slow", type: "text/plain", bytes: ByteBuffer(string: "done"))
        case "/held", "/stubborn":
            try? await Task.sleep(for: .seconds(3600))
            // Whatever it was cancelled for, it takes its time.
            if request.uri.path == "/stubborn" {
                await Task.detached { try? await Task.sleep(for: .milliseconds(100)) }.value
            }
            return HTTPAnswer(
                route: "held", type: "text/plain",
                streamed: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "late"))
                    try await writer.finish(nil)
                })
        case "/endless":
            let blanks = ByteBuffer(repeating: UInt8(ascii: " "), count: 16384)
            let body = ResponseBody { writer in while true { try await writer.write(blanks) } }
            return HTTPAnswer(route: "endless", type: "text/plain", streamed: body)
        default:
            // Behind a request that takes longer, those that are known at once come here, too.
            if let answer = answerDirectly(request.head) { return answer }
            let bytes = ByteBuffer(string: "nothing here")
            return HTTPAnswer(route: "unknown", status: .notFound, type: "text/plain", bytes: bytes)
        }
    }
}
