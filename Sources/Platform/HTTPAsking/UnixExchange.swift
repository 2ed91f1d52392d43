import Glibc
package import NIOCore
package import NIOHTTP1
import NIOPosix

/// One request to the program behind a Unix socket and its answer, part by part, on a connection of its own.
///
/// A connection for each request costs microseconds on a Unix socket, and leaves no state to get out of step: whatever the
/// program does, the next request begins anew. A part is read from the socket when the one before has been taken, so that an
/// answer of any length takes the same memory. `WholeAnswer` puts one together within bounds.
package struct UnixExchange: Sendable {
    /// Why there is no answer, or no more of it. The words hold nothing that the request or the answer says.
    package enum Failure: Error, Hashable, Sendable {
        /// The system's own words.
        case notReachable(String)
        case timedOut(Duration)
        /// The connection has ended before the answer has.
        case brokenOff
        /// What came is not HTTP/1.1.
        case notHTTP
        /// The head has more than `longestHead` bytes, or the body more than whoever asks will have.
        case tooLarge
        /// The task was cancelled, or the exchange was closed.
        case cancelled
    }

    /// In bytes, as in the servers here.
    package static let longestHead = 16 << 10

    private let channel: any Channel
    private let parts: NIOLoopBound<AnswerParts>

    /// Connects and sends a request.
    ///
    /// - Parameters:
    ///   - head: whole: nothing is added to it.
    ///   - path: of the socket.
    ///   - eventLoop: the connection's; nil for that of the calling thread, or else any.
    package static func begin(
        _ head: HTTPRequestHead, body: ByteBuffer = ByteBuffer(), to path: String, on eventLoop: (any EventLoop)? = nil
    ) async throws(Failure) -> UnixExchange {
        let eventLoop =
            eventLoop ?? MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any()
        do {
            return try await ClientBootstrap(group: eventLoop)
                .channelOption(.autoRead, value: false)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        var limits = NIOHTTPDecoderLimitConfiguration()
                        limits.maxHeaderListSize = longestHead
                        let decoder = HTTPResponseDecoder(
                            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop,
                            limitConfiguration: limits)
                        try channel.pipeline.syncOperations.addHandlers([
                            HTTPRequestEncoder(), ByteToMessageHandler(decoder), AnswerParts(),
                        ])
                    }
                }
                .connect(unixDomainSocketPath: path)
                .flatMapThrowing { channel in
                    let parts = try channel.pipeline.syncOperations.handler(type: AnswerParts.self)
                    channel.write(HTTPClientRequestPart.head(head), promise: nil)
                    if body.readableBytes > 0 {
                        channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
                    }
                    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
                    return UnixExchange(channel: channel, parts: NIOLoopBound(parts, eventLoop: channel.eventLoop))
                }.get()
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

    /// Gives the answer a time: from now on to the end of `body`. What comes later is `timedOut`.
    package func within<Value>(
        _ limit: Duration, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(limit)) { end(.timedOut(limit)) }
        defer { timer.cancel() }
        return try await body()
    }

    /// The head of the answer, which comes before all other parts.
    package func head() async throws(Failure) -> HTTPResponseHead {
        guard case .some(.head(let head)) = try await next() else { throw .brokenOff }
        return head
    }

    /// The next part; nil at the end. A task that is cancelled, because its client has left, ends the exchange: the program then
    /// gives up what it was asked.
    package func next() async throws(Failure) -> HTTPClientResponsePart? {
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

    /// Ends the exchange; once the answer is over it makes no difference.
    package func close() { channel.eventLoop.execute { end(.cancelled) } }

    /// To be called on the event loop.
    private func end(_ failure: Failure) {
        parts.value.fail(failure)
        channel.close(promise: nil)
    }
}

/// The parts of an answer that have come and have not been taken yet: those of one read at most.
private final class AnswerParts: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias Taking = EventLoopPromise<Result<HTTPClientResponsePart?, UnixExchange.Failure>>

    private var parts: [HTTPClientResponsePart] = []
    private var outcome: Result<HTTPClientResponsePart?, UnixExchange.Failure>?
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

    func fail(_ failure: UnixExchange.Failure) { end(.failure(failure)) }

    private func end(_ outcome: Result<HTTPClientResponsePart?, UnixExchange.Failure>) {
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
        let failure: UnixExchange.Failure =
            switch error {
            case HTTPParserError.invalidEOFState, is IOError: .brokenOff
            case HTTPParserError.headerOverflow: .tooLarge
            default: .notHTTP
            }
        end(.failure(failure))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.failure(.brokenOff))
        context.fireChannelInactive()
    }
}
