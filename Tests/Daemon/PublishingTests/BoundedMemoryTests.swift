import Glibc
import NIOCore
import NIOEmbedded
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

/// What all clients together may hold, each of which alone asks for nothing unusual.
@Suite("Bounds for all clients together", .timeLimit(.minutes(2)), .tags(.waits))
struct BoundedMemoryTests {
    private static let roomInBytes = 16 << 20
    /// Without what is left to root.
    private static let roomForUsers = 14 << 20
    private static let longField = "X-Long: \(String(repeating: "x", count: 2000))"

    private let client: EmbeddedHTTPClient
    private var router: Router { client.router }

    init() throws { client = try EmbeddedHTTPClient() }

    @Test("a long answer for which there is no room is a 503, a short one has room (fault 44)")
    func answers() throws {
        var taken = client.feed.answers.part(of: 0).share(of: Self.roomInBytes - 8000)
        #expect(taken != nil)
        try client.send(client.get("/v1/openapi.json"))
        let refusal = try client.received()
        #expect(client.statuses(refusal) == ["503"] && refusal.contains("Retry-After: 5\r\n"), "\(refusal)")
        try client.send(client.get("/v1/city"))
        #expect(client.statuses(try client.received()) == ["200"])
        taken = nil
        try client.send(client.get("/v1/openapi.json"))
        #expect(client.statuses(try client.received()) == ["200"])
    }

    @Test("an answer that another room makes has its share before it is made (fault 44)")
    func laterAnswers() throws {
        let search = Request.search(try SearchRequest(text: "San"))
        let router = Router(feed: client.feed, access: .ownUser, requests: StubRooms.requests())
        let peer = PeerCredentials(userID: 1000, groupIDs: [])
        func reply() throws -> Reply { try router.reply(to: search, precision: .precise, from: peer) }
        let replies = try (0..<112).map { _ in try reply() }
        #expect(replies.count == 112)
        let error = #expect(throws: RequestError.self) { try reply() }
        #expect(error?.code == "failed")
    }

    @Test("long answers that users leave pending are the bound of these users: others and root are answered (fault 89)")
    func crowd() throws {
        let search = Request.search(try SearchRequest(text: "San"))
        let access = Access(preciseGroup: 60, reducedGroup: 50, ownUserID: 70)
        let router = Router(feed: client.feed, access: access, requests: StubRooms.requests())
        func reply(_ request: Request, to userID: uid_t, _ precision: Precision = .reduced) throws -> Reply {
            try router.reply(
                to: request, precision: precision, from: PeerCredentials(userID: userID, groupIDs: [50]))
        }
        var held: [Reply] = []
        func crowd(_ userID: uid_t) {
            while let reply = try? reply(search, to: userID) { held.append(reply) }
        }
        crowd(1001)
        let ofOne = held.count
        #expect(ofOne == 112)
        held.append(try reply(.metrics, to: 1002))
        for userID in UInt32(1002)..<1010 { crowd(userID) }
        #expect(held.count == 2 * ofOne)
        #expect(throws: RequestError.self) { try reply(.metrics, to: 1011) }
        held.append(try reply(.metrics, to: 0, .precise))
        held = []
        held.append(try reply(.metrics, to: 1011))
    }

    @Test("long requests likewise: one user's do not keep root from sending a long one (fault 89)")
    func longRequests() throws {
        let room = MemoryRoom(sizeInBytes: 1 << 20, ownUserID: 70)
        var held = [1001, 1002, 1003].map { user in (0..<100).map { _ in room.part(of: user).share(of: 32 << 10) } }
        #expect(held.map { $0.count { $0 != nil } } == [14, 14, 0])
        for user in [0, 70] as [uid_t] {
            let share = room.part(of: user).share(of: 64 << 10)
            #expect(share != nil)
        }
        held = []
        let whole = room.part(of: 70).share(of: 1 << 20)
        #expect(whole != nil)
        withExtendedLifetime(held) {}
    }

    @Test("the buffer in the kernel is smaller from the 512th client on (fault 44)")
    func sendBuffer() {
        #expect(Connections.sendBuffer(among: 0) == 32 << 10)
        #expect(Connections.sendBuffer(among: 511) == 32 << 10)
        #expect(Connections.sendBuffer(among: 512) == 4 << 10)
        #expect(Connections.sendBuffer(among: 16_320) == 4 << 10)
    }

    @Test("half a head for which there is no room is a 503, and nothing more of it is kept (fault 48)")
    func heads() throws {
        let taken = router.incoming.part(of: 0).share(of: Self.roomForUsers - 2 * HTTPLimits.longestHead + 1)
        #expect(taken != nil)
        try client.send("GET /v1/city HTTP/1.1\r\nHost: localhost\r\n\(Self.longField)")
        let refusal = try client.received()
        #expect(client.statuses(refusal) == ["503"] && refusal.contains("Connection: close\r\n"), "\(refusal)")
        try client.send("\r\n\r\n")
        #expect(try client.received() == "")

        let other = try EmbeddedHTTPClient(router)
        try other.send(other.get("/v1/city"))
        #expect(other.statuses(try other.received()) == ["200"])
    }

