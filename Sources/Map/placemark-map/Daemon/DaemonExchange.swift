import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// One request to the daemon and its answer, part by part: a part is read from the socket when the one before has been taken,
/// so that an answer of any length takes the same memory.
struct DaemonExchange: Sendable {
    /// Why the daemon has not answered to the end.
    enum Failure: Error, Hashable, Sendable {
        case notReachable(String)
        case brokenOff
        case timedOut(Duration)

        /// For people.
        var reason: String {
            switch self {
            case .notReachable(let reason): reason
            case .brokenOff: "it has ended the connection"
            case .timedOut(let limit): "nothing came within \(limit.components.seconds) s"
            }
        }
    }

    private let channel: any Channel
    private let parts: NIOLoopBound<AnswerParts>

    /// Sends a request. Called on the thread of an event loop, the connection lives on that one.
    static func begin(
        _ head: HTTPRequestHead, body: ByteBuffer, socketPath: String
    ) async throws(Failure) -> DaemonExchange {
        let eventLoop = MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any()
        do {
            let exchange = try await ClientBootstrap(group: eventLoop)
                .channelOption(.autoRead, value: false)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let decoder = HTTPResponseDecoder(
                            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop)
                        try channel.pipeline.syncOperations.addHandlers([
                            HTTPRequestEncoder(), ByteToMessageHandler(decoder), AnswerParts(),
                        ])
                    }
                }
                .connect(unixDomainSocketPath: socketPath)
                .flatMapThrowing { channel in
                    let parts = try channel.pipeline.syncOperations.handler(type: AnswerParts.self)
                    channel.write(HTTPClientRequestPart.head(head), promise: nil)
                    if body.readableBytes > 0 {
                        channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
                    }
                    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
                    return DaemonExchange(
                        channel: channel, parts: NIOLoopBound(parts, eventLoop: channel.eventLoop))
                }.get()
            return exchange
        } catch let error as IOError {
            throw .notReachable(
                // A full queue of connections: nobody takes them in.
                error.errnoCode == EAGAIN ? "it takes no more connections" : String(cString: strerror(error.errnoCode)))
        } catch is SocketAddressError {
            throw .notReachable("the path is too long for a socket")
        } catch {
            throw .notReachable("no connection")
        }
    }

    /// The head of the answer.
    func head(within limit: Duration) async throws(Failure) -> HTTPResponseHead {
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(limit)) { [self] in
            parts.value.fail(.timedOut(limit))
            channel.close(promise: nil)
        }
        defer { timer.cancel() }
        guard case .some(.head(let head)) = try await next() else { throw .brokenOff }
        return head
    }

    /// The next part; nil at the end. A task that is cancelled, because its client has left, ends the exchange: the daemon then
    /// gives up what it was asked.
    func next() async throws(Failure) -> HTTPClientResponsePart? {
        let promise = channel.eventLoop.makePromise(of: Result<HTTPClientResponsePart?, Failure>.self)
        channel.eventLoop.execute { parts.value.take(promise) }
        let result = await withTaskCancellationHandler {
            // The promise is never failed.
            (try? await promise.futureResult.get()) ?? .failure(.brokenOff)
        } onCancel: {
            close()
        }
        return try result.get()
    }

    func close() { channel.close(promise: nil) }
}

/// The parts of an answer that have come and have not been taken yet: those of one read at most.
private final class AnswerParts: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias Taking = EventLoopPromise<Result<HTTPClientResponsePart?, DaemonExchange.Failure>>

    private var parts: [HTTPClientResponsePart] = []
    private var outcome: Result<HTTPClientResponsePart?, DaemonExchange.Failure>?
    private var taking: Taking?
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) {
        end(.failure(.brokenOff))
        self.context = nil
    }

    func take(_ promise: Taking) {
        if !parts.isEmpty {
            promise.succeed(.success(parts.removeFirst()))
        } else if let outcome {
            promise.succeed(outcome)
        } else {
            taking = promise
            context?.read()
        }
    }

    func fail(_ failure: DaemonExchange.Failure) { end(.failure(failure)) }

    private func end(_ outcome: Result<HTTPClientResponsePart?, DaemonExchange.Failure>) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        taking?.succeed(outcome)
        taking = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part {
            end(.success(nil))
            return context.close(promise: nil)
        }
        guard let taking else { return parts.append(part) }
        self.taking = nil
        taking.succeed(.success(part))
    }

    /// What came was not a whole part.
    func channelReadComplete(context: ChannelHandlerContext) { if taking != nil { context.read() } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.failure(.brokenOff))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.failure(.brokenOff))
        context.fireChannelInactive()
    }
}

extension TimeAmount {
    init(_ duration: Duration) { self = .nanoseconds(Int64(duration / .nanoseconds(1))) }
}
