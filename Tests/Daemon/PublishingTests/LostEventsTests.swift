import FoundationEssentials
import NIOCore
import NIOEmbedded
import PlacemarkClient
import LocationEngine
import PlacemarkModel
import TestSupport
import Testing

@testable import Publishing

/// More events at once than wait anywhere: whoever misses some gets the present state.
@Suite("Lost events")
struct LostEventsTests {
    private static func entry(_ number: Int) -> Event {
        Event(.regionEntered(StubRooms.region("r\(number)"), Snapshots.fix), at: at(3), elapsed: .seconds(1))
    }

    private static func rejections(_ count: Int) -> [Event] {
        [Event](repeating: Event(.rejected(.duplicate), at: at(3), elapsed: .zero), count: count)
    }

    private static func merged(_ events: [Event]) -> Publications {
        var publications = Publications(snapshot: Snapshots.cupertino)
        _ = publications.add(Publication(snapshot: Snapshots.cupertino, events: events))
        return publications.take()
    }

    @Test("a box that enters three thousand regions with one fix is seen in all of them", .timeLimit(.minutes(1)))
    func manyRegions() async throws {
        let directory = try TemporaryDirectory()
        try await serve(in: directory) { server, path in
            var regions = PlacemarkClient(socketPath: path).regionEvents().makeAsyncIterator()
            var snapshot = Snapshots.cupertino
            snapshot.regions = ["home"]
            server.offer(Publication(snapshot: snapshot, events: [Self.entry(-1)]))
            var seen: Set<String> = []
            snapshot.regions = (0..<3000).map { "r\($0)" }.sorted()
            while seen.count < 3000, let event = try await regions.next() {
                // Only now it is sure that somebody watches.
                if seen.isEmpty { server.offer(Publication(snapshot: snapshot, events: (0..<3000).map(Self.entry))) }
                if event.state == .inside { seen.insert(event.identifier) } else { seen.remove(event.identifier) }
            }
            #expect(seen.isSuperset(of: (0..<3000).map { "r\($0)" }))
        }
    }

    @Test("readers with reduced precision are told again only of what was for them")
    func readers() {
        #expect(Self.merged(Self.rejections(1024)).gaps == [])
        #expect(Self.merged(Self.rejections(1025)).gaps == [.precise])
        let known = StatusSnapshot.KnownPlacemark(
            placemark: Snapshots.placemark, location: Snapshots.fix, answeredAt: at(2))
        let placemark = Event(.placemark(known), at: at(3), elapsed: .zero)
        #expect(Self.merged([placemark] + Self.rejections(1023)).gaps == [])
        #expect(Self.merged([placemark] + Self.rejections(1024)).gaps == [.precise, .reduced])
    }

    @Test("who comes back after a loss gets the present state, and not the rest of the events")
    func resumed() throws {
        let client = try EmbeddedHTTPClient()
        client.feed.take(Self.merged(Self.rejections(3)))
        client.feed.take(Self.merged(Self.rejections(1025)))
        try client.send(client.get("/v1/events", "Last-Event-ID: c0ffee-3"))
        let answer = try client.received()
        #expect(answer.contains("event: status\nid: c0ffee-1028\n") && !answer.contains("event: rejected"))
        client.feed.take(Self.merged(Self.rejections(1)))
        #expect(try client.received().contains("id: c0ffee-1029\n"))
    }

    @Test("what comes while others are told, and is too much to wait, becomes the present state")
    func tooManyWhileTelling() throws {
        let feed = StatusFeed(Snapshots.cupertino, track: nil, now: { at(3) })
        let access = Access(preciseGroup: nil, reducedGroup: 100, ownUserID: 500)
        let router = Router(feed: feed, access: access, requests: nil)
        let loop = EmbeddedEventLoop()
        let channels = try (0..<Subscribers.slice + 2).map { number in
            let peer = PeerCredentials(userID: number == 0 ? 501 : 500, groupIDs: [100])
            let channel = EmbeddedChannel(handler: LineConnection(Array("watch".utf8), from: peer, router), loop: loop)
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
            return channel
        }
        func received(_ channel: EmbeddedChannel) throws -> [String] {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return try text.split(separator: "\n").map {
                try JSONDecoder().decode(EventReport.self, from: Data($0.utf8)).event.rawValue
            }
        }
        #expect(try Set(channels.map(received)) == [["status"]])
        // The first two have to wait for the second slice.
        feed.take(Self.merged(Self.rejections(1)))
        for _ in 0..<3 { feed.take(Self.merged(Self.rejections(1024))) }
        loop.advanceTime(by: .milliseconds(1))
        #expect(try received(channels[0]) == [])
        #expect(try Set(channels.dropFirst().map(received)) == [["rejected", "status"]])
        feed.take(Self.merged(Self.rejections(1)))
        loop.advanceTime(by: .milliseconds(1))
        #expect(try Set(channels.dropFirst().map(received)) == [["rejected"]])
    }
}
