import NIOCore

/// The first handler of each connection: finds out who has come, reads the first line, and hands over to the dialect
/// that it is in. From then on it only passes on what comes.
final class Reception: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client may take for its first line.
    static let patience = TimeAmount.seconds(5)

    private enum State {
        /// The kernel is being asked who the peer is. Can transition to: reading, done.
        case identifying
        /// A line is coming in, of somebody who may ask, or is to be told why not. Can transition to: handedOver, done.
        case reading(Result<PeerCredentials, RequestError>)
        /// Another handler speaks to the client.
        case handedOver
        /// The last answer is on its way.
        case done
    }

    private let desk: Desk
    private var state = State.identifying
    private var input = ByteBuffer()
    private var inputIsComplete = false
    private var deadline = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?

    init(desk: Desk) { self.desk = desk }

    func channelActive(context: ChannelHandlerContext) {
        desk.feed.counters.openConnections += 1
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.now + Self.patience
        timer = context.eventLoop.scheduleTask(deadline: deadline) {
            let (reception, context) = bound.value
            reception.refuse(.timeout, context)
        }
        PeerCredentials.ofPeer(at: context.channel).whenComplete { result in
            let (reception, context) = bound.value
            guard case .identifying = reception.state else { return }
            do throws(RequestError) {
                guard let peer = try? result.get() else { throw .forbidden }
                try reception.desk.doors.enter(context.channel, from: peer)
                reception.state = .reading(.success(peer))
            } catch {
                reception.state = .reading(.failure(error))
                // At once: connections that wait for their first line are what there are too many of.
                guard reception.desk.doors.turnAway(context.channel) else { return reception.refuse(error, context) }
            }
            reception.readLine(context)
            guard reception.inputIsComplete, case .handedOver = reception.state else { return }
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .identifying, .reading:
            var bytes = unwrapInboundIn(data)
            input.writeBuffer(&bytes)
            readLine(context)
        case .handedOver: context.fireChannelRead(data)
        case .done: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            inputIsComplete = true
            readLine(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func readLine(_ context: ChannelHandlerContext) {
        let view = input.readableBytesView
        let end = view.firstIndex(of: UInt8(ascii: "\n"))
        switch state {
        case .identifying, .reading:
            guard (end ?? view.endIndex) - view.startIndex <= LineRequest.longestLine else {
                return refuse(.lineTooLong(maximumBytes: LineRequest.longestLine), context)
            }
        case .handedOver, .done: return
        }
        guard case .reading(let visitor) = state, end != nil || inputIsComplete else { return }
        timer?.cancel()
        let peer: PeerCredentials
        do throws(RequestError) {
            peer = try visitor.get()
        } catch {
            // Only now: a client that finds its connection closed before it has spoken may never read why.
            return refuse(error, context)
        }
        let start = input
        var line = Array(view[..<(end ?? view.endIndex)])
        input = ByteBuffer()
        state = .handedOver
        do {
            switch Dialect(of: line, isComplete: true) {
            case .lines:
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                try context.pipeline.syncOperations.addHandler(LineConnection(line, from: peer, desk))
            case .http:
                try HTTPConnection(from: peer, desk, firstHeadBy: deadline).add(to: context.pipeline)
                context.fireChannelRead(wrapInboundOut(start))
            }
        } catch {
            context.close(promise: nil)
        }
    }

    private func refuse(_ error: RequestError, _ context: ChannelHandlerContext) {
        if case .done = state { return }
        state = .done
        timer?.cancel()
        desk.feed.counters.count(nil, error)
        let line = input.readableBytesView.prefix { $0 != UInt8(ascii: "\n") }
        let answer = Dialect(of: line, isComplete: line.count < input.readableBytes).bytes(of: error)
        input = ByteBuffer()
        context.finish(answer)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        desk.feed.counters.openConnections -= 1
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the client: nothing to save, nobody to tell.
        context.close(promise: nil)
    }
}
