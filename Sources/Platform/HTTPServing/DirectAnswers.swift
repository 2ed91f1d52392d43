import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers a request where it is read, on the thread of its connection, when the program knows the answer at once.
///
/// The way through a task, with its queues between the event loop and the task, costs several times what such an answer
/// does. The handler stands between Hummingbird's, which watches idle time and the stop of the server, and NIO's, which
/// hands requests to the task of the connection.
final class DirectAnswers: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let respond: DirectResponder
    private let accessLog: AccessLog?
    /// The answer to the request that is being read; nil when that one is for the task. Without an access log nobody asks when
    /// it began.
    private var answer: (answer: HTTPAnswer, method: HTTPRequest.Method, isLast: Bool, start: ContinuousClock.Instant?)?
    /// Requests that the task has, and has not answered to the end.
    private var requestsOfTask = 0

    init(respond: @escaping DirectResponder, accessLog: AccessLog?) {
        self.respond = respond
        self.accessLog = accessLog
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // Answers go out in the order of the requests.
            if requestsOfTask == 0, let found = respond(head) {
                let isLast = head.headerFields[.connection]?.lowercased() == "close"
                answer = (found, head.method, isLast, accessLog.map { _ in .now })
                return
            }
            requestsOfTask += 1
        case .body:
            // One that a request has for no reason.
            if answer != nil { return }
        case .end:
            if let answer {
                self.answer = nil
                return write(answer.answer, method: answer.method, isLast: answer.isLast, since: answer.start, context)
            }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { requestsOfTask -= 1 }
        context.write(data, promise: promise)
    }

    private func write(
        _ answer: HTTPAnswer, method: HTTPRequest.Method, isLast: Bool, since start: ContinuousClock.Instant?,
        _ context: ChannelHandlerContext
    ) {
        context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
        if case .whole(let bytes) = answer.body, bytes.readableBytes > 0 {
            context.write(wrapOutboundOut(.body(bytes)), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if let start { accessLog?.log(answer, method: method, since: start) }
        if isLast { context.close(mode: .output, promise: nil) }
    }
}
