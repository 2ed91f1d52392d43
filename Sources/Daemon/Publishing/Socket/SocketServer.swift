import Glibc
public import Logging
public import NIOCore
import NIOPosix
public import LocationEngine
public import PlacemarkModel
package import PrometheusMetrics
import Synchronization

/// Serves the status on a Unix socket: to each client as much as it may know, from memory, at once.
public final class SocketServer: Sendable {
    private let listener: SocketListener
    private let access: Access
    private let connectionsPerUser: Int
    private let observers: ObserverUser?
    private let log: Logger?
    private let eventLoop: any EventLoop
    private let feed: NIOLoopBoundBox<StatusFeed>
    private let pending: Mutex<Publications>

    /// - Parameters:
    ///   - snapshot: what is answered until the first publication.
    ///   - track: what answers to `track`; nil for nobody.
    ///   - files: what the metrics tell about.
    ///   - connectionsPerUser: how many one user may have at the same time.
    ///   - observers: the name of the user who may tell what it observes; nil for nobody.
    ///   - now: reads the boot-time clock.
    ///   - log: for the grants of precise access.
    public init(
        _ listener: SocketListener, access: Access, on eventLoop: any EventLoop, snapshot: StatusSnapshot,
        track: TrackStore? = nil, files: StateFiles? = nil, connectionsPerUser: Int,
        observers: String? = nil, now: @escaping @Sendable () -> BootInstant, log: Logger? = nil
    ) {
        self.listener = listener
        self.access = access
        self.connectionsPerUser = connectionsPerUser
        self.observers = observers.map { ObserverUser(name: $0) }
        self.log = log
        self.eventLoop = eventLoop
        pending = Mutex(Publications(snapshot: snapshot))
        let run = UInt32.random(in: .min ... .max)
        feed = .makeBoxSendingValue(
            StatusFeed(snapshot, track: track, files: files, run: run, ownUserID: access.ownUserID, now: now),
            eventLoop: eventLoop)
    }

    /// Takes a publication; returns at once.
    public func offer(_ publication: Publication) {
        guard pending.withLock({ $0.add(publication) }) else { return }
        eventLoop.execute { [self] in feed.value.take(pending.withLock { $0.take() }) }
    }

    /// The metrics of this moment. Throws when the event loop has ended.
    func metrics(_ precision: Precision) async throws -> DaemonFigures {
        try await eventLoop.submit { [feed] in feed.value.metrics(precision) }.get()
    }

    /// Serves until the task is cancelled, then closes all connections and removes the socket.
    ///
    /// - Parameters:
    ///   - requests: for what is not in the published state; without them such requests are refused.
    ///   - ready: called when the socket answers.
    public func run(answering requests: LiveQueries? = nil, ready: @Sendable () -> Void) async throws {
        defer { listener.remove() }
        let connections = NIOLoopBoundBox<Connections?>.makeEmptyBox(valueType: Connections.self, eventLoop: eventLoop)
        let router = try await eventLoop.submit { [self, feed, eventLoop] in
            let router = Router(
                feed: feed.value, access: access, requests: requests, connectionsPerUser: connectionsPerUser,
                observers: observers, log: log)
            return NIOLoopBound(router, eventLoop: eventLoop)
        }.get()
        let server = try await ServerBootstrap(group: eventLoop)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    connections.value = try Connections(of: channel, unread: router.value.accessControl.unread)
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Kept for each connection. NIO's own choice, 2 KiB, would be half of what a subscriber costs.
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 256))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let connections = connections.value {
                        let size = Connections.sendBuffer(among: connections.count)
                        try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: .init(size))
                        connections.add(channel)
                    }
                    try channel.pipeline.syncOperations.addHandler(DialectDetection(router: router.value))
                }
            }
            .withBoundSocket(listener.descriptor).get()
        // NIO has just shortened the queue to 128.
        listen(listener.descriptor, SOMAXCONN)
        ready()
        await withTaskCancellationHandler {
            try? await server.closeFuture.get()
        } onCancel: {
            server.close(promise: nil)
        }
        try await eventLoop.submit { connections.value?.closeAll() }.get()
    }
}

extension MetricsFile {
    /// The metrics of the daemon.
    ///
    /// - Parameter precision: what everybody may know.
    package init(
        _ path: String, precision: Precision, of server: SocketServer, every interval: Duration = .seconds(15),
        now: @escaping @Sendable () -> BootInstant, log: Logger
    ) {
        self.init(path, every: interval, now: now, log: log) {
            try await server.metrics(precision).text(.current())
        }
    }
}
