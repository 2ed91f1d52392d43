import HTTPTypes
public import HummingbirdCore
public import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
public import ServiceLifecycle
import Systemd

/// Serves HTTP/1.1 on sockets that listen already, until its service group stops it.
///
/// Hummingbird has the connections: its pipeline reads requests and writes answers, and its handlers bound connections and
/// idle time. Its `Server` binds addresses only, and a socket that systemd has opened has none to bind; therefore the
/// sockets are NIO's here.
public struct HTTPServer: Service {
    /// Makes the answer to a request. It runs on the thread of the connection: what takes longer than a millisecond
    /// yields in between.
    public typealias Responder = @Sendable (Request) async -> HTTPAnswer

    private let sockets: [ListeningSocket]
    private let limits: ServingLimits
    private let threads: Int
    private let accessLog: AccessLog?
    private let ready: @Sendable () -> Void
    private let respondDirectly: DirectResponder?
    private let respond: Responder

    /// - Parameters:
    ///   - threads: how many serve, 1….
    ///   - accessLog: gets a line for each request: method, route, status, time. Nil for none.
    ///   - ready: called when all sockets are served.
    ///   - respondDirectly: asked before `respond`, for answers that take some microseconds.
    public init(
        on sockets: [ListeningSocket], limits: ServingLimits = ServingLimits(), threads: Int = 1,
        accessLog: Logger? = nil, ready: @escaping @Sendable () -> Void = {},
        respondDirectly: DirectResponder? = nil, respond: @escaping Responder
    ) {
        self.sockets = sockets
        self.limits = limits
        self.threads = threads
        self.accessLog = accessLog.map(AccessLog.init)
        self.ready = ready
        self.respondDirectly = respondDirectly
        self.respond = respond
    }

