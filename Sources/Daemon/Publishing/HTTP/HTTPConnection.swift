import NIOCore
import NIOHTTP1
import PlacemarkModel

/// One connection in the HTTP dialect: answers one request after the other, in order, until either side ends it, or
/// becomes a stream of events.
final class HTTPConnection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client may take to close its side after the last answer. What it sends meanwhile is thrown away: if
    /// the connection were closed on it, it might take that for an error, and not look at the answer.
    static let patienceForEnd = TimeAmount.seconds(2)
    /// Requests that may wait for the answers to those before them. A client that sends more gets no answer to the
    /// rest. Programs that pipeline send a handful; a head that waits may keep 16 KiB.
    static let mostWaiting = 64

    private enum State {
        /// Nothing is being answered. Can transition to: answering, ending.
        case listening
        /// An answer is being made or on its way. Can transition to: listening, streaming, ending.
        case answering
        /// Events go out, and what comes in is thrown away. Can transition to: ending.
        case streaming
        /// The last answer is out.
        case ending
    }

    let peer: PeerCredentials
    let router: Router
    private var state = State.listening
    private let headBound: HTTPHeadBound
    private var intake: HTTPIntake
    private var waiting: [HTTPIntake.Step] = []
    /// Whether nothing that comes in is looked at any more.
    private var isInputOver = false
    private var isReadHeld = false
    /// Whether what is being answered is for precise readers alone.
    var isPreciseOnly = false
    private var isAdvancing = false
    private var patience: HTTPPatience
    private var timer: Scheduled<Void>?
    /// What the rest of the daemon is asked for: a client that leaves takes it along.
    var asking: Task<Void, Never>?

    /// - Parameter deadline: when the head of the first request has to be complete.
    init(from peer: PeerCredentials, _ router: Router, firstHeadBy deadline: NIODeadline) {
        self.peer = peer
        self.router = router
        let room = router.incoming.part(of: peer.userID)
        headBound = HTTPHeadBound(room)
        intake = HTTPIntake(room)
        patience = HTTPPatience(firstHeadBy: deadline)
    }

    /// Adds the parser, and the connection behind it.
    func add(to pipeline: ChannelPipeline) throws {
        let parser = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: HTTPLimits.ofParser)
        try pipeline.syncOperations.addHandlers([headBound, ByteToMessageHandler(parser), self])
    }

    func handlerAdded(context: ChannelHandlerContext) {
        router.feed.counters.connections[.http, default: 0] += 1
        advance(context)
    }

    // MARK: What comes in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let share = headBound.partCame()
        guard !isInputOver else { return }
        let part = unwrapInboundIn(data)
        patience.partCame()
        let step = intake.take(part, holding: share, from: router.precision(of: peer))
        guard let step else { return advance(context) }
        take(step, context)
    }

    private func take(_ step: HTTPIntake.Step, _ context: ChannelHandlerContext) {
        waiting.append(step)
        if case .refuse = step { isInputOver = true }
        if waiting.count == Self.mostWaiting { isInputOver = true }
        advance(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is HTTPParserError: if !isInputOver { take(.refuse(HTTPRefusal(error), nil), context) }
        // The parser takes no more after its first error: what comes is thrown away, as after any last request.
        case is ByteToMessageDecoderError: break
        // A reset by the client: nothing to save, nobody to tell.
        default: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case HTTPHeadBound.Arrival.bytes:
            patience.bytesCame()
            advance(context)
        case HTTPHeadBound.Arrival.tooMuch: if !isInputOver { take(.refuse(.tooManyLongRequests, nil), context) }
        case let event as ChannelEvent where event == .inputClosed:
            isInputOver = true
            if case .ending = state { context.close(promise: nil) }
            advance(context)
        case let change as AccessChange: accessChanged(to: change.precision, context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// A grant has begun or ended. A client that is just being told what it may no longer know is cut off at once; each new
    /// request is checked anyway.
    private func accessChanged(to precision: Precision?, _ context: ChannelHandlerContext) {
        guard state == .answering || state == .streaming else { return }
        if let precision, precision == .precise || !isPreciseOnly {
            router.feed.setPrecision(precision, of: context.channel)
        } else {
            context.close(promise: nil)
        }
    }

    /// Reads no more from a client that asks faster than it is answered.
    func read(context: ChannelHandlerContext) {
        isReadHeld = state == .answering && !waiting.isEmpty
        if !isReadHeld { context.read() }
    }

    /// Does what there is to do.
    private func advance(_ context: ChannelHandlerContext) {
        guard !isAdvancing else { return }
        isAdvancing = true
        while state == .listening, !waiting.isEmpty { perform(waiting.removeFirst(), context) }
        isAdvancing = false
        if state == .listening {
            if isInputOver { end(context) } else if isReadHeld { read(context: context) }
        }
        let isWaiting = state == .listening && !isInputOver
        let part = isWaiting ? (intake.head == nil ? HTTPPatience.Part.head : .body) : .nothing
        guard patience.wait(for: part, at: context.eventLoop.now), state != .ending else { return }
        timer?.cancel()
        timer = patience.deadline.map { deadline in
            context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.timeIsOver(context) }
        }
    }

    private func timeIsOver(_ context: ChannelHandlerContext) {
        if patience.isIdle {
            context.close(promise: nil)
        } else {
            take(.refuse(.request(.timeout), intake.head), context)
        }
    }

    private func perform(_ step: HTTPIntake.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .leaveToContinue:
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
        case .refuse(let refusal, let head, _):
            state = .answering
            router.feed.counters.count(nil, refusal.requestError)
            let response = head?.response(refusal) ?? HTTPResponse(refusal)
            send(response.bytes(keepsAlive: false, isHead: head?.method == .HEAD), keepsAlive: false, context)
        case .answer(let request):
            state = .answering
            if !request.keepsAlive { isInputOver = true }
            answer(request, context)
        }
    }

    // MARK: What goes out

    /// Sends the head of a stream, and leaves the rest to it.
    func begin(_ stream: EventStream, _ head: [UInt8], _ context: ChannelHandlerContext) {
        state = .streaming
        isInputOver = true
        waiting = []
        context.write(wrapOutboundOut(ByteBuffer(bytes: head)), promise: nil)
        do {
            try context.pipeline.syncOperations.addHandler(stream, position: .after(self))
        } catch {
            context.close(promise: nil)
        }
    }

    func send(
        _ response: HTTPResponse, holding share: MemoryShare? = nil, to request: HTTPRequest,
        _ context: ChannelHandlerContext
    ) {
        let keepsAlive = keepsAlive(request)
        let bytes = response.bytes(
            keepsAlive: keepsAlive, isToldSo: request.isOfVersion10, isHead: request.isHead)
        send(bytes, holding: share, keepsAlive: keepsAlive, context)
    }

    /// Whether another answer may follow.
    func keepsAlive(_ request: HTTPRequest) -> Bool {
        request.keepsAlive && !(isInputOver && waiting.isEmpty)
    }

    /// Sends the rest of an answer. The next one is made when the kernel has taken this one, so that no client can have
    /// more than one of them in memory.
    func send(
        _ bytes: [UInt8], holding share: MemoryShare? = nil, keepsAlive: Bool, _ context: ChannelHandlerContext
    ) {
        guard state == .answering else { return }
        context.send(bytes, holding: share) { self.isSent(keepsAlive: keepsAlive, context) }
    }

    func isSent(keepsAlive: Bool, _ context: ChannelHandlerContext) {
        guard state == .answering else { return }
        state = .listening
        if !keepsAlive {
            isInputOver = true
            waiting = []
        }
        advance(context)
    }

    /// Closes this side, and soon the other.
    private func end(_ context: ChannelHandlerContext) {
        state = .ending
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        timer?.cancel()
        timer = context.eventLoop.scheduleTask(in: Self.patienceForEnd) { channel.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        state = .ending
        isInputOver = true
        timer?.cancel()
        asking?.cancel()
        router.feed.locationWaits.remove(context.channel)
        context.fireChannelInactive()
    }
}
