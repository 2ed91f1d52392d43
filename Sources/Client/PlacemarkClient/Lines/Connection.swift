import Glibc
import NIOCore
import NIOPosix
import PlacemarkModel

/// One connection with its reader. The last reference closes it.
final class Connection {
    /// No answer of the daemon has longer lines.
    static let longestLine = 1 << 20

    private let socketPath: String
    private let channel: any Channel
    private var chunks: AsyncThrowingStream<ByteBuffer, any Error>.Iterator
    private var buffer = ByteBuffer()

    /// Connects and sends the request. Throws `notReachable`, or `refused` where the file's mode keeps the user out.
    init(
        _ socketPath: String, request: String, patience: Duration, isolation actor: isolated (any Actor)?
    ) async throws(PlacemarkClientError) {
        self.socketPath = socketPath
        let (stream, continuation) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
        chunks = stream.makeAsyncIterator()
        let timeout = PlacemarkClientError.timedOut(path: socketPath, after: patience)
        do {
            channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                // One chunk at each demand: a long answer waits in the socket, not in this process.
                .channelOption(.autoRead, value: false)
                .channelOption(.maxMessagesPerRead, value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let reader = ChunkReader(request, patience: patience, timeout: timeout, continuation)
                        try channel.pipeline.syncOperations.addHandler(reader)
                    }
                }
                .connect(unixDomainSocketPath: socketPath).get()
        } catch let error as IOError where error.errnoCode == EACCES {
            throw .refused(
                code: "forbidden",
                sentence: "the mode of \(socketPath) keeps your user out: add the user to the group placemark, and log"
                    + " in again")
        } catch let error as IOError {
            throw .notReachable(path: socketPath, reason: String(cString: strerror(error.errnoCode)))
        } catch is SocketAddressError {
            throw .notReachable(path: socketPath, reason: "the path is too long for a socket")
        } catch {
            throw .notReachable(path: socketPath, reason: "\(error)")
        }
    }

    deinit { channel.close(promise: nil) }

    /// The next line without its newline; nil at the end.
    func nextLine(isolation actor: isolated (any Actor)?) async throws(PlacemarkClientError) -> [UInt8]? {
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            let view = buffer.readableBytesView
            if let end = view.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(view[..<end])
                buffer.moveReaderIndex(forwardBy: line.count + 1)
                buffer.discardReadBytes()
                return line
            }
            guard buffer.readableBytes <= Self.longestLine else {
                throw .malformedAnswer("a line has more than \(Self.longestLine) bytes")
            }
            guard var chunk = try await nextChunk(isolation: actor) else {
                guard !Task.isCancelled else { throw .cancelled }
                guard buffer.readableBytes == 0 else {
                    throw .notReachable(path: socketPath, reason: "the connection broke off in the middle of a line")
                }
                return nil
            }
            buffer.writeBuffer(&chunk)
        }
    }

    private func nextChunk(isolation actor: isolated (any Actor)?) async throws(PlacemarkClientError) -> ByteBuffer? {
        channel.read()
        do {
            return try await chunks.next(isolation: actor)
        } catch let error as PlacemarkClientError {
            throw error
        } catch {
            throw .notReachable(path: socketPath, reason: "\(error)")
        }
    }
}

/// Sends the request, and hands what the daemon answers to the stream that the reader waits on.
private final class ChunkReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: String
    private let patience: Duration
    private let timeout: PlacemarkClientError
    private let chunks: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
    private var deadline: Scheduled<Void>?

    /// - Parameters:
    ///   - patience: how long the first line may take.
    ///   - timeout: the error for the reader when it takes longer.
    init(
        _ request: String, patience: Duration, timeout: PlacemarkClientError,
        _ chunks: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
    ) {
        self.request = request
        self.patience = patience
        self.timeout = timeout
        self.chunks = chunks
    }

    func channelActive(context: ChannelHandlerContext) {
        // Bounded, so that the conversion cannot trap.
        let seconds = min(max(0, patience.inSeconds), 1e9)
        deadline = context.eventLoop.scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) { [chunks, timeout] in
            chunks.finish(throwing: timeout)
        }
        // At once, because the daemon does not wait for ever. If it has closed already, it has said why.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request + "\n")), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let chunk = unwrapInboundIn(data)
        if chunk.readableBytesView.contains(UInt8(ascii: "\n")) { deadline?.cancel() }
        chunks.yield(chunk)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        chunks.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The daemon closes after its answer; a reset then takes nothing away from what has come.
        context.close(promise: nil)
    }
}
