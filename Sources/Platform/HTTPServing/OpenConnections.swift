import NIOCore
import Synchronization

/// The connections that a server has, so that it can end those that outlast its stop, and those of newcomers that would keep
/// others out.
final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        var hasLeft = false
        var whenLeaving: (@Sendable () -> Void)?
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// From the oldest to the newest.
        var newcomers: [ObjectIdentifier] = []
    }

    private let mostNewcomers: Int?
    private let state = Mutex(State())

    /// - Parameter mostNewcomers: nil for any number.
    init(mostNewcomers: Int? = nil) { self.mostNewcomers = mostNewcomers }

    /// Remembers a connection until it ends, as a newcomer's, and ends the oldest newcomer's when there are too many.
    func add(_ channel: any Channel) {
        let identifier = ObjectIdentifier(channel)
        let surplus = state.withLock { state -> (any Channel)? in
            state.connections[identifier] = Connection(channel: channel)
            guard let mostNewcomers else { return nil }
            state.newcomers.append(identifier)
            guard state.newcomers.count > mostNewcomers else { return nil }
            return state.connections[state.newcomers.removeFirst()]?.channel
        }
        surplus?.close(promise: nil)
        channel.closeFuture.whenComplete { [self] _ in
            left(channel)
            state.withLock { state in
                state.connections[identifier] = nil
                state.newcomers.removeAll { $0 == identifier }
            }
        }
    }

    /// The client is a newcomer no more.
    func admit(_ channel: any Channel) {
        let identifier = ObjectIdentifier(channel)
        state.withLock { state in state.newcomers.removeAll { $0 == identifier } }
    }

    /// Has something done once when the client leaves, at once when it has left already; nil for nothing any more.
    func whenLeaving(_ channel: any Channel, _ action: (@Sendable () -> Void)?) {
        let identifier = ObjectIdentifier(channel)
        let hasLeft = state.withLock { state in
            // One that is not here any more was closed.
            guard state.connections[identifier]?.hasLeft == false else { return true }
            state.connections[identifier]?.whenLeaving = action
            return false
        }
        if hasLeft { action?() }
    }

    /// The client has left, or says nothing more.
    func left(_ channel: any Channel) {
        let action = state.withLock { state in
            let identifier = ObjectIdentifier(channel)
            state.connections[identifier]?.hasLeft = true
            defer { state.connections[identifier]?.whenLeaving = nil }
            return state.connections[identifier]?.whenLeaving
        }
        action?()
    }

    /// Ends them, whatever they are doing.
    func closeAll() {
        for connection in state.withLock({ Array($0.connections.values) }) { connection.channel.close(promise: nil) }
    }
}

/// Notices that a client has closed its half of the connection, as browsers do when they do not want the rest of an answer:
/// NIO tells the others only when the answer is over.
final class LeavingClientHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    private let connections: OpenConnections

    init(_ connections: OpenConnections) { self.connections = connections }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { connections.left(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }
}
