import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@testable import PlacemarkClient

@Suite("Cancellation leaves no connection behind", .timeLimit(.minutes(1)), .tags(.waits))
struct CancellationTests {
    private static let questions: [(name: String, ask: @Sendable (PlacemarkClient) async throws -> Void)] = [
        ("city", { _ = try await $0.city() }), ("status", { _ = try await $0.status() }),
        ("requestLocation", { _ = try await $0.requestLocation(within: .seconds(300)) }),
        ("reverseGeocode", { _ = try await $0.reverseGeocode(Coordinate(clampingLatitude: 1, wrappingLongitude: 2)) }),
        ("regions", { _ = try await $0.regions() }), ("events", { for try await _ in $0.events() {} }),
        ("track", { for try await _ in $0.track() {} }),
    ]

    @Test("a question whose task is cancelled is closed at once, and says so", arguments: questions.map(\.name))
    func asking(name: String) async throws {
        let daemon = try StubDaemon()
        let ask = try #require(Self.questions.first { $0.name == name }).ask
        let task = Task { [client = daemon.client] in try await ask(client) }
        let (connection, _) = try await daemon.connection()
        task.cancel()
        await #expect(throws: PlacemarkClientError.cancelled) { try await task.value }
        #expect(await poll(atMost: .seconds(10)) { connection.hasHungUp })
    }

    @Test("updates end when their task is cancelled, while the daemon is there and while it is not")
    func updates() async throws {
        let daemon = try StubDaemon()
        let counting = Task { [client = daemon.client] in
            var count = 0
            for await _ in LocationUpdates.live(from: client) { count += 1 }
            return count
        }
        let (connection, _) = try await daemon.connection()
        await connection.send(line: Lines.present(#""location":\#(Lines.location(47)),"#))
        counting.cancel()
        #expect(await counting.value <= 1)
        #expect(await poll(atMost: .seconds(10)) { connection.hasHungUp })

        let nobody = PlacemarkClient(socketPath: daemon.directory.file("nobody"))
        let waiting = Task { for await _ in LocationUpdates.live(from: nobody) {} }
        waiting.cancel()
        await waiting.value
    }

    @Test("a loop that is left closes its connection")
    func left() async throws {
        let daemon = try StubDaemon()
        let task = Task { [client = daemon.client] in for await _ in LocationUpdates.live(from: client) { break } }
        let (connection, _) = try await daemon.connection()
        await connection.send(line: Lines.present())
        await task.value
        #expect(await poll(atMost: .seconds(10)) { connection.hasHungUp })
    }

    @Test("an iterator that is kept holds no connection when its task has been cancelled")
    func kept() async throws {
        let daemon = try StubDaemon()
        let (released, release) = AsyncStream<Void>.makeStream()
        let task = Task { [client = daemon.client] in
            var events = client.events().makeAsyncIterator()
            await #expect(throws: PlacemarkClientError.cancelled) { try await events.next() }
            // Not cancelled with the task: it shall wait for the test.
            await Task.detached { for await _ in released {} }.value
            let after = try await events.next()
            #expect(after == nil)
        }
        let (connection, _) = try await daemon.connection()
        task.cancel()
        #expect(await poll(atMost: .seconds(10)) { connection.hasHungUp })
        release.finish()
        try await task.value
    }
}
