import NIOCore
import PlacemarkModel

/// One connection in the line dialect: answers its line, and closes; or stays, for `watch` and `observe`.
final class LineConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What was asked, until it is understood.
    private var line: [UInt8]
    /// The memory of a long line, until it is answered.
    private var share: MemoryShare?
    private let peer: PeerCredentials
    private let router: Router
    /// What is asked for, once it is understood.
    private var word: LineRequest.Word?
    private var isDone = false
    /// Whether what is being answered is for precise readers alone.
    private var isPreciseOnly = false
    /// What another part of the daemon is asked for: a client that leaves takes it along.
    private var asking: Task<Void, Never>?
    /// What comes behind the request of one who observes.
    private var intake: ObservationIntake?

    /// - Parameters:
    ///   - line: without its newline.
    ///   - share: of its memory.
    init(_ line: [UInt8], holding share: MemoryShare? = nil, from peer: PeerCredentials, _ router: Router) {
        self.line = line
        self.share = share
        self.peer = peer
        self.router = router
    }

    func handlerAdded(context: ChannelHandlerContext) {
        do throws(RequestError) {
            guard let precision = router.precision(of: peer) else { throw .forbidden }
            router.feed.counters.connections[.lines, default: 0] += 1
            let asked = try LineRequest(parsing: line)
            line = []
            word = asked.word
            let request = try asked.request()
            isPreciseOnly = request.isPreciseOnly
            answer(try router.reply(to: request, precision: precision, from: peer), precision, context)
        } catch {
            finish(.failure(error), context)
        }
    }

    private func answer(_ reply: Reply, _ precision: Precision, _ context: ChannelHandlerContext) {
        switch reply {
        case .now(let answer): finish(.success(answer.bytes), context)
        case .later(let share, let answer):
            answerLater(context, holding: share) { () async throws(RequestError) in try await answer().bytes }
        case .wait(let wait):
            router.wait(wait, precision: precision, for: context.channel) { result in
                self.finish(result.map(\.bytes), context)
            }
        case .pieces(_, let pieces):
            let (channel, userID) = (context.channel, peer.userID)
            let feed = NIOLoopBound(router.feed, eventLoop: context.eventLoop)
            answerLater(context) { () async throws(RequestError) in
                try await pieces { await channel.send($0, to: userID, of: feed) }
                return []
            }
        case .watch(let filter):
            share = nil
            router.feed.counters.count(.watch)
            router.feed.subscribers.add(context, to: Audience(precision: precision, filter: filter))
        case .observe(let beacons):
            share = nil
            router.feed.counters.count(.observe)
            router.countObserver(context.channel)
            intake = ObservationIntake(for: beacons, on: context.channel, countedBy: router.feed)
        }
    }

    private func answerLater(
        _ context: ChannelHandlerContext, holding share: MemoryShare? = nil,
        _ answer: @escaping @Sendable () async throws(RequestError) -> [UInt8]
    ) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        asking = Task {
            let result: Result<[UInt8], RequestError>
            do throws(RequestError) { result = .success(try await answer()) } catch { result = .failure(error) }
            eventLoop.execute {
                let (connection, context) = bound.value
                connection.router.feed.beforeTelling()
                connection.finish(result, reserved: share, context)
            }
        }
    }

    /// Sends the last answer and closes, without waiting for the client's half of the connection.
    private func finish(
        _ result: Result<[UInt8], RequestError>, reserved: MemoryShare? = nil, _ context: ChannelHandlerContext
    ) {
        guard !isDone else { return }
        isDone = true
        self.share = nil
        do throws(RequestError) {
            let bytes = try result.get()
            let share = try router.feed.share(ofAnswer: bytes.count, to: peer.userID, reserved: reserved)
            router.feed.counters.count(word)
            context.finish(bytes, holding: share)
        } catch {
            router.feed.counters.count(word, error)
            context.finish(error.line)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What others send after their request is ignored.
        guard let intake else { return }
        if !intake.take(unwrapInboundIn(data).readableBytesView) { context.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let change = event as? AccessChange { accessChanged(to: change.precision, context) }
        context.fireUserInboundEventTriggered(event)
    }

    /// A grant has begun or ended while this connection watches, waits, or is being answered.
    private func accessChanged(to precision: Precision?, _ context: ChannelHandlerContext) {
        guard !isDone else { return }
        if let precision, precision == .precise || !isPreciseOnly {
            return router.feed.setPrecision(precision, of: context.channel)
        }
        // At once: a client that does not read must not keep the connection open, nor get what waits in its buffer.
        isDone = true
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: RequestError.accessHasEnded.line)), promise: nil)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isDone = true
        asking?.cancel()
        intake?.end()
        router.feed.subscribers.remove(context.channel)
        router.feed.locationWaits.remove(context.channel)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the client: nothing to save, nobody to tell.
        context.close(promise: nil)
    }
}
