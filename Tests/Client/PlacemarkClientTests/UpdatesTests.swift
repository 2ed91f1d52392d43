import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@testable import PlacemarkClient

@Suite("Updates outlive the daemon", .timeLimit(.minutes(1)), .tags(.waits))
struct UpdatesTests {
    private let daemon: StubDaemon

    init() throws { daemon = try StubDaemon() }

    private static func present(_ latitude: Double) -> String {
        Lines.present(#""location":\#(Lines.location(latitude)),"#)
    }

    @Test("locations go on when the daemon is started again, and say why there were none meanwhile")
    func locations() async throws {
        var updates = LocationUpdates.live(from: daemon.client).makeAsyncIterator()
        async let first = updates.next()
        let (connection, request) = try await daemon.connection()
        #expect(request == "watch location paused resumed source\n")
        await connection.send(line: Self.present(47))
        #expect(await first?.location?.coordinate.latitude == 47)
        await connection.send(line: Lines.event("location", #""location":\#(Lines.location(47.1))"#))
        #expect(await updates.next()?.location?.coordinate.latitude == 47.1)
        connection.close()
        let none = await updates.next()
        #expect(none?.locationUnavailable == true)
        #expect(none?.reason?.contains("placemarkd has closed the connection; is it running?") == true)

        async let second = updates.next()
        // Once more it answers nothing, and that is no news.
        try await daemon.server.accept().close()
        await (try daemon.connection().connection).send(line: Self.present(47.2))
        #expect(await second?.location?.coordinate.latitude == 47.2)
    }

    @Test("when the receiver is live again, the present state is asked for")
    func liveAgain() async throws {
        var updates = LocationUpdates.live(from: daemon.client).makeAsyncIterator()
        async let first = updates.next()
        let (connection, _) = try await daemon.connection()
        await connection.send(line: Lines.present(state: "noFix"))
        #expect(await first?.reason == "the receiver has no position")
        async let second = updates.next()
        await connection.send(line: Lines.event("source", #""source":{"state":"live","since":0}"#))
        let (again, _) = try await daemon.connection()
        #expect(await poll(atMost: .seconds(10)) { connection.hasHungUp })
        await again.send(line: Self.present(47))
        #expect(await second?.location?.coordinate.latitude == 47)
    }

    @Test("without a daemon there is an update that says where it was looked for, and locations when it comes")
    func noDaemon() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        var updates = LocationUpdates.live(from: PlacemarkClient(socketPath: path)).makeAsyncIterator()
        let none = await updates.next()
        #expect(none?.reason?.contains("\(path): No such file or directory") == true, "\(none?.reason ?? "")")
        let server = try StubServer(path: path)
        async let update = updates.next()
        let connection = try await server.accept()
        await connection.send(line: Self.present(47))
        #expect(await update?.location?.coordinate.latitude == 47)
    }

    @Test("garbage is a reason too, and does not end the locations")
    func garbage() async throws {
        var updates = LocationUpdates.live(from: daemon.client).makeAsyncIterator()
        async let first = updates.next()
        try await daemon.answer("HTTP/1.1 200 OK")
        #expect(await first?.reason?.hasPrefix("placemarkd's answer cannot be read") == true)
        async let second = updates.next()
        await (try daemon.connection().connection).send(line: Self.present(47))
        #expect(await second?.location?.coordinate.latitude == 47)
    }

    @Test("a region that is left while the daemon is started again is told of")
    func regions() async throws {
        let client = daemon.client
        let log = EventLog(
            AsyncStream<RegionEvent> { continuation in
                let task = Task {
                    do { for try await event in client.regionEvents() { continuation.yield(event) } } catch {}
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            })
        let (connection, request) = try await daemon.connection()
        #expect(request == "watch regionEntered regionExited\n")
        await connection.send(line: Lines.present(#""regions":["home"],"#))
        try await log.first { $0 == RegionEvent(identifier: "home", state: .inside) }
        connection.close()
        let (again, _) = try await daemon.connection()
        await again.send(line: Lines.present(#""regions":[],"#))
        try await log.first { $0 == RegionEvent(identifier: "home", state: .outside) }
        await log.stop()
        #expect(await poll(atMost: .seconds(10)) { again.hasHungUp })
    }

    @Test("region events, visits and placemarks fail at once where there never was a daemon")
    func neverThere() async throws {
        let client = PlacemarkClient(socketPath: daemon.directory.file("nobody"))
        let expected = PlacemarkClientError.notReachable(
            path: client.socketPath, reason: "No such file or directory")
        await #expect(throws: expected) { for try await _ in client.regionEvents() {} }
        await #expect(throws: expected) { for try await _ in client.visitUpdates() {} }
        await #expect(throws: expected) { for try await _ in client.placemarks() {} }
    }

    @Test("a sequence that has thrown is over")
    func over() async throws {
        var updates = PlacemarkClient(socketPath: daemon.directory.file("nobody")).placemarks().makeAsyncIterator()
        await #expect(throws: PlacemarkClientError.self) { try await updates.next() }
        #expect(try await updates.next() == nil)
    }
}
