import NIOCore
import Synchronization

/// The connections that a server has, so that it can end those that outlast its stop.
final class OpenConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// Remembers a connection until it ends.
    func add(_ channel: any Channel) {
        let identifier = ObjectIdentifier(channel)
        channels.withLock { $0[identifier] = channel }
        channel.closeFuture.whenComplete { [self] _ in channels.withLock { $0[identifier] = nil } }
    }

    /// Ends them, whatever they are doing.
    func closeAll() {
        for channel in channels.withLock({ Array($0.values) }) { channel.close(promise: nil) }
    }
}

/// Ends a connection whose client does not take its answers: what waits in NIO's queue stays at its mark.
///
/// Hummingbird's own timer stands still while an answer is on its way.
final class StalledClientHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    private let patience: TimeAmount
    private var timer: Scheduled<Void>?

    init(patience: TimeAmount) { self.patience = patience }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        if !context.channel.isWritable {
            let channel = context.channel
            timer = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
