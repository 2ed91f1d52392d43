import NIOCore
import PlacemarkModel

/// The connections that `watch`, and what each is sent. Lives on one event loop.
///
/// The kernel's buffer is the only one. While it is full a subscriber loses events, never memory: no more than the rest of
/// one write is kept for it, and when that has gone it gets the present state instead of what it missed. One that stays
/// full is cut off.
final class Subscribers {
    /// How long a buffer may stay full: a client that has not read for that long is stopped, and not slow.
    static let patience = TimeAmount.seconds(10)
    /// How many are told before the event loop looks after everybody else: about a millisecond's work.
    static let slice = 512
    /// How many places of events wait for the end of a round: each event has two, one for each precision.
    static let mostWaiting = 2 * Publications.mostEvents
    /// How long the loop may look. Not zero: NIO runs all tasks that are due before it looks at its sockets again.
    static let pause = TimeAmount.microseconds(20)

    private enum State {
        /// The kernel has taken all. Can transition to: full.
        case ready
        /// A rest waits for room, and nothing has been missed. Can transition to: behind, ready.
        case full
        /// A rest waits for room, and then the present state must follow. Can transition to: full, ready.
        case behind
    }

    /// What it takes to tell a subscriber something. Plain numbers, so that thousands are close together in memory.
    private struct Subscriber {
        let id: ObjectIdentifier
        let socket: DirectSocket?
        var audience: Audience
        var state = State.full
        /// The last publication that it was sent.
        var lastPublication: Int
    }

    private struct Connection {
        let context: ChannelHandlerContext
        /// Where the subscriber is in the list.
        var place: Int
        var cutOff: Scheduled<Void>?
    }

    /// Events on their way to all subscribers, from the last in the list to the first: the one that takes the place of
    /// one that has gone has had them, or is told apart by `lastPublication`.
    private struct Round {
        let publication: Int
        var lines: EventLines
        var left: Int
    }

    /// What became of those that do not keep up. No number goes down.
    struct Counters: Hashable, Sendable {
        /// Subscribers that were cut off.
        var cutOff = 0
        /// Events that a subscriber was not sent; each counts for each subscriber.
        var missedEvents = 0
    }

    private let present: (Audience) -> ByteBuffer
    private let beforeTelling: () -> Void
    private(set) var counters = Counters()
    private var subscribers: [Subscriber] = []
    private var connections: [ObjectIdentifier: Connection] = [:]
    /// Counts what has been published.
    private var publication = 0
    private var round: Round?
    /// What was published during a round.
    private var waiting: [EventJournal.Entry] = []
    /// The readers for whom something of it has been lost.
    private var gaps: Set<Precision> = []

    /// - Parameters:
    ///   - present: the present state, as an audience gets it.
    ///   - beforeTelling: called before anybody is told anything some time after it has happened.
    init(present: @escaping (Audience) -> ByteBuffer, beforeTelling: @escaping () -> Void = {}) {
        self.present = present
        self.beforeTelling = beforeTelling
    }

    var isEmpty: Bool { subscribers.isEmpty }
    var count: Int { subscribers.count }

    /// Sends the present state, and from now on events.
    ///
    /// - Parameters:
    ///   - context: of the handler that speaks to the client. Nothing that it writes itself may follow. It must remove the
    ///     subscriber when it becomes inactive.
    ///   - greeting: what is sent instead of the present state.
    func add(_ context: ChannelHandlerContext, to audience: Audience, greeting: ByteBuffer? = nil) {
        let id = ObjectIdentifier(context.channel)
        connections[id] = Connection(context: context, place: subscribers.count)
        subscribers.append(
            Subscriber(
                id: id, socket: DirectSocket(of: context.channel), audience: audience, lastPublication: publication))
        queue(greeting ?? present(audience), for: id)
    }

    func remove(_ channel: any Channel) {
        guard let connection = connections.removeValue(forKey: ObjectIdentifier(channel)) else { return }
        connection.cutOff?.cancel()
        let last = subscribers.removeLast()
        guard last.id != ObjectIdentifier(channel) else { return }
        subscribers[connection.place] = last
        connections[last.id]?.place = connection.place
    }

