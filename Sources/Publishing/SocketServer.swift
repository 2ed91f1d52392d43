public import NIOCore
import NIOPosix
public import PlacemarkCore
import Synchronization

/// Serves the status on a Unix socket: to each client as much as it may know, from memory, at once.
public final class SocketServer: Sendable {
    private let listener: SocketListener
    private let access: Access
    private let eventLoop: any EventLoop
    private let feed: NIOLoopBoundBox<StatusFeed>
    private let pending: Mutex<Publications>

    /// - Parameters:
    ///   - snapshot: what is answered until the first publication.
    ///   - track: what answers to `track`; nil for nobody.
    ///   - now: reads the boot-time clock.
    public init(
        _ listener: SocketListener, access: Access, on eventLoop: any EventLoop, snapshot: StatusSnapshot,
        track: TrackStore? = nil, now: @escaping @Sendable () -> BootInstant
    ) {
        self.listener = listener
        self.access = access
        self.eventLoop = eventLoop
        pending = Mutex(Publications(snapshot: snapshot))
        feed = .makeBoxSendingValue(StatusFeed(snapshot, track: track, now: now), eventLoop: eventLoop)
    }

    /// Takes a publication; returns at once.
    public func offer(_ publication: Publication) {
        guard pending.withLock({ $0.add(publication) }) else { return }
        eventLoop.execute { [feed, pending = self] in
            feed.value.take(pending.pending.withLock { $0.take() })
        }
    }

    /// Serves until the task is cancelled, then closes all connections and removes the socket.
    ///
    /// - Parameters:
    ///   - requests: for what is not in the published state; without them such requests are refused.
    ///   - ready: called when the socket answers.
    public func run(answering requests: Requests? = nil, ready: @Sendable () -> Void) async throws {
        defer { listener.remove() }
        let connections = NIOLoopBoundBox.makeBoxSendingValue(Connections(), eventLoop: eventLoop)
        let server = try await ServerBootstrap(group: eventLoop)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Beyond this a subscriber counts as one that does not keep up.
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 16 << 10, high: 64 << 10))
            .childChannelInitializer { [feed, access] channel in
                channel.eventLoop.makeCompletedFuture {
                    connections.value.add(channel)
                    try channel.pipeline.syncOperations.addHandler(
                        LineConnection(feed: feed.value, access: access, requests: requests))
                }
            }
            .withBoundSocket(listener.descriptor).get()
        ready()
        await withTaskCancellationHandler {
            try? await server.closeFuture.get()
        } onCancel: {
            server.close(promise: nil)
        }
        try await eventLoop.submit { connections.value.closeAll() }.get()
    }
}

/// The open connections, so that the end of the server is the end of them. Lives on one event loop.
private final class Connections {
    private var channels: [ObjectIdentifier: any Channel] = [:]

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.channels[id] = nil }
    }

    func closeAll() {
        for channel in channels.values { channel.close(promise: nil) }
    }
}
