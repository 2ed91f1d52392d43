import NIOCore
import PlacemarkCore

/// One connection: finds out who it is, reads one line, answers, and closes; or stays, for `watch`.
final class LineConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client may take for its request line.
    static let requestDeadline = TimeAmount.seconds(5)

    private enum State {
        /// The kernel is being asked who the peer is. Can transition to: reading, done.
        case identifying
        /// A line is coming in, from a peer that may know this much, or nothing. Can transition to: answering,
        /// watching, done.
        case reading(Precision?)
        /// Another room is being asked, its answer goes out in pieces, or a location is waited for. Can transition to:
        /// done.
        case answering
        /// Events go out. Can transition to: done.
        case watching
        /// The last answer is on its way.
        case done
    }

    private let feed: StatusFeed
    private let access: Access
    private let requests: Requests?
    private var state = State.identifying
    private var input = ByteBuffer()
    private var inputIsComplete = false
    private var deadline: Scheduled<Void>?

    init(feed: StatusFeed, access: Access, requests: Requests?) {
        self.feed = feed
        self.access = access
        self.requests = requests
    }

    func channelActive(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: Self.requestDeadline) {
            let (connection, context) = bound.value
            connection.refuse(.timeout, context)
        }
        PeerCredentials.ofPeer(at: context.channel).whenComplete { result in
            let (connection, context) = bound.value
            connection.identified(try? result.get(), context)
        }
    }

    private func identified(_ peer: PeerCredentials?, _ context: ChannelHandlerContext) {
        guard case .identifying = state else { return }
        state = .reading(peer.flatMap(access.precision))
        readLine(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .identifying, .reading:
            var bytes = unwrapInboundIn(data)
            input.writeBuffer(&bytes)
            readLine(context)
        case .answering, .watching, .done: break  // What a client says after its request is nobody's business.
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            inputIsComplete = true
            readLine(context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func readLine(_ context: ChannelHandlerContext) {
        let view = input.readableBytesView
        let end = view.firstIndex(of: UInt8(ascii: "\n"))
        guard (end ?? view.endIndex) - view.startIndex <= LineRequest.longestLine else {
            return refuse(.lineTooLong, context)
        }
        guard case .reading(let precision) = state, end != nil || inputIsComplete else { return }
        // Only now: a client that finds its connection closed before it has spoken may never read why.
        guard let precision else { return refuse(.forbidden, context) }
        var line = view[..<(end ?? view.endIndex)]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        do throws(LineError) {
            let request = try LineRequest(parsing: line)
            let wait = request.word == .location ? try LocationWait(parsing: request.arguments) : nil
            deadline?.cancel()
            input = ByteBuffer()
            if let wait { return answerInTime(wait, precision, context) }
            if request.word == .track, let track = feed.track {
                return try answer(TrackQuery(parsing: request.arguments), of: track, precision, context)
            }
            if request.word == .regions, let regions = requests?.regions {
                guard precision == .precise else { throw .preciseOnly(request.word.rawValue) }
                let request = try RegionsRequest(parsing: request.arguments)
                answerLater(context) { () async throws(LineError) in try await request.answer(regions) }
                return
            }
            let answer = try LineAnswer.answer(to: request, feed.status(precision), visits: feed.visits)
            if request.word == .watch {
                state = .watching
                feed.subscribers.add(
                    context.channel, precision: precision, subscription: try Self.subscription(request.arguments))
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
            } else {
                finish(answer, context)
            }
        } catch {
            refuse(error, context)
        }
    }

    private static func subscription(_ arguments: String) throws(LineError) -> Subscription {
        guard !arguments.isEmpty else { return .all }
        guard let subscription = Subscription(rawValue: arguments) else {
            throw .badRequest("'watch' takes 'significant', or nothing")
        }
        return subscription
    }

    /// Answers with the best location that comes in time.
    private func answerInTime(_ wait: LocationWait, _ precision: Precision, _ context: ChannelHandlerContext) {
        state = .answering
        feed.wait(wait, precision: precision, for: context.channel) { self.finish($0, context) }
    }

    /// Answers as soon as another room has: for what is not in the published state.
    func answerLater(
        _ context: ChannelHandlerContext, _ answer: @escaping @Sendable () async throws(LineError) -> [UInt8]
    ) {
        state = .answering
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        Task {
            let bytes: [UInt8]
            do throws(LineError) { bytes = try await answer() } catch { bytes = error.line }
            eventLoop.execute {
                let (connection, context) = bound.value
                connection.finish(bytes, context)
            }
        }
    }

    private func refuse(_ error: LineError, _ context: ChannelHandlerContext) {
        finish(error.line, context)
    }

    /// Sends the last answer and closes, without waiting for the client's half of the connection.
    private func finish(_ answer: [UInt8], _ context: ChannelHandlerContext) {
        if case .done = state { return }
        state = .done
        deadline?.cancel()
        input = ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        feed.subscribers.writabilityChanged(of: context.channel) { feed.status($0) }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        feed.subscribers.remove(context.channel)
        feed.oneShots.remove(context.channel)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the client: nothing to save, nobody to tell.
        context.close(promise: nil)
    }
}