    /// Sends the events to all that have room for them, as far as they want them.
    ///
    /// With many subscribers that takes a while, and what comes meanwhile goes out together afterwards. A subscriber that
    /// comes meanwhile may be told of an event that is in its present state already.
    ///
    /// - Parameter gaps: the readers for whom other events have been lost: they get the present state.
    func send(_ entries: [EventJournal.Entry], gaps: Set<Precision> = []) {
        publication += 1
        waiting += entries
        self.gaps.formUnion(gaps)
        if waiting.count > Self.mostWaiting {
            self.gaps.formUnion(waiting.map(\.precision))
            waiting = []
        }
        if round == nil { startRound() }
    }

    /// What a connection is told as a subscriber; nil when it is none.
    func precision(of channel: any Channel) -> Precision? {
        connections[ObjectIdentifier(channel)].map { subscribers[$0.place].audience.precision }
    }

    /// Sends a subscriber, if it is one, the present state and then events of this precision.
    func setPrecision(_ precision: Precision, of channel: any Channel) {
        guard let connection = connections[ObjectIdentifier(channel)] else { return }
        subscribers[connection.place].audience = subscribers[connection.place].audience.allowed(precision)
        sendPresentState(to: connection.place)
    }

    /// Sends something that is not an event to a subscriber that has room for it.
    ///
    /// - Parameter heartbeat: the bytes for one that has been told everything, or that has still to be told something.
    func sendAside(_ heartbeat: (_ hasEverything: Bool) -> ByteBuffer, to channel: any Channel) {
        let id = ObjectIdentifier(channel)
        guard let connection = connections[id], subscribers[connection.place].state == .ready else { return }
        queue(heartbeat(round == nil), for: id)
    }

    private func startRound() {
        let lines = EventLines(waiting, gaps: gaps, present: present)
        round = Round(publication: publication, lines: lines, left: subscribers.count)
        waiting = []
        gaps = []
        continueRound()
    }

    private func continueRound() {
        beforeTelling()
        guard var round else { return }
        self.round = nil
        var left = min(round.left, subscribers.count)
        let end = max(0, left - Self.slice)
        while left > end {
            left -= 1
            tell(left, &round)
        }
        round.left = left
        if left > 0, let eventLoop = subscribers.first.flatMap({ connections[$0.id] })?.context.eventLoop {
            self.round = round
            eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.continueRound() }
        } else if !waiting.isEmpty || !gaps.isEmpty {
            startRound()
        }
    }

    private func tell(_ place: Int, _ round: inout Round) {
        guard subscribers[place].lastPublication < round.publication else { return }
        subscribers[place].lastPublication = round.publication
        let lines = round.lines.lines(for: subscribers[place].audience)
        guard lines.count > 0 else { return }
        var bytes = lines.bytes
        guard subscribers[place].state == .ready else {
            subscribers[place].state = .behind
            counters.missedEvents += lines.count
            return
        }
        if let socket = subscribers[place].socket { bytes.moveReaderIndex(forwardBy: socket.write(bytes)) }
        if bytes.readableBytes > 0 { queue(bytes, for: subscribers[place].id) }
    }

    /// Leaves it to the channel to send what the kernel has no room for.
    private func queue(_ bytes: ByteBuffer, for id: ObjectIdentifier) {
        guard let connection = connections[id] else { return }
        let context = connection.context
        subscribers[connection.place].state = .full
        connections[id]?.cutOff = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            self.counters.cutOff += 1
            context.close(promise: nil)
        }
        context.writeAndFlush(NIOAny(bytes)).assumeIsolated().whenSuccess { self.hasRoom(id) }
    }

    /// What was queued has gone.
    private func hasRoom(_ id: ObjectIdentifier) {
        beforeTelling()
        guard let connection = connections[id] else { return }
        connection.cutOff?.cancel()
        connections[id]?.cutOff = nil
        let state = subscribers[connection.place].state
        subscribers[connection.place].state = .ready
        if state == .behind { sendPresentState(to: connection.place) }
    }

    /// Now, or when what is queued has gone.
    private func sendPresentState(to place: Int) {
        guard subscribers[place].state == .ready else {
            subscribers[place].state = .behind
            return
        }
        subscribers[place].lastPublication = publication
        queue(present(subscribers[place].audience), for: subscribers[place].id)
    }
}
