import NIOCore

/// Stands before the parser, and tells the connection behind it when bytes come: of half a head the parser says nothing.
final class HTTPArrivals: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Bytes have come.
    struct Arrival {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireUserInboundEventTriggered(Arrival())
        context.fireChannelRead(data)
    }
}
