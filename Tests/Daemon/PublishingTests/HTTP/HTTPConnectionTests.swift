import NIOCore
import NIOEmbedded
import PlacemarkModel
@testable import Publishing
import Testing

/// Order, pipelining, deadlines.
@Suite("HTTP connection")
struct HTTPConnectionTests {
    private let client: EmbeddedHTTPClient

    init() throws { client = try EmbeddedHTTPClient() }

    @Test("requests that come at once are answered in their order, also when they come in pieces")
    func pipelining() throws {
        let requests =
            client.get("/v1/city") + client.get("/v1/nothing") + client.get("/v1/placemark", "Accept: text/plain")
        try client.send(requests)
        let whole = try client.received()
        #expect(client.statuses(whole) == ["200", "404", "200"])
        #expect(whole.hasSuffix("Cupertino, California, United States\n"))
        for byte in requests.utf8 { try client.send(String(Unicode.Scalar(byte))) }
        #expect(try client.received() == whole)
    }

    @Test("an answer that has to be waited for holds up those behind it, and none overtakes it")
    func order() throws {
        try client.send(client.get("/v1/location?wait=30&accuracy=1m") + client.get("/v1/city"))
        #expect(try client.received() == "")
        client.pass(29)
        try client.send(client.get("/v1/nothing"))
        #expect(try client.received() == "")
        client.pass(1)
        let answers = try client.received()
        #expect(client.statuses(answers) == ["200", "200", "404"])
        #expect(answers.contains("Connection") == false)
    }

    @Test("who sends more requests than can wait has the rest unanswered")
    func flood() throws {
        let count = HTTPConnection.mostWaiting * 3
        try client.send(client.get("/v1/location?wait=1") + String(repeating: client.get("/v1/city"), count: count))
        client.pass(1)
        let answers = client.statuses(try client.received())
        #expect(answers.count == 1 + HTTPConnection.mostWaiting)
    }

    @Test(
        "after the last answer nothing is answered any more",
        arguments: [
            "Connection: close", "Upgrade: h2c\r\nConnection: Upgrade",
        ])
    func last(header: String) throws {
        try client.send(client.get("/v1/city", header) + client.get("/v1/city"))
        let answers = try client.received()
        #expect(client.statuses(answers) == ["200"])
        #expect(answers.contains("Connection: close\r\n"))
        client.pass(3)
        #expect(!client.channel.isActive)
    }

    @Test("a head that does not come within 5 s is a 408 (fault 48)")
    func slowHead() throws {
        client.pass(4)
        try client.send("GET /v1/city HTTP/1.1\r\nHost: lo")
        #expect(try client.received() == "")
        client.pass(1)
        #expect(client.statuses(try client.received()) == ["408"])
        client.pass(3)
        #expect(!client.channel.isActive)
    }

    @Test("the first head has what the first line has left of its time, and the next one all of it (fault 48)")
    func slowFirstHead() throws {
        let late = try EmbeddedHTTPClient(firstHeadIn: .seconds(2))
        try late.send("GET /v1/city HTTP/1.1\r\nHost: lo")
        late.pass(2)
        #expect(late.statuses(try late.received()) == ["408"])
        let inTime = try EmbeddedHTTPClient(firstHeadIn: .seconds(2))
        try inTime.send(inTime.get("/v1/city") + "GET")
        inTime.pass(4)
        #expect(inTime.statuses(try inTime.received()) == ["200"])
    }

    @Test("the next head, too, has 5 s from its first byte, however slowly it drips (fault 48)")
    func slowNextHead() throws {
        try client.send(client.get("/v1/city"))
        _ = try client.received()
        client.pass(50)
        for piece in ["GET", " /v1", "/city", " HTTP"] {
            try client.send(piece)
            client.pass(1)
        }
        #expect(try client.received() == "")
        try client.send("/1.1")
        client.pass(1)
        #expect(client.statuses(try client.received()) == ["408"])
    }

    @Test("a body has 10 s from the end of the head (fault 48)")
    func slowBody() throws {
        try client.send(
            "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        for _ in 0..<9 {
            client.pass(1)
            try client.send(" ")
        }
        #expect(try client.received() == "")
        client.pass(1)
        #expect(client.statuses(try client.received()) == ["408"])
    }

    @Test("an idle connection is closed after 60 s, without a word")
    func idle() throws {
        try client.send(client.get("/v1/city"))
        _ = try client.received()
        client.pass(59)
        #expect(client.channel.isActive)
        try client.send(client.get("/v1/city"))
        #expect(client.statuses(try client.received()) == ["200"])
        client.pass(59)
        #expect(client.channel.isActive)
        client.pass(1)
        #expect(!client.channel.isActive)
        #expect(try client.received() == "")
    }

    @Test("a client that does not read its answer is cut off after 10 s (fault 44)")
    func unread() throws {
        let network = StoppedNetwork()
        try client.channel.pipeline.syncOperations.addHandler(network, position: .first)
        try client.send(client.get("/v1/city") + client.get("/v1/city"))
        client.pass(9)
        #expect(client.channel.isActive)
        // The second answer is not even made before the first one is taken.
        #expect(network.heldCount == 1)
        client.pass(1)
        #expect(!client.channel.isActive)
    }

    @Test("half a connection is enough for an answer")
    func halfClosed() throws {
        try client.send(client.get("/v1/city"))
        client.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(client.statuses(try client.received()) == ["200"])
        client.pass(3)
        #expect(!client.channel.isActive)
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
