import NIOCore

/// Stands before the parser, which says nothing of half a head: tells the connection behind it when bytes come, and keeps
/// the unfinished heads of all connections together within a bound.
final class HTTPHeadBound: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// What the connection is told about the bytes that have come.
    enum Arrival {
        case bytes
        /// A head for which there is no room. Nothing of it goes on, nor of what follows.
        case tooMuch
    }

    private var input: UnfinishedInput
    private var isOver = false
    /// Whether the parser has made something of the bytes that it was given last.
    private var hasSpoken = false

    /// - Parameter room: what all connections have together, as this one's user finds it.
    init(_ room: MemoryRoom.Part) { input = UnfinishedInput(in: room, longest: HTTPLimits.longestHead) }

    /// The parser has made something of what came. Returns the share of a long head, which its request needs now.
    func partCame() -> MemoryShare? {
        hasSpoken = true
        return input.end()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        hasSpoken = false
        context.fireUserInboundEventTriggered(Arrival.bytes)
        context.fireChannelRead(data)
        // Only now: the bytes of a body have gone where they belong.
        guard !hasSpoken else { return }
        isOver = !input.add(unwrapInboundIn(data).readableBytes)
        if isOver { context.fireUserInboundEventTriggered(Arrival.tooMuch) }
    }
}
