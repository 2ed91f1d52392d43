import NIOCore

/// The first handler of each connection: finds out who has connected, reads the first line, and hands over to the
/// dialect of that line. From then on it only passes on what comes.
final class DialectDetection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client may take for its first line. It is on this machine: a program needs a millisecond, and a
    /// person who types into nc is told of the end.
    static let patience = TimeAmount.seconds(5)

    private enum State {
        /// The kernel is being asked who the peer is. Can transition to: reading, done.
        case identifying
        /// A line is coming in, from a user who may ask, or who will be told why not. Can transition to: handedOver, done.
        case reading(Result<PeerCredentials, RequestError>)
        /// Another handler speaks to the client.
        case handedOver
        /// The last answer is on its way.
        case done
    }

    private let router: Router
    private var state = State.identifying
    private var input = ByteBuffer()
    private var inputBound: UnfinishedInput
    private var peer: PeerCredentials?
    private var inputIsComplete = false
    private var deadline = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?

    init(router: Router) {
        self.router = router
        inputBound = UnfinishedInput(
            in: router.incoming.part(of: MemoryRoom.Part.ofNobody), longest: LineRequest.longestLine)
    }

    func channelActive(context: ChannelHandlerContext) {
        router.feed.counters.openConnections += 1
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.now + Self.patience
        timer = context.eventLoop.scheduleTask(deadline: deadline) {
            let (detection, context) = bound.value
            detection.refuse(.timeout, context)
        }
        PeerCredentials.ofPeer(at: context.channel).whenComplete { result in
            let (detection, context) = bound.value
            guard case .identifying = detection.state else { return }
            do throws(RequestError) {
                guard let peer = try? result.get() else { throw .forbidden }
                detection.peer = peer
                detection.inputBound.room = detection.router.incoming.part(of: peer.userID)
                try detection.router.accessControl.enter(context.channel, from: peer)
                detection.state = .reading(.success(peer))
            } catch {
                detection.state = .reading(.failure(error))
                // At once: connections that wait for their first line are what there are too many of.
                guard detection.router.accessControl.turnAway(context.channel) else {
                    return detection.refuse(error, context)
                }
            }
            detection.readLine(context)
            guard detection.inputIsComplete, case .handedOver = detection.state else { return }
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .identifying, .reading:
            var bytes = unwrapInboundIn(data)
            guard inputBound.add(bytes.readableBytes) else { return refuse(.tooManyLongRequests, context) }
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
        let share = inputBound.end()
        state = .handedOver
        do {
            switch Dialect(of: line, isComplete: true) {
            case .lines:
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                try context.pipeline.syncOperations.addHandler(LineConnection(line, holding: share, from: peer, router))
            case .http:
                try HTTPConnection(from: peer, router, firstHeadBy: deadline).add(to: context.pipeline)
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
        router.feed.counters.count(nil, error)
        let line = input.readableBytesView.prefix { $0 != UInt8(ascii: "\n") }
        let answer = Dialect(of: line, isComplete: line.count < input.readableBytes).bytes(of: error)
        input = ByteBuffer()
        _ = inputBound.end()
        // The refusals that one user leaves unread have a bound, too.
        if let peer, !router.accessControl.mayBeTold(peer.userID) { return context.close(promise: nil) }
        context.send(answer) { self.close(context: context, mode: .all, promise: nil) }
    }

    /// What the client has not read yet is counted as its user's, whichever handler closes.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all, let peer { router.accessControl.unread.keep(context.channel, of: peer.userID) }
        context.close(mode: mode, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        router.feed.counters.openConnections -= 1
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the client: nothing to save, nobody to tell.
        context.close(promise: nil)
    }
}
