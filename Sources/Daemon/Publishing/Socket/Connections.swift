import Glibc
import NIOCore

/// The open connections: accepts new ones as long as there is room, and closes all at the end. Lives on one event loop.
///
/// Clients beyond that wait in the kernel's queue. They must not take the descriptors that the daemon itself needs.
final class Connections {
    /// Descriptors that are left to the daemon, for state files and gpsd.
    static let reserve = 64
    /// How long no client is accepted when one could not be, for want of a descriptor or of memory.
    static let pause = TimeAmount.seconds(1)

    private let most: Int
    private let listener: any Channel
    /// Connections that are closed, and have descriptors yet.
    private let unread: UnreadAnswers
    private var channels: [ObjectIdentifier: any Channel] = [:]
    private var isPaused = false
    private var isAccepting = true

    /// - Parameter most: how many connections there may be at a time.
    init(
        of listener: any Channel, most: Int = Connections.mostForThisProcess, unread: UnreadAnswers = UnreadAnswers()
    ) throws {
        self.listener = listener
        self.unread = unread
        self.most = most
        try listener.pipeline.syncOperations.addHandler(AcceptErrors(connections: self))
        unread.roomCame = { [weak self] in self?.acceptIfThereIsRoom() }
    }

    /// What the limit of descriptors leaves for clients; at least half of it.
    static var mostForThisProcess: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 - reserve }
        let count = Int(clamping: limit.rlim_cur)
        return max(count - reserve, count / 2)
    }

    var count: Int { channels.count + unread.count }

    /// What the kernel may hold for one more client that does not read, in bytes; it doubles that, and counts its own
    /// bookkeeping. With many clients it is less, so that all of them together do not take what the unit may have: figures are
    /// in docs/explain/performance.md.
    static func sendBuffer(among count: Int) -> Int { count < 512 ? 32 << 10 : 4 << 10 }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        if count >= most { acceptIfThereIsRoom() }
        channel.closeFuture.assumeIsolated().whenComplete { _ in
            self.channels[id] = nil
            self.acceptIfThereIsRoom()
        }
    }

    func closeAll() {
        for channel in channels.values { channel.close(promise: nil) }
        unread.closeAll()
    }

    /// A client could not be accepted.
    fileprivate func pauseAccepting() {
        guard !isPaused else { return }
        isPaused = true
        acceptIfThereIsRoom()
        listener.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPaused = false
            self.acceptIfThereIsRoom()
        }
    }

    private func acceptIfThereIsRoom() {
        let accepts = count < most && !isPaused
        guard accepts != isAccepting else { return }
        isAccepting = accepts
        _ = listener.setOption(.autoRead, value: accepts)
    }
}

/// Learns of clients that could not be accepted. NIO's own handler for this only delays its next call, and leaves the
/// listener in the selector, which then returns at once, for ever.
private final class AcceptErrors: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private weak var connections: Connections?

    init(connections: Connections) { self.connections = connections }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { connections?.pauseAccepting() }
}
