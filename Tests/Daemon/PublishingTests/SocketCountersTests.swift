import NIOCore
import NIOEmbedded
import LocationEngine
import PlacemarkModel
import Testing

@testable import Publishing

@Suite("What the socket counts")
struct SocketCountersTests {
    private let feed: StatusFeed
    private let router: Router
    private let owner = PeerCredentials(userID: 500, groupIDs: [])

    init() {
        feed = StatusFeed(Snapshots.empty, track: nil, now: { at(3) })
        router = Router(
            feed: feed, access: Access(preciseGroup: nil, reducedGroup: nil, ownUserID: 500), requests: nil)
    }

    private func ask(_ line: String, as peer: PeerCredentials? = nil) throws {
        let connection = LineConnection(Array(line.utf8), from: peer ?? owner, router)
        _ = try EmbeddedChannel(handler: connection).finish(acceptAlreadyClosed: true)
    }

    @Test("each request is counted once, by its word and how it ended")
    func requests() throws {
        for line in ["help", "help", "status", "", "city", "visits extra", "reverse 1 2", "nonsense", "\u{1}", "watch"]
        {
            try ask(line)
        }
        let expected: [String: [SocketCounters.Outcome: Int]] = [
            "help": [.answered: 2], "status": [.answered: 2], "city": [.nothing: 1], "reverse": [.refused: 1],
            "watch": [.answered: 1], SocketCounters.unknownRequest: [.refused: 3],
        ]
        #expect(feed.counters.requests == expected)
        #expect(feed.counters.connections == [.lines: 10])
        #expect(feed.counters.refused.isEmpty)
    }

    @Test("a wait is counted when it ends, and is seen while it lasts; a client that goes is not counted")
    func waits() throws {
        let channel = EmbeddedChannel(
            handler: LineConnection(Array("location wait 5s".utf8), from: owner, router), loop: EmbeddedEventLoop())
        #expect(feed.metrics(.precise).waitingRequests == 1)
        #expect(feed.counters.requests.isEmpty)
        channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(feed.metrics(.precise).waitingRequests == 0)
        #expect(feed.counters.requests == ["location": [.nothing: 1]])
        _ = try channel.finish(acceptAlreadyClosed: true)

        try ask("location wait 5s")
        #expect(feed.counters.requests == ["location": [.nothing: 1]])
    }

    @Test("a user that may know nothing is refused, and has made no request")
    func forbidden() throws {
        try ask("status", as: PeerCredentials(userID: 501, groupIDs: [1, 2]))
        #expect(feed.counters.refused == [.forbidden: 1])
        #expect(feed.counters.requests.isEmpty)
        #expect(feed.counters.connections.isEmpty)
    }

    @Test("connections are open until they close, and are refused for a reason")
    func connections() throws {
        func connect() throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(handler: DialectDetection(router: router))
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
            return channel
        }
        let (silent, long) = (try connect(), try connect())
        #expect(feed.counters.openConnections == 2)
        silent.embeddedEventLoop.advanceTime(by: .seconds(6))
        try long.writeInbound(ByteBuffer(repeating: UInt8(ascii: "x"), count: 5000))
        #expect(feed.counters.refused == [.timeout: 1, .tooLong: 1])
        for channel in [silent, long] { _ = try channel.finish(acceptAlreadyClosed: true) }
        #expect(feed.counters.openConnections == 0)
    }

    @Test("events that are dropped on their way to the event loop are counted, and those that come are not")
    func backlog() {
        var publications = Publications(snapshot: Snapshots.cupertino)
        let event = Event(.rejected(.duplicate), at: at(3), elapsed: .zero)
        for _ in 0..<Publications.mostEvents + 7 {
            _ = publications.add(Publication(snapshot: Snapshots.cupertino, events: [event]))
        }
        feed.take(publications.take())
        #expect(feed.counters.lostEvents == 7)
        _ = publications.add(Publication(snapshot: Snapshots.cupertino, events: [event]))
        feed.take(publications.take())
        #expect(feed.counters.lostEvents == 7)
    }

    @Test("a subscriber that does not read misses events, and is cut off; both are counted")
    func slowReader() throws {
        let kernel = FullKernel()
        let channel = EmbeddedChannel(handlers: [kernel, LineConnection(Array("watch".utf8), from: owner, router)])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        let publications = Snapshots.publications([(.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2)])
        func publish() {
            for publication in publications {
                var pending = Publications(snapshot: publication.snapshot)
                _ = pending.add(publication)
                feed.take(pending.take())
            }
        }
        publish()
        #expect(feed.subscribers.counters == .init())
        #expect(feed.metrics(.precise).subscriberCount == 1)
        kernel.isFull = true
        // The first of it is on its way when the rest comes.
        publish()
        let events = publications.flatMap(\.events).count {
            EventReport($0, precision: .precise, filter: .all) != nil
        }
        let first = publications[0].events.count { EventReport($0, precision: .precise, filter: .all) != nil }
        #expect(feed.subscribers.counters.missedEvents == events - first)
        channel.embeddedEventLoop.advanceTime(by: .seconds(11))
        #expect(feed.subscribers.counters.cutOff == 1)
        #expect(feed.metrics(.precise).subscriberCount == 0)
    }
}

/// Takes no bytes while it is full.
private final class FullKernel: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    var isFull = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !isFull { context.write(data, promise: promise) }
    }
}
