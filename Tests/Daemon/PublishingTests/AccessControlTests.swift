import NIOCore
import NIOEmbedded
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestConditions
import Testing

/// One event loop, one clock, and connections of different users on them.
@Suite("Access control")
struct AccessControlTests {
    private final class Clock: @unchecked Sendable { var now = at(100) }

    private let loop = EmbeddedEventLoop()
    private let clock = Clock()
    private let feed: StatusFeed
    private let router: Router
    private let log = LogRecorder()

    private let root = PeerCredentials(userID: 0, groupIDs: [])
    /// Of the group that may know the city.
    private let alice = PeerCredentials(userID: 1000, groupIDs: [50])
    /// Of no group at all.
    private let mallory = PeerCredentials(userID: 2000, groupIDs: [])

    init() {
        let clock = clock
        feed = StatusFeed(Snapshots.cupertino, track: nil, now: { clock.now })
        let regions = LiveQueries.Regions(
            // Whoever asks, waits.
            page: { _ in await withUnsafeContinuation { (_: UnsafeContinuation<RegionPage, Never>) in } },
            features: { _ in RegionFeaturePage(features: []) }, report: { _ in nil }, change: { _ in })
        router = Router(
            feed: feed, access: Access(preciseGroup: 60, reducedGroup: 50, ownUserID: 70),
            requests: LiveQueries(regions: regions), connectionsPerUser: 3, log: log.logger)
    }

