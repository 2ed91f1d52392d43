import HTTPTypes
public import HummingbirdCore
public import Logging
import NIOCore
import NIOExtras
import NIOPosix
public import ServiceLifecycle

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
        let connections = OpenConnections()
        let quiescing = ServerQuiescingHelper(group: group)
        do {
            try await serve(on: group, connections, quiescing)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
        for socket in sockets { socket.remove() }
    }

    private func serve(
        on group: MultiThreadedEventLoopGroup, _ connections: OpenConnections, _ quiescing: ServerQuiescingHelper
    ) async throws {
        let http = HTTP1Channel(responder: answer, configuration: configuration)
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
                    return client
                }
            }
    }

    private var configuration: HTTP1Channel.Configuration {
        let idle = TimeAmount(limits.idle)
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [StalledClientHandler(patience: idle)], idleTimeout: idle,
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

    @Sendable private func answer(
        _ request: Request, _ writer: consuming ResponseWriter, _: any Channel
    ) async throws {
        // A client with a large body waits for this, as curl does for a second.
        if request.headers[.expect]?.lowercased() == "100-continue" {
            try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        let start = ContinuousClock.now
        let answer = await respond(request)
        try await writer.write(response: answer.head, body: answer.responseBody)
        accessLog?.log(answer, method: request.method, since: start)
    }
}

extension Logger {
    /// For libraries whose words are not for the operator, and may hold what a request asks for.
    fileprivate static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
}
