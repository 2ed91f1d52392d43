import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import PlacemarkModel

/// One request and its answer on a connection of its own: collects the parts within their bounds.
final class SocketExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let request: HTTPRequestHead
    private let outcome: Outcome
    private var response: ServerResponse?

    init(_ request: HTTPRequestHead, _ outcome: Outcome) { (self.request, self.outcome) = (request, outcome) }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(request)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let type = head.headers.first(name: "Content-Type")?.split(separator: ";").first
            let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
            guard announced <= ServerResponse.longestBody else { return outcome.fail(.tooLarge) }
            response = ServerResponse(
                status: Int(head.status.code),
                mediaType: type.map { $0.lowercased().trimmingPrefix { $0 == " " } }
                    .map { String($0.reversed().drop { $0 == " " }.reversed()) },
                body: [])
        case .body(let bytes):
            guard let count = response?.body.count, count + bytes.readableBytes <= ServerResponse.longestBody else {
                return outcome.fail(.tooLarge)
            }
            response?.body.append(contentsOf: bytes.readableBytesView)
        case .end: if let response { outcome.succeed(response) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.invalidEOFState, is IOError: outcome.fail(.brokenOff)
        case HTTPParserError.headerOverflow: outcome.fail(.tooLarge)
        default: outcome.fail(.notHTTP)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { outcome.fail(.brokenOff) }

    /// How the exchange ends: once, by whichever comes first of answer, failure, deadline and cancellation. Then the
    /// connection is closed.
    final class Outcome: Sendable {
        private struct State {
            var channel: (any Channel)?
            var deadline: Scheduled<Void>?
            var isOver = false
        }

        private let eventLoop: any EventLoop
        private let promise: EventLoopPromise<Result<ServerResponse, ServerFailure>>
        private let state: NIOLoopBoundBox<State>

        init(on eventLoop: any EventLoop) {
            self.eventLoop = eventLoop
            promise = eventLoop.makePromise()
            state = NIOLoopBoundBox.makeBoxSendingValue(State(), eventLoop: eventLoop)
        }

        func result() async -> Result<ServerResponse, ServerFailure> {
            // The promise is never failed.
            (try? await promise.futureResult.get()) ?? .failure(.brokenOff)
        }

        func succeed(_ response: ServerResponse) { end(.success(response)) }
        func fail(_ failure: ServerFailure) { end(.failure(failure)) }

        /// Connects and sends the request.
        func begin(_ request: HTTPRequestHead, to path: String, within limit: Duration) {
            eventLoop.execute { [self] in
                guard !state.value.isOver else { return }
                let nanoseconds = Int64(limit / .nanoseconds(1))
                state.value.deadline = eventLoop.scheduleTask(in: .nanoseconds(nanoseconds)) { [self] in
                    fail(.timedOut(limit))
                }
                connect(request, to: path)
            }
        }

        private func connect(_ request: HTTPRequestHead, to path: String) {
            ClientBootstrap(group: eventLoop)
                .channelInitializer { [self] channel in
                    channel.eventLoop.makeCompletedFuture {
                        // A connection that comes too late must not stay.
                        guard !state.value.isOver else { throw ServerFailure.cancelled }
                        state.value.channel = channel
                        var limits = NIOHTTPDecoderLimitConfiguration()
                        limits.maxHeaderListSize = ServerResponse.longestHead
                        let decoder = HTTPResponseDecoder(
                            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop,
                            limitConfiguration: limits)
                        try channel.pipeline.syncOperations.addHandlers([
                            HTTPRequestEncoder(), ByteToMessageHandler(decoder), SocketExchange(request, self),
                        ])
                    }
                }
                .connect(unixDomainSocketPath: path)
                .whenFailure { [self] error in fail(.notReachable(Self.reason(error))) }
        }

        private static func reason(_ error: any Error) -> String {
            switch error {
            // A full queue of connections: nobody takes them in.
            case let error as IOError where error.errnoCode == EAGAIN: "it takes no more connections"
            case let error as IOError: String(cString: strerror(error.errnoCode))
            case is SocketAddressError: "the path is too long for a socket"
            default: "no connection"
            }
        }

        private func end(_ result: Result<ServerResponse, ServerFailure>) {
            eventLoop.execute { [self] in
                guard !state.value.isOver else { return }
                state.value.isOver = true
                state.value.deadline?.cancel()
                state.value.channel?.close(promise: nil)
                (state.value.channel, state.value.deadline) = (nil, nil)
                promise.succeed(result)
            }
        }
    }
}