    /// A connection that has come in and said a line.
    private func connect(_ peer: PeerCredentials, _ line: String) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        // Active, as a connection that was accepted is.
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/test"), promise: nil)
        try router.accessControl.enter(channel, from: peer)
        try channel.pipeline.syncOperations.addHandler(LineConnection(Array(line.utf8), from: peer, router))
        return channel
    }

    /// A connection that has come in and asked over HTTP.
    private func connectHTTP(_ peer: PeerCredentials, _ path: String) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/test"), promise: nil)
        try router.accessControl.enter(channel, from: peer)
        try HTTPConnection(from: peer, router, firstHeadBy: loop.now + HTTPPatience.forHead).add(to: channel.pipeline)
        try channel.writeInbound(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        return channel
    }

    private func read(_ channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
        return text
    }

    private func ask(_ peer: PeerCredentials, _ line: String) throws -> String { try read(connect(peer, line)) }

    private func advance(by seconds: Double) {
        clock.now = clock.now.advanced(by: .seconds(seconds))
        loop.advanceTime(by: .nanoseconds(Int64(seconds * 1e9)))
    }

    @Test("root gives precise access for a time, and it ends by itself; all of it is logged")
    func life() throws {
        #expect(try ask(alice, "status").contains(#""precision":"reduced""#))
        #expect(
            try ask(root, "grant 1000 10m find the van")
                == #"{"duration":600,"purpose":"find the van","remaining":600,"user":1000}"# + "\n")
        #expect(try ask(alice, "status").contains(#""precision":"precise""#))
        advance(by: 599)
        #expect(try ask(alice, "status").contains(#""precision":"precise""#))
        advance(by: 1)
        #expect(try ask(alice, "status").contains(#""precision":"reduced""#))
        #expect(log.lines == ["notice: precise access granted", "notice: precise access has ended"])
    }

    @Test("the list shows root all grants, and another user its own")
    func list() throws {
        _ = try ask(root, "grant 1000 10m one")
        _ = try ask(root, "grant 2000 5m two")
        #expect(
            try ask(root, "grants") == """
                {"grants":[{"duration":300,"purpose":"two","remaining":300,"user":2000},\
                {"duration":600,"purpose":"one","remaining":600,"user":1000}]}

                """)
        advance(by: 60)
        #expect(
            try ask(alice, "grants")
                == #"{"grants":[{"duration":600,"purpose":"one","remaining":540,"user":1000}]}"# + "\n")
    }

    @Test("nobody but root grants or revokes, not even who has a grant (fault 50)")
    func rootOnly() throws {
        let own = PeerCredentials(userID: 70, groupIDs: [60])
        _ = try ask(root, "grant 1000 10m van")
        for peer in [alice, own] {
            #expect(try ask(peer, "grant 1000 24h more") == "error: forbidden: 'grant' is for root alone\n")
            #expect(try ask(peer, "revoke 1000") == "error: forbidden: 'revoke' is for root alone\n")
        }
        #expect(try ask(root, "revoke 1000") == #"{"revoked":true,"user":1000}"# + "\n")
        #expect(try ask(root, "revoke 1000").hasPrefix("error: unknown-grant: there is no grant for user 1000"))
    }

    @Test("who watches is told more when a grant begins, and the present state and less when it ends")
    func watching() throws {
        let watcher = try connect(alice, "watch")
        #expect(try read(watcher).contains(#""precision":"reduced""#))
        _ = try ask(root, "grant 1000 10m van")
        #expect(try read(watcher).contains(#""precision":"precise""#))
        let publications = Snapshots.publications([(.source(.fix(Snapshots.fix)), 2)])
        func publish() throws -> String {
            for publication in publications {
                feed.take(Publications(snapshot: publication.snapshot, events: publication.events))
            }
            return try read(watcher)
        }
        #expect(try publish().contains("37.3318"))
        _ = try ask(root, "revoke 1000")
        #expect(try read(watcher).contains(#""precision":"reduced""#))
        #expect(try !publish().contains("37.3318"))
        #expect(watcher.isActive)
    }

    @Test("who may know nothing without the grant is cut off at its end, in the middle of a watch or a wait")
    func cutOff() throws {
        _ = try ask(root, "grant 2000 3m van")
        let watcher = try connect(mallory, "watch")
        let waiter = try connect(mallory, "location wait 300s")
        #expect(try read(watcher).contains(#""precision":"precise""#))
        advance(by: 180)
        for channel in [watcher, waiter] {
            #expect(try read(channel) == "error: forbidden: the grant of precise access has ended\n")
            #expect(!channel.isActive)
        }
        #expect(feed.subscribers.isEmpty && feed.locationWaits.isEmpty)
    }

    @Test("a grant that ends while an answer for precise readers is being made ends the connection (fault 50)")
    func cutOffAnswer() throws {
        _ = try ask(root, "grant 1000 3m van")
        let lines = try connect(alice, "regions")
        let http = try connectHTTP(alice, "/v1/regions")
        #expect(lines.isActive && http.isActive)
        advance(by: 180)
        #expect(try read(lines).hasPrefix("error: forbidden: "))
        #expect(try read(http) == "")
        #expect(!lines.isActive && !http.isActive)
    }

    @Test("a stream of events over HTTP knows less when the grant ends (fault 50)")
    func stream() throws {
        _ = try ask(root, "grant 1000 3m van")
        let stream = try connectHTTP(alice, "/v1/events")
        #expect(try read(stream).contains(#""precision":"precise""#))
        advance(by: 180)
        let text = try read(stream)
        #expect(text.contains(#""precision":"reduced""#) && !text.contains("37.3318"), "\(text)")
    }

    @Test("the end of a grant comes on time also when nobody was there at the end of the one before")
    func secondEnd() throws {
        _ = try ask(root, "grant 1000 1m van")
        _ = try ask(root, "grant 2000 3m van")
        advance(by: 60)
        let watcher = try connect(mallory, "watch")
        advance(by: 120)
        #expect(try read(watcher).contains("error: forbidden: "))
        #expect(!watcher.isActive)
    }

    @Test("a wait becomes one of reduced precision when the grant ends")
    func waiting() throws {
        _ = try ask(root, "grant 1000 10m van")
        let waiter = try connect(alice, "location wait 300s accuracy 1m")
        #expect(try read(waiter).isEmpty)
        _ = try ask(root, "revoke 1000")
        var fix = Snapshots.fix
        fix.horizontalAccuracy = 0.5
        for publication in Snapshots.publications([(.source(.fix(fix)), 100)]) {
            feed.take(Publications(snapshot: publication.snapshot, events: publication.events))
        }
        advance(by: 300)
        let answer = try read(waiter)
        #expect(!answer.isEmpty && !answer.contains("37.3318"), "\(answer)")
    }

    @Test("a machine that slept past the end of a grant tells nobody anything before it is ended")
    func suspend() throws {
        _ = try ask(root, "grant 1000 10m van")
        let watcher = try connect(alice, "watch")
        _ = try read(watcher)
        // The boot-time clock has gone on, the event loop's has not.
        clock.now = at(1000)
        for publication in Snapshots.publications([(.source(.fix(Snapshots.fix)), 1000)]) {
            feed.take(Publications(snapshot: publication.snapshot, events: publication.events))
        }
        let text = try read(watcher)
        #expect(text.contains(#""precision":"reduced""#) && !text.contains("37.3318"), "\(text)")
    }

    @Test("a machine that slept past the end of a grant ends it before a wait that is over is answered (fault 50)")
    func suspendedWait() throws {
        _ = try ask(root, "grant 1000 10m van")
        let waiter = try connect(alice, "location wait 300s accuracy 1m")
        clock.now = at(1000)
        loop.advanceTime(by: .seconds(300))
        let answer = try read(waiter)
        #expect(!answer.isEmpty && !answer.contains("37.3318"), "\(answer)")
    }

    @Test("nor does a reader whose buffer was full get the present state of others (fault 50)")
    func suspendedReader() throws {
        _ = try ask(root, "grant 1000 10m van")
        let stalled = Stalled()
        let channel = EmbeddedChannel(loop: loop)
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/test"), promise: nil)
        try router.accessControl.enter(channel, from: alice)
        try channel.pipeline.syncOperations.addHandler(stalled)
        try channel.pipeline.syncOperations.addHandler(LineConnection(Array("watch".utf8), from: alice, router))
        for publication in Snapshots.publications([(.source(.fix(Snapshots.fix)), 2)]) {
            feed.take(Publications(snapshot: publication.snapshot, events: publication.events))
        }
        clock.now = at(1000)
        stalled.letThrough()
        let last = try #require(read(channel).split(separator: "\n").last)
        #expect(last.contains(#""precision":"reduced""#) && !last.contains("37.3318"), "\(last)")
    }

    @Test("a user's connections are counted until they close; other users are not concerned (fault 45)")
    func cap() throws {
        let watchers = try (0..<3).map { _ in try connect(alice, "watch") }
        #expect(throws: RequestError.tooManyConnections(limit: 3)) { try connect(alice, "city") }
        #expect(try ask(root, "city").hasPrefix("Cupertino"))
        try watchers[0].close().wait()
        loop.run()
        #expect(try ask(alice, "city").hasPrefix("Cupertino"))
    }

    @Test("some that may not come in may stay until they are told so; who has gone makes room (fault 45)")
    func turnedAway() throws {
        let channels = (0..<AccessControl.mostTurnedAway).map { _ in EmbeddedChannel(loop: loop) }
        #expect(channels.allSatisfy { router.accessControl.turnAway($0) })
        #expect(!router.accessControl.turnAway(EmbeddedChannel(loop: loop)))
        try channels[0].close().wait()
        loop.run()
        #expect(router.accessControl.turnAway(EmbeddedChannel(loop: loop)))
    }
}

/// Keeps the first write until it is let through, as a full buffer does.
private final class Stalled: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private var context: ChannelHandlerContext?
    private var held: (NIOAny, EventLoopPromise<Void>?)?
    private var isOpen = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOpen, held == nil else { return context.write(data, promise: promise) }
        (self.context, held) = (context, (data, promise))
    }

    func letThrough() {
        isOpen = true
        if let (data, promise) = held { context?.writeAndFlush(data, promise: promise) }
    }
}

@Suite("The groups of this machine")
struct GroupTests {
    @Test("a group with many members is found, however much room their names take")
    func manyMembers() {
        // With room for one byte, the database answers ERANGE, as with 64 KiB for some thousand members.
        #expect(Access.groupID(named: "root", roomInBytes: 1) == 0)
        #expect(Access.groupID(named: "no such group", roomInBytes: 1) == nil)
    }
}
