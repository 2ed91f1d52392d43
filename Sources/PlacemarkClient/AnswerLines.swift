import Glibc
import NIOCore
import NIOPosix

/// The lines that the daemon answers to one request: each iteration is a connection of its own.
///
/// An answer of the form `error: …` is thrown.
public struct AnswerLines: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = PlacemarkClientError

    /// No answer of the daemon has longer lines.
    static let longestLine = 1 << 20

    let socketPath: String
    let request: String

    public func makeAsyncIterator() -> Iterator { Iterator(socketPath: socketPath, request: request) }

    public struct Iterator: AsyncIteratorProtocol {
        let socketPath: String
        let request: String
        private var connection: Connection?
        private var isFirst = true

        init(socketPath: String, request: String) {
            self.socketPath = socketPath
            self.request = request
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PlacemarkClientError) -> [UInt8]? {
            do {
                let connection =
                    if let connection { connection } else {
                        try await Connection(socketPath, request, isolation: actor)
                    }
                self.connection = connection
                let line = try await connection.nextLine(isolation: actor)
                if isFirst, let line, let error = PlacemarkClientError(errorLine: line) { throw error }
                isFirst = false
                return line
            } catch let error as PlacemarkClientError {
                throw error
            } catch let error as IOError {
                throw .notReachable(path: socketPath, reason: String(cString: strerror(error.errnoCode)))
            } catch {
                throw .notReachable(path: socketPath, reason: "\(error)")
            }
        }
    }
}

/// One connection with its reader. Closed when the last reference goes.
private final class Connection {
    private let channel: any Channel
    private var chunks: AsyncThrowingStream<ByteBuffer, any Error>.Iterator
    private var buffer = ByteBuffer()

    init(_ socketPath: String, _ request: String, isolation actor: isolated (any Actor)?) async throws {
        let (stream, continuation) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
        chunks = stream.makeAsyncIterator()
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            // One chunk for each that is asked for: a long answer waits in the socket, not in this process.
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ChunkReader(request: request, continuation))
                }
            }
            .connect(unixDomainSocketPath: socketPath).get()
    }

    deinit { channel.close(promise: nil) }

    /// The next line without its newline; nil at the end.
    func nextLine(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        while true {
            let view = buffer.readableBytesView
            if let end = view.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(view[..<end])
                buffer.moveReaderIndex(forwardBy: line.count + 1)
                buffer.discardReadBytes()
                return line
            }
            guard buffer.readableBytes <= AnswerLines.longestLine else {
                throw PlacemarkClientError.malformedAnswer("a line without an end")
            }
            channel.read()
            guard var chunk = try await chunks.next(isolation: actor) else {
                return buffer.readableBytes > 0 ? buffer.readBytes(length: buffer.readableBytes) : nil
            }
            buffer.writeBuffer(&chunk)
        }
    }
}

/// Sends the request, and hands what the daemon answers to the stream that the reader waits on.
private final class ChunkReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: String
    private let chunks: AsyncThrowingStream<ByteBuffer, any Error>.Continuation

    init(request: String, _ chunks: AsyncThrowingStream<ByteBuffer, any Error>.Continuation) {
        self.request = request
        self.chunks = chunks
    }

    func channelActive(context: ChannelHandlerContext) {
        // At once, because the daemon does not wait for ever. Should it have closed already, it has said why.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request + "\n")), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { chunks.yield(unwrapInboundIn(data)) }

    func channelInactive(context: ChannelHandlerContext) { chunks.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The daemon closes after its answer; a reset then takes nothing away from what has come.
        context.close(promise: nil)
    }
}
