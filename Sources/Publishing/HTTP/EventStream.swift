import NIOCore

/// A connection that gets server-sent events until its client closes it. Whoever is silent for long is taken for dead by
/// clients and proxies, so a comment is sent every now and then.
final class EventStream: ChannelInboundHandler {
    typealias InboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// The longest silence.
    static let heartbeatInterval = TimeAmount.seconds(15)
    private static let comment = ByteBuffer(string: ":\n\n")

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
            self.feed.subscribers.sendAside(Self.comment, to: context.channel)
            self.scheduleHeartbeat(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        heartbeat?.cancel()
        feed.subscribers.remove(context.channel)
        context.fireChannelInactive()
    }
}
