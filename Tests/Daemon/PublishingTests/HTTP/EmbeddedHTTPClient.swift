import NIOCore
import NIOEmbedded
import PlacemarkModel

@testable import Publishing

/// A connection of a precise reader on a clock of its own, from the client's side.
struct EmbeddedHTTPClient {
    let channel = EmbeddedChannel()
    let feed: StatusFeed
    let router: Router

    /// - Parameters:
    ///   - router: where another client asks, too.
    ///   - time: what is left for the first head.
    init(_ router: Router? = nil, firstHeadIn time: TimeAmount = HTTPPatience.forHead) throws {
        let feed = StatusFeed(Snapshots.cupertino, track: nil, run: 0xC0FFEE, ownUserID: 0, now: { at(3) })
        let access = Access(preciseGroup: 200, reducedGroup: 100, ownUserID: 0)
        self.router = router ?? Router(feed: feed, access: access, requests: nil)
        self.feed = self.router.feed
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
        let peer = PeerCredentials(userID: 1000, groupIDs: [200])
        try HTTPConnection(from: peer, self.router, firstHeadBy: channel.eventLoop.now + time)
            .add(to: channel.pipeline)
    }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// What the connection has sent since the last time.
    func received() throws -> String {
        var all = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { all += String(buffer: bytes) }
        return all
    }

    func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    func get(_ path: String, _ headers: String...) -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers.map { $0 + "\r\n" }.joined())\r\n"
    }

    /// Those of the answers in a text.
    func statuses(_ text: String) -> [String] {
        text.matches(of: /HTTP\/1\.1 (\d{3})/).map { String($0.1) }
    }
}
