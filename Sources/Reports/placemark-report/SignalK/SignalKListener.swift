import NIOCore
import NIOPosix
import Synchronization

/// Lets Signal K servers connect, and gives every line to each of them.
final class SignalKListener: Sendable {
    private struct State {
        var opening: Task<any Channel, any Error>?
        var readers: [ObjectIdentifier: any Channel] = [:]
    }

    private static let mostReaders = 8
    /// A server that does not read for so long is let go: its line would be cut in two otherwise.
    private static let patience: TimeAmount = .milliseconds(500)

    private let address: SocketAddress
    private let state = Mutex(State())

    init(_ address: SocketAddress) { self.address = address }

    /// How many servers are connected.
    var readerCount: Int { state.withLock { $0.readers.count } }

    /// Listens, if that is not so already. Throws why nobody can come.
    func open() async throws {
        let opening = state.withLock { state in
            let opening = state.opening ?? Task { try await bind() }
            state.opening = opening
            return opening
        }
        do {
            _ = try await opening.value
        } catch {
            state.withLock { if $0.opening == opening { $0.opening = nil } }
            throw error
        }
    }

    /// Sends a line to all, and returns how many have taken it.
    func send(_ line: [UInt8]) async -> Int {
        var count = 0
        for reader in state.withLock({ Array($0.readers.values) }) {
            // From the write to its end on the event loop: a task that gets its turn late does not make the reader late.
            let written = reader.eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
                let writing = reader.writeAndFlush(ByteBuffer(bytes: line))
                let isLate = reader.eventLoop.scheduleTask(in: Self.patience) { reader.close(promise: nil) }
                writing.whenComplete { _ in isLate.cancel() }
                return writing
            }
            if (try? await written.get()) != nil { count += 1 }
        }
        return count
    }

    /// Ends all connections, and listens no longer.
    func close() async {
        let (opening, readers) = state.withLock { state in
            defer { state.opening = nil }
            return (state.opening, Array(state.readers.values))
        }
        try? await opening?.value.close()
        for reader in readers { try? await reader.close() }
    }

    private func bind() async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 8)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { [weak self] reader in
                reader.eventLoop.makeCompletedFuture { self?.letIn(reader) }
            }
            .bind(to: address).get()
    }

    /// Until it hangs up. What it says is not read: the channel drops it.
    private func letIn(_ reader: any Channel) {
        let hasRoom = state.withLock { state in
            guard state.readers.count < Self.mostReaders else { return false }
            state.readers[ObjectIdentifier(reader)] = reader
            return true
        }
        guard hasRoom else { return reader.close(promise: nil) }
        reader.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { $0.readers[ObjectIdentifier(reader)] = nil }
        }
    }
}
