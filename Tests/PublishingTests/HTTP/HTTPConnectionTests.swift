import Foundation
import NIOCore
import NIOEmbedded
import PlacemarkCore
@testable import Publishing
import Testing

/// The connection on a clock of its own: pipelining, deadlines, streams.
@Suite("HTTP connection")
struct HTTPConnectionTests {
    private let channel = EmbeddedChannel()
    private let feed = StatusFeed(Snapshots.cupertino, track: nil, run: 0xC0FFEE, now: { at(3) })
    private let desk: Desk

    init() throws {
        let access = Access(preciseGroup: 200, reducedGroup: 100, ownUserID: 0)
        desk = Desk(feed: feed, access: access, requests: nil)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
        let peer = PeerCredentials(userID: 1000, groupIDs: [200])
        try HTTPConnection(from: peer, desk, firstHeadBy: channel.eventLoop.now + HTTPPatience.forHead)
            .add(to: channel.pipeline)
    }

    private func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// What the connection has sent since the last time.
    private func received() throws -> String {
        var all = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { all += String(buffer: bytes) }
        return all
    }

    private func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    private func get(_ path: String, _ headers: String...) -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers.map { $0 + "\r\n" }.joined())\r\n"
    }

    private func statuses(_ text: String) -> [String] {
        text.matches(of: /HTTP\/1\.1 (\d{3})/).map { String($0.1) }
    }

    @Test("requests that come at once are answered in their order, also when they come in pieces")
    func pipelining() throws {
        let requests = get("/v1/city") + get("/v1/nothing") + get("/v1/placemark", "Accept: text/plain")
        try send(requests)
        let whole = try received()
        #expect(statuses(whole) == ["200", "404", "200"])
        #expect(whole.hasSuffix("Cupertino, California, United States\n"))
        for byte in requests.utf8 { try send(String(Unicode.Scalar(byte))) }
        #expect(try received() == whole)
    }

    @Test("an answer that has to be waited for holds up those behind it, and none overtakes it")
    func order() throws {
        try send(get("/v1/location?wait=30&accuracy=1m") + get("/v1/city"))
        #expect(try received() == "")
        pass(29)
        try send(get("/v1/nothing"))
        #expect(try received() == "")
        pass(1)
        let answers = try received()
        #expect(statuses(answers) == ["200", "200", "404"])
        #expect(answers.contains("Connection") == false)
    }

    @Test("who sends more requests than can wait has the rest unanswered")
    func flood() throws {
        let count = HTTPConnection.mostWaiting * 3
        try send(get("/v1/location?wait=1") + String(repeating: get("/v1/city"), count: count))
        pass(1)
        let answers = statuses(try received())
        #expect(answers.count == 1 + HTTPConnection.mostWaiting)
    }

    @Test(
        "after the last answer nothing is answered any more",
        arguments: [
            "Connection: close", "Upgrade: h2c\r\nConnection: Upgrade",
        ])
    func last(header: String) throws {
        try send(get("/v1/city", header) + get("/v1/city"))
        let answers = try received()
        #expect(statuses(answers) == ["200"])
        #expect(answers.contains("Connection: close\r\n"))
        pass(3)
        #expect(!channel.isActive)
    }

    @Test("a head that does not come within 5 s is a 408 (fault 48)")
    func slowHead() throws {
        pass(4)
        try send("GET /v1/city HTTP/1.1\r\nHost: lo")
        #expect(try received() == "")
        pass(1)
        #expect(statuses(try received()) == ["408"])
        pass(3)
        #expect(!channel.isActive)
    }

    @Test("the next head, too, has 5 s from its first byte, however slowly it drips (fault 48)")
    func slowNextHead() throws {
        try send(get("/v1/city"))
        _ = try received()
        pass(50)
        for piece in ["GET", " /v1", "/city", " HTTP"] {
            try send(piece)
            pass(1)
        }
        #expect(try received() == "")
        try send("/1.1")
        pass(1)
        #expect(statuses(try received()) == ["408"])
    }

    @Test("a body has 10 s from the end of the head (fault 48)")
    func slowBody() throws {
        try send("POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        for _ in 0..<9 {
            pass(1)
            try send(" ")
        }
        #expect(try received() == "")
        pass(1)
        #expect(statuses(try received()) == ["408"])
    }

    @Test("an idle connection is closed after 60 s, without a word")
    func idle() throws {
        try send(get("/v1/city"))
        _ = try received()
        pass(59)
        #expect(channel.isActive)
        try send(get("/v1/city"))
        #expect(statuses(try received()) == ["200"])
        pass(59)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
        #expect(try received() == "")
    }

    @Test("a client that does not read its answer is cut off after 10 s (fault 44)")
    func unread() throws {
        let network = StoppedNetwork()
        try channel.pipeline.syncOperations.addHandler(network, position: .first)
        try send(get("/v1/city") + get("/v1/city"))
        pass(9)
        #expect(channel.isActive)
        // The second answer is not even made before the first one is taken.
        #expect(network.heldCount == 1)
        pass(1)
        #expect(!channel.isActive)
    }

    @Test("leave to send a body is given only to a body that is wanted")
    func expectation() throws {
        let head = "HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        try send("POST /v1/regions \(head)")
        #expect(try received() == "HTTP/1.1 100 Continue\r\n\r\n")
        try send("{}")
        // Nobody answers for regions here.
        #expect(statuses(try received()) == ["501"])
        try send("POST /v1/city \(head)")
        #expect(statuses(try received()) == ["405"])
    }

    @Test("a body that grows too long in chunks is refused as soon as that is known (fault 47)")
    func longBody() throws {
        try send("POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        for _ in 0..<16 { try send(chunk) }
        #expect(try received() == "")
        try send("1\r\nx\r\n")
        #expect(statuses(try received()) == ["413"])
    }

    @Test("all bodies together have a bound; what one has had is given back when its client goes (fault 57)")
    func bodyRoom() throws {
        let post = "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n\r\n"
        var others = desk.bodies.share(of: 15 << 20)
        try send(post)
        #expect(desk.bodies.share(of: 1) == nil)
        try send(String(repeating: " ", count: 1 << 20))
        #expect(statuses(try received()) == ["501"])
        others = desk.bodies.share(of: 1)
        #expect(others != nil)
        try send(post)
        try channel.close().wait()
        channel.embeddedEventLoop.run()
        #expect(desk.bodies.share(of: 15 << 20) != nil)
    }

    @Test("a body for which there is no room is a 503, before any of it is read (fault 57)")
    func noRoomForBody() throws {
        let others = desk.bodies.share(of: 16 << 20)
        try send("POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(statuses(try received()) == ["503"])
        withExtendedLifetime(others) {}
    }

    @Test("who asked for a head alone, or for text, is refused in the same way")
    func formOfRefusal() throws {
        try send("HEAD /v1/city HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        let head = try received()
        #expect(statuses(head) == ["400"] && head.hasSuffix("\r\n\r\n"), "\(head)")
    }

    @Test("a refusal before the body has come is a sentence for those who want text")
    func textOfRefusal() throws {
        try send("POST /v1/city HTTP/1.1\r\nHost: a\r\nAccept: text/plain\r\nContent-Length: 5\r\n\r\n")
        #expect(try received().hasSuffix("\r\n\r\nthis path takes GET, HEAD\n"))
    }

    @Test("a client that goes on sending what was refused has time to read why (fault 49)")
    func refusedInTheMiddle() throws {
        try channel.pipeline.syncOperations.addHandler(HalfClosing(), position: .first)
        try send("GET /v1/city HTTP/1.1\r\nHost: localhost\r\nno field\r\n")
        #expect(statuses(try received()) == ["400"])
        pass(1)
        try send("Another: field\r\n\r\n")
        #expect(channel.isActive)
        #expect(try received() == "")
        pass(1)
        #expect(!channel.isActive)
    }

    @Test("chunks in HTTP/1.0, which has none, are refused, and nothing behind them is read")
    func oldChunks() throws {
        try send("POST /v1/regions HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n")
        try send("0\r\n\r\n" + get("/v1/city"))
        let answers = try received()
        #expect(statuses(answers) == ["400"] && answers.contains("Connection: close\r\n"), "\(answers)")
    }

    @Test(
        "what might be read in two ways is refused, and nothing behind it is read",
        arguments: [
            "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, identity", "Content-Length: +5",
            "Content-Length: 5, 5", "Content-Length : 5", "Content-Length: 99999999999999999999", "Host: other",
            " folded: yes", "Transfer-Encoding: xchunked",
        ])
    func smuggling(header: String) throws {
        try send("POST /v1/regions HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\nhello" + get("/v1/city"))
        let answers = try received()
        #expect(statuses(answers) == ["400"], "\(answers)")
        #expect(answers.contains("Connection: close\r\n"))
    }

    // MARK: Streams

    private func event(_ number: Int) -> Publications {
        let event = Event(
            .rejected(number.isMultiple(of: 2) ? .tooOld : .frozen), at: at(3), elapsed: .seconds(Double(number)))
        return Publications(snapshot: Snapshots.cupertino, events: [event])
    }

    @Test("a stream begins with the present state, tells what happens, and breaks the silence")
    func stream() throws {
        try send(get("/v1/events?only=rejected,placemark"))
        let start = try received()
        #expect(start.contains("Content-Type: text/event-stream\r\n"))
        #expect(start.contains("\r\n\r\nevent: status\nid: c0ffee-0\ndata: {\"event\":\"status\""))
        feed.take(event(1))
        #expect(
            try received()
                == "event: rejected\nid: c0ffee-1\ndata: {\"elapsed\":1,\"event\":\"rejected\",\"reason\":\"frozen\"}\n\n"
        )
        pass(14)
        #expect(try received() == "")
        pass(1)
        #expect(try received() == ":\n\n")
        pass(10)
        feed.take(event(2))
        _ = try received()
        pass(4)
        #expect(try received() == "")
        pass(1)
        #expect(try received() == ":\n\n")
        // What a client says on a stream is nobody's business, nor what it says then.
        try send(get("/v1/city") + "garbage\u{0}")
        try send("garbage")
        #expect(try received() == "")
        feed.take(event(3))
        #expect(try received().hasPrefix("event: rejected\nid: c0ffee-3\n"))
        try channel.close().wait()
        #expect(feed.subscribers.isEmpty)
    }

    @Test(
        "who says what it has seen last gets what it has missed",
        arguments: [
            ("c0ffee-297", ["c0ffee-298", "c0ffee-299", "c0ffee-300"]), ("c0ffee-300", []),
            // Too long ago, of another run, or nonsense: the present state says it all.
            ("c0ffee-43", ["c0ffee-300"]), ("c0ffee-301", ["c0ffee-300"]), ("c0ffed-299", ["c0ffee-300"]),
            ("299", ["c0ffee-300"]), ("", ["c0ffee-300"]), ("-", ["c0ffee-300"]),
        ] as [(String, [String])])
    func resumed(last: String, expected: [String]) throws {
        for number in 1...300 { feed.take(event(number)) }
        try send(get("/v1/events", "Last-Event-ID: \(last)"))
        let lines = try received().split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("id: ") }.map { $0.dropFirst(4) } == expected.map { $0[...] })
    }

    @Test("the whole journal is sent again, and only what is asked for")
    func journal() throws {
        for number in 1...300 { feed.take(event(number)) }
        try send(get("/v1/events", "Last-Event-ID: c0ffee-44"))
        #expect(try received().components(separatedBy: "event: rejected").count == 1 + EventJournal.capacity)
    }

    @Test("half a connection is enough for an answer")
    func halfClosed() throws {
        try send(get("/v1/city"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(statuses(try received()) == ["200"])
        pass(3)
        #expect(!channel.isActive)
    }
}

/// Closes one side as a socket does; an embedded channel would close both.
private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { promise?.succeed(()) } else { context.close(mode: mode, promise: promise) }
    }
}

/// Takes what is written, and sends nothing on.
private final class StoppedNetwork: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    private(set) var heldCount = 0
    private var held: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        heldCount += 1
        if let promise { held.append(promise) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.close(mode: mode, promise: promise)
        for promise in held { promise.fail(ChannelError.ioOnClosedChannel) }
        held = []
    }
}
