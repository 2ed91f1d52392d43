import NIOCore
import NIOPosix
import Synchronization

/// The Signal K servers that have connected to us, each of which is told every line. All of it happens on one event loop.
final class SignalKReaders: Sendable {
    private static let mostReaders = 8

    /// One more than there is room for.
    private struct Crowded: Error {}

    /// Those that are connected.
    private final class Channels: Sendable {
        private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

        var all: [any Channel] { open.withLock { Array($0.values) } }

        /// Keeps a new one until it is closed.
        func add(_ channel: any Channel) throws {
            try open.withLock { open in
                guard open.count < SignalKReaders.mostReaders else { throw Crowded() }
                open[ObjectIdentifier(channel)] = channel
            }
            channel.closeFuture.whenComplete { _ in
                self.open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
            }
        }
    }

    private let channels: Channels
    private let listening: any Channel

    /// Listens at an address. What a server says is passed over, and one that hangs up is gone at once.
    ///
    /// - Throws: why nobody can connect there.
    init(at endpoint: SocketEndpoint) async throws(SocketFailure) {
        let descriptor = try endpoint.listeningSocket()
        let channels = Channels()
        self.channels = channels
        do {
            // One loop for all of them: who has connected before a line is sent, gets it.
            listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channels.add(channel) }
                }
                .withBoundSocket(descriptor).get()
        } catch {
            throw SocketFailure((error as? IOError)?.errnoCode ?? 0)
        }
    }

    /// Whether it still listens.
    var isOpen: Bool { listening.isActive }

    /// Whether any server is there.
    var isEmpty: Bool { channels.all.isEmpty }

    /// Sends each server a line, and returns how many there are that have taken it. One that does not take it at once, because it
    /// does not read, is let go: the line would be cut in two otherwise.
    func send(_ line: [UInt8]) async -> Int {
        let count = try? await listening.eventLoop.submit { [channels] in
            channels.all.count { channel in
                channel.writeAndFlush(channel.allocator.buffer(bytes: line), promise: nil)
                let waiting = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
                if channel.isActive, waiting == 0 { return true }
                channel.close(promise: nil)
                return false
            }
        }.get()
        return count ?? 0
    }

    func close() async {
        try? await listening.close()
        for channel in channels.all { try? await channel.close() }
    }
}