    /// Serves until the graceful shutdown of its service group. Requests that have begun then are answered.
    public func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        do {
            try await serve(on: group)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
        for socket in sockets { socket.remove() }
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws {
        let connections = OpenConnections(mostNewcomers: limits.newcomers)
        // Its end is a task of the event loop, so it must not outlive this function.
        let quiescing = ServerQuiescingHelper(group: group)
        let http = HTTP1Channel(
            responder: { try await answer($0, $1, $2, connections) }, configuration: configuration)
        var servers: [NIOAsyncChannel<HTTP1Channel.Value, Never>] = []
        for socket in sockets {
            servers.append(try await bind(socket, on: group, http, connections, quiescing))
        }
        let executors = Dictionary(
            uniqueKeysWithValues: group.makeIterator().map { (ObjectIdentifier($0), EventLoopExecutor($0)) })
        ready()
        try await withGracefulShutdownHandler {
            try await withThrowingDiscardingTaskGroup { [servers] tasks in
                for server in servers {
                    tasks.addTask {
                        try await withThrowingDiscardingTaskGroup { tasks in
                            try await server.executeThenClose { clients in
                                for try await client in clients {
                                    let executor = executors[ObjectIdentifier(client.channel.eventLoop)]
                                    tasks.addTask(executorPreference: executor) {
                                        await http.handle(value: client, logger: .silent)
                                    }
                                }
                            }
                        }
                    }
                }
            }
        } onGracefulShutdown: { [limits] in
            // The timer first: without a connection the rest ends at once, and the event loops with it.
            group.any().scheduleTask(in: TimeAmount(limits.stop)) { connections.closeAll() }
            quiescing.initiateShutdown(promise: nil)
        }
    }

    private func bind(
        _ socket: ListeningSocket, on group: MultiThreadedEventLoopGroup, _ http: HTTP1Channel,
        _ connections: OpenConnections, _ quiescing: ServerQuiescingHelper
    ) async throws -> NIOAsyncChannel<HTTP1Channel.Value, Never> {
        // The bound is of all sockets together.
        let share = max(1, limits.connections / sockets.count)
        return try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let bound = MaximumAvailableConnections(share, logger: .silent)
                    try pipeline.addHandler(AvailableConnectionsChannelHandler(delegate: bound))
                    try pipeline.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Small pieces, so that little is on the way when a client stops reading.
            .childChannelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2048, maximum: 16384)
            )
            .bind(socket.descriptor) { channel in
                connections.add(channel)
                return http.setup(channel: channel, logger: .silent).flatMapThrowing { client in
                    try addDirectAnswers(to: channel)
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(LeavingClientHandler(connections), position: .first)
                    try pipeline.addHandler(
                        LastRequestHandler(),
                        position: .after(pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)))
                    return client
                }
            }
    }

    private var configuration: HTTP1Channel.Configuration {
        let idle = TimeAmount(limits.idle)
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                StalledClientHandler(patience: idle), SlowRequestHandler(patience: limits.idle),
            ], idleTimeout: idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headFieldInBytes, maxHeaderListSize: limits.headInBytes,
                maxHeaderFieldCount: limits.headFields))
    }

    /// Behind Hummingbird's own handler, which counts the requests.
    private func addDirectAnswers(to channel: any Channel) throws {
        guard let respondDirectly else { return }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            DirectAnswers(respond: respondDirectly, accessLog: accessLog),
            position: .after(pipeline.handler(type: HTTPConnectionStateHandler.self)))
    }

    private func answer(
        _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel, _ connections: OpenConnections
    ) async throws {
        // A client with a large body waits for this, as curl does for a second.
        if request.headers[.expect]?.lowercased() == "100-continue" {
            try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        let start = ContinuousClock.now
        let answer = await answer(to: request, channel, connections)
        defer { answer.whenOver?() }
        if answer.admitsClient { connections.admit(channel) }
        connections.whenLeaving(channel, answer.whenClientLeaves)
        defer { connections.whenLeaving(channel, nil) }
        try await writer.write(response: answer.head, body: answer.responseBody)
        accessLog?.log(answer, method: request.method, since: start)
    }

    /// What the program answers. Its task is cancelled when the client leaves meanwhile.
    private func answer(
        to request: Request, _ channel: any Channel, _ connections: OpenConnections
    ) async -> HTTPAnswer {
        let (leaving, leave) = AsyncStream<Never>.makeStream()
        connections.whenLeaving(channel) { leave.finish() }
        return await withTaskGroup(of: HTTPAnswer?.self) { tasks in
            tasks.addTask { await respond(request) }
            tasks.addTask {
                for await _ in leaving {}
                return nil
            }
            // The end of the one is the end of the other.
            var answer: HTTPAnswer?
            for await result in tasks {
                tasks.cancelAll()
                answer = answer ?? result
            }
            guard let answer else { preconditionFailure("a responder has always an answer") }
            return answer
        }
    }
}

/// What all clients of a server together may take of the machine, and one of them of its patience.
public struct ServingLimits: Hashable, Sendable {
    /// Connections at a time, 1…. Further clients wait in the kernel's queue until one ends.
    public var connections = 1000
    /// Connections at a time whose clients have not shown yet that they are rightful ones: a further one takes the place of the
    /// oldest, so that nobody without rights keeps out those who have them. Nil where all clients are alike.
    public var newcomers: Int?
    /// Of a head: fields, bytes of one field, bytes together.
    public var headFields = 64
    public var headFieldInBytes = 8 * 1024
    public var headInBytes = 16 * 1024
    /// How long a connection may do nothing: wait for a request, for the next piece of one, or for its client to take the
    /// answers of what it has sent. A piece is 16 KiB, and some ten of them are on the way. For the body of a request the pieces
    /// count by their bytes (`RequestPace`).
    public var idle = Duration.seconds(60)
    /// How long a stop waits for the answers that are on their way.
    public var stop = Duration.seconds(5)

    public init() {}
}

/// Runs tasks on the thread of an event loop.
///
/// Without it every request would go to a thread of the global pool and back, and on one core two changes of thread cost
/// more than the answer.
private final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