    @Test("a long head has its share until its request is answered (fault 48)")
    func answeredHeads() throws {
        func isFree() -> Bool { router.incoming.part(of: 0).share(of: Self.roomInBytes) != nil }
        try client.send(client.get("/v1/city"))
        #expect(isFree())
        let request = client.get("/v1/location?wait=300s&accuracy=1m", Self.longField)
        // As it comes in reality: in pieces.
        for part in [request.prefix(1500), request.dropFirst(1500)] { try client.send(String(part)) }
        #expect(!isFree())
        client.pass(300)
        #expect(client.statuses(try client.received()) == ["200", "200"])
        #expect(isFree())
        // A body that nobody keeps, and what follows it, is no head.
        try client.send(client.get("/v1/city", Self.longField, "Content-Length: 100000"))
        for _ in 0..<100 { try client.send(String(repeating: "x", count: 1000)) }
        #expect(client.statuses(try client.received()) == ["200"])
        #expect(isFree())
    }

    @Test("half a line for which there is no room is refused, a short line has room (fault 48)")
    func lines() throws {
        let taken = router.incoming.part(of: 0).share(of: Self.roomInBytes - 1)
        #expect(taken != nil)
        func answer(_ text: String) throws -> String {
            let channel = EmbeddedChannel(handler: DialectDetection(router: router))
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
            try channel.writeInbound(ByteBuffer(string: text))
            let answer = try channel.readOutbound(as: ByteBuffer.self)
            _ = try channel.finish(acceptAlreadyClosed: true)
            return answer.map { String(buffer: $0) } ?? ""
        }
        #expect(try answer("search " + String(repeating: "x", count: 2000)).hasPrefix("error: failed: too many long"))
        #expect(try answer("search " + String(repeating: "x", count: 900)) == "")
    }

    @Test(
        "a user who leaves more answers unread than it may have connections is refused, until it reads one (fault 44)")
    func unread() async throws {
        try await serve(connectionsPerUser: 2, in: TemporaryDirectory()) { _, path in
            @Sendable func connect(_ line: String) throws -> RawSocket {
                let socket = try RawSocket(path)
                socket.send(line: line)
                return socket
            }
            let silent = [try connect("status"), try connect("status"), try connect("status")]
            // For the client the connection has ended, though its answer is there.
            for socket in silent { #expect(await socket.waitForHangUp()) }
            #expect(await (try connect("city")).readToEnd().hasPrefix("error: too-many-connections: "))

            let answer = await silent[0].readToEnd()
            #expect(answer.hasPrefix("{") && answer.hasSuffix("}\n"))
            let isServed = await poll(atMost: .seconds(20)) {
                await (try? connect("city"))?.readToEnd() == "Cupertino\n"
            }
            #expect(isServed)
            silent[1].close()
            #expect(await poll(atMost: .seconds(20)) { await (try? connect("city"))?.readToEnd() == "Cupertino\n" })
        }
    }

    @Test("refusals that are not read have a bound, too: then a connection ends without a word (fault 45)")
    func unreadRefusals() async throws {
        try await serve(connectionsPerUser: 1, in: TemporaryDirectory()) { _, path in
            var answers: [Int] = []
            var sockets: [RawSocket] = []
            for _ in 0..<AccessControl.mostTurnedAway + 4 {
                let socket = try RawSocket(path)
                socket.send(line: "city")
                #expect(await socket.waitForHangUp())
                answers.append(socket.availableCount)
                sockets.append(socket)
            }
            #expect(answers.prefix(AccessControl.mostTurnedAway + 1).allSatisfy { $0 > 0 })
            #expect(answers.suffix(3).allSatisfy { $0 == 0 }, "\(answers)")
        }
    }

    @Test("when the others have taken all connections, root and the daemon's own user come in (fault 45)")
    func reserve() throws {
        let router = Router(
            feed: client.feed, access: Access(preciseGroup: nil, reducedGroup: 50, ownUserID: 70), requests: nil,
            connectionsPerUser: 100, mostConnections: 20)
        let loop = EmbeddedEventLoop()
        func enter(_ user: UInt32) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(loop: loop)
            try router.accessControl.enter(channel, from: PeerCredentials(userID: user, groupIDs: [50]))
            return channel
        }
        var channels = try (0..<10).map { try enter(1000 + UInt32($0)) }
        #expect(throws: RequestError.tooManyClients) { try enter(1000) }
        channels += try (0..<10).map { try enter($0 % 2 == 0 ? 0 : 70) }
        #expect(throws: RequestError.tooManyClients) { try enter(0) }
        try channels[0].close().wait()
        loop.run()
        #expect(throws: RequestError.tooManyClients) { try enter(1000) }
        _ = try enter(0)
    }
}
