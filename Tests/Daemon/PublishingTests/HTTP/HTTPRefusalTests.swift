import NIOCore
import NIOEmbedded
import PlacemarkModel
@testable import Publishing
import Testing

/// Which requests and bodies are refused, how, and what becomes of the connection.
@Suite("What HTTP refuses")
struct HTTPRefusalTests {
    private static let json = "Content-Type: application/json\r\n"

    private let client: EmbeddedHTTPClient

    init() throws { client = try EmbeddedHTTPClient() }

    @Test("leave to send a body is given only to a body that is wanted")
    func expectation() throws {
        let head =
            "HTTP/1.1\r\nHost: localhost\r\n\(Self.json)Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        try client.send("POST /v1/regions \(head)")
        #expect(try client.received() == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("{}")
        // Nobody answers for regions here.
        #expect(client.statuses(try client.received()) == ["501"])
        try client.send("POST /v1/city \(head)")
        #expect(client.statuses(try client.received()) == ["405"])
    }

    @Test("a client of HTTP/1.0, which knows of no leave, gets the answer alone")
    func expectationInVersion10() throws {
        try client.send(
            "POST /v1/regions HTTP/1.0\r\n\(Self.json)Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(try client.received() == "")
        try client.send("{}")
        #expect(client.statuses(try client.received()) == ["501"])
    }

    @Test("a body that grows too long in chunks is refused as soon as that is known (fault 47)")
    func longBody() throws {
        try client.send(
            "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\n\(Self.json)Transfer-Encoding: chunked\r\n\r\n"
        )
        let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        for _ in 0..<16 { try client.send(chunk) }
        #expect(try client.received() == "")
        try client.send("1\r\nx\r\n")
        #expect(client.statuses(try client.received()) == ["413"])
    }

    @Test("all bodies together have a bound; what one has had is given back when its client goes (fault 57)")
    func bodyRoom() throws {
        let post =
            "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\n\(Self.json)Content-Length: 1048576\r\n\r\n"
        let (root, user) = (client.router.incoming.part(of: 0), client.router.incoming.part(of: 1000))
        var others = root.share(of: 13 << 20)
        try client.send(post)
        #expect(user.share(of: 1) == nil)
        try client.send(String(repeating: " ", count: 1 << 20))
        #expect(client.statuses(try client.received()) == ["501"])
        others = root.share(of: 1)
        #expect(others != nil)
        try client.send(post)
        try client.channel.close().wait()
        client.channel.embeddedEventLoop.run()
        #expect(root.share(of: 15 << 20) != nil)
    }

    @Test("a body for which there is no room is a 503, before any of it is read (fault 57)")
    func noRoomForBody() throws {
        let others = client.router.incoming.part(of: 0).share(of: 16 << 20)
        try client.send(
            "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\n\(Self.json)Transfer-Encoding: chunked\r\n\r\n"
        )
        #expect(client.statuses(try client.received()) == ["503"])
        withExtendedLifetime(others) {}
    }

    @Test("who asked for a head alone, or for text, is refused in the same way")
    func formOfRefusal() throws {
        try client.send("HEAD /v1/city HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        let head = try client.received()
        #expect(client.statuses(head) == ["400"] && head.hasSuffix("\r\n\r\n"), "\(head)")
    }

    @Test("a refusal before the body has come is a sentence for those who want text")
    func textOfRefusal() throws {
        try client.send("POST /v1/city HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\nContent-Length: 5\r\n\r\n")
        #expect(try client.received().hasSuffix("\r\n\r\nthis path takes GET, HEAD\n"))
    }

    @Test("a client that goes on sending what was refused has time to read why (fault 49)")
    func refusedInTheMiddle() throws {
        try client.channel.pipeline.syncOperations.addHandler(HalfClosing(), position: .first)
        try client.send("GET /v1/city HTTP/1.1\r\nHost: localhost\r\nno field\r\n")
        #expect(client.statuses(try client.received()) == ["400"])
        client.pass(1)
        try client.send("Another: field\r\n\r\n")
        #expect(client.channel.isActive)
        #expect(try client.received() == "")
        client.pass(1)
        #expect(!client.channel.isActive)
    }

    @Test("chunks in HTTP/1.0, which has none, are refused, and nothing behind them is read")
    func oldChunks() throws {
        try client.send("POST /v1/regions HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n")
        try client.send("0\r\n\r\n" + client.get("/v1/city"))
        let answers = try client.received()
        #expect(client.statuses(answers) == ["400"] && answers.contains("Connection: close\r\n"), "\(answers)")
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
        try client.send(
            "POST /v1/regions HTTP/1.1\r\nHost: localhost\r\n\(Self.json)\(header)\r\n\r\nhello"
                + client.get("/v1/city"))
        let answers = try client.received()
        #expect(client.statuses(answers) == ["400"], "\(answers)")
        #expect(answers.contains("Connection: close\r\n"))
    }
}

/// Closes one side as a socket does; an embedded channel would close both.
private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { promise?.succeed(()) } else { context.close(mode: mode, promise: promise) }
    }
}
