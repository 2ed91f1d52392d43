import NIOCore

/// A connection that gets server-sent events until its client closes it.
///
/// A server that is silent for long is taken for dead by clients and proxies, so every now and then the number of the newest
/// event is sent without an event. A client that wants few events thus comes back with a number that is still known.
final class EventStream: ChannelInboundHandler {
    typealias InboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// The longest silence: what the HTML standard, section 9.2.7, recommends against proxies that give up.
    static let heartbeatInterval = TimeAmount.seconds(15)
    private let feed: StatusFeed
    private let audience: Audience
    private let lastEventID: EventID?
    private var heartbeat: Scheduled<Void>?

    /// - Parameter lastEventID: the event after which the reader wants to go on.
    init(_ feed: StatusFeed, _ audience: Audience, since lastEventID: EventID?) {
        self.feed = feed
        self.audience = audience
        self.lastEventID = lastEventID
    }

    func handlerAdded(context: ChannelHandlerContext) {
        feed.subscribers.add(context, to: audience, greeting: feed.missed(since: lastEventID, audience))
        scheduleHeartbeat(context)
    }

    private func scheduleHeartbeat(_ context: ChannelHandlerContext) {
        heartbeat = context.eventLoop.assumeIsolated().scheduleTask(in: Self.heartbeatInterval) {
            // A reader with a full buffer has enough to read, and time is running out for it already.
            self.feed.sendHeartbeat(to: context.channel)
            self.scheduleHeartbeat(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        heartbeat?.cancel()
        feed.subscribers.remove(context.channel)
        context.fireChannelInactive()
    }
}
