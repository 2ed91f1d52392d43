import FoundationEssentials
import NIOCore
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing

/// Server-sent events.
@Suite("HTTP streams")
struct HTTPStreamTests {
    private let client: EmbeddedHTTPClient

    init() throws { client = try EmbeddedHTTPClient() }

    private func event(_ number: Int) -> Publications {
        let event = Event(
            .rejected(number.isMultiple(of: 2) ? .tooOld : .frozen), at: at(3), elapsed: .seconds(Double(number)))
        return Publications(snapshot: Snapshots.cupertino, events: [event])
    }

    @Test("a stream begins with the present state, tells what happens, and breaks the silence")
    func stream() throws {
        try client.send(client.get("/v1/events?only=rejected,placemark"))
        let start = try client.received()
        #expect(start.contains("Content-Type: text/event-stream\r\n"))
        #expect(start.contains("\r\n\r\nevent: status\nid: c0ffee-0\ndata: {\"event\":\"status\""))
        client.feed.take(event(1))
        #expect(
            try client.received()
                == "event: rejected\nid: c0ffee-1\ndata: {\"elapsed\":1,\"event\":\"rejected\",\"reason\":\"frozen\"}\n\n"
        )
        client.pass(14)
        #expect(try client.received() == "")
        client.pass(1)
        #expect(try client.received() == ":\nid: c0ffee-1\n\n")
        client.pass(10)
        client.feed.take(event(2))
        _ = try client.received()
        client.pass(4)
        #expect(try client.received() == "")
        client.pass(1)
        #expect(try client.received() == ":\nid: c0ffee-2\n\n")
        // What a client says on a stream is nobody's business, nor what it says then.
        try client.send(client.get("/v1/city") + "garbage\u{0}")
        try client.send("garbage")
        #expect(try client.received() == "")
        client.feed.take(event(3))
        #expect(try client.received().hasPrefix("event: rejected\nid: c0ffee-3\n"))
        try client.channel.close().wait()
        #expect(client.feed.subscribers.isEmpty)
    }

    @Test(
        "who says what it has seen last gets what it has missed",
        arguments: [
            ("c0ffee-297", ["c0ffee-298", "c0ffee-299", "c0ffee-300"]), ("c0ffee-300", []),
            // Too long ago, of another run, or nonsense: the present state says it all.
            ("c0ffee-43", ["c0ffee-300"]), ("c0ffee-301", ["c0ffee-300"]), ("c0ffed-298", ["c0ffee-300"]),
            ("299", ["c0ffee-300"]), ("", ["c0ffee-300"]), ("-", ["c0ffee-300"]),
        ] as [(String, [String])])
    func resumed(last: String, expected: [String]) throws {
        for number in 1...300 { client.feed.take(event(number)) }
        try client.send(client.get("/v1/events", "Last-Event-ID: \(last)"))
        let lines = try client.received().split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("id: ") }.map { $0.dropFirst(4) } == expected.map { $0[...] })
    }

    @Test(
        "a reader of few events that was away for a moment misses none, after ten minutes of others at 1 Hz (fault 44)")
    func quietReader() throws {
        try client.send(client.get("/v1/events?only=timeZone"))
        var text = try client.received()
        for number in 1...600 {
            client.feed.take(event(number))
            client.pass(1)
        }
        text += try client.received()
        let last = try #require(text.split(separator: "\n").last { $0.hasPrefix("id: ") }).dropFirst(4)
        // While it is away for a minute, what it waits for comes among others.
        for number in 601...630 { client.feed.take(event(number)) }
        let change = Event(.timeZone("Europe/Vaduz", previous: nil), at: at(3), elapsed: .seconds(631))
        client.feed.take(Publications(snapshot: Snapshots.cupertino, events: [change]))
        for number in 632...660 { client.feed.take(event(number)) }
        let again = try EmbeddedHTTPClient(client.router)
        try again.send(again.get("/v1/events?only=timeZone", "Last-Event-ID: \(last)"))
        let missed = try again.received()
        #expect(missed.components(separatedBy: "event: ").count == 2, "\(missed)")
        #expect(missed.contains("event: timeZone\nid: c0ffee-631\n"), "\(missed)")
    }

    @Test("the head of a stream, asked for alone, is an answer that ends")
    func head() throws {
        try client.send("HEAD /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.received().hasSuffix("Connection: close\r\n\r\n"))
        client.feed.take(event(1))
        #expect(try client.received() == "")
        #expect(client.feed.subscribers.isEmpty)
    }

    @Test("the whole journal is sent again, and only what is asked for")
    func journal() throws {
        for number in 1...300 { client.feed.take(event(number)) }
        try client.send(client.get("/v1/events", "Last-Event-ID: c0ffee-44"))
        #expect(try client.received().components(separatedBy: "event: rejected").count == 1 + EventJournal.capacity)
    }
}
