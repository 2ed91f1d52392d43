import NIOCore
import NIOHTTP1
import NIOHTTPTypes

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

/// Ends a connection whose client does not get on with the body of its request.
///
/// Hummingbird's own timer begins anew with each piece, and a piece may be a byte.
final class SlowRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: Duration
    /// Of the request that is being read; nil between two.
    private var pace: RequestPace?
    /// Since when the server wants the next piece. While it does not, because it has enough to do, the client is not slow.
    private var wantedSince: NIODeadline?
    private var timer: Scheduled<Void>?

    init(patience: Duration) { self.patience = patience }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let wantedSince { pace?.waited(.nanoseconds((.now() - wantedSince).nanoseconds)) }
        wantedSince = nil
        switch unwrapInboundIn(data) {
        case .head: pace = RequestPace(patience: patience)
        case .body(let bytes): pace?.received(byteCount: bytes.readableBytes)
        case .end: pace = nil
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        // Most requests have come whole by now, and need no timer.
        if let pace, wantedSince == nil {
            wantedSince = .now()
            if timer == nil { look(in: pace.remaining, context.channel) }
        }
        context.read()
    }

    private func look(in time: Duration, _ channel: any Channel) {
        timer = channel.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { [self] in
            timer = nil
            guard let pace, let wantedSince else { return }
            let remaining = pace.remaining - .nanoseconds((.now() - wantedSince).nanoseconds)
            if remaining > .zero { look(in: remaining, channel) } else { channel.close(promise: nil) }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}

/// How long a server waits for the body of one request: a while, and longer for each byte that comes.
struct RequestPace: Hashable, Sendable {
    /// A modem is faster.
    static let slowestInBytesPerSecond = 1000

    /// How much longer the server waits for the next piece; below zero when the client is too slow.
    private(set) var remaining: Duration

    init(patience: Duration) { remaining = patience }

    mutating func received(byteCount: Int) { remaining += .seconds(byteCount) / Self.slowestInBytesPerSecond }
    mutating func waited(_ time: Duration) { remaining -= time }
}

/// Tells those behind it in one way that a request is the last of its connection: `Connection: close`, which HTTP/1.0 means
/// without saying so, and which may stand among other words (RFC 9112, section 9.3).
final class LastRequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), !head.isKeepAlive else {
            return context.fireChannelRead(data)
        }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
