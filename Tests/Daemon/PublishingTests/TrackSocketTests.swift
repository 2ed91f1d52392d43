import Foundation
import Glibc
import PlacemarkClient
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

@Suite("The track on the socket", .timeLimit(.minutes(3)), .tags(.waits))
struct TrackSocketTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Serves a track of so many points while `body` runs.
    private func serving(
        _ storage: TrackStorage = .memory, points: Int, access: Access = .ownUser,
        _ body: (PlacemarkClient) async throws -> Void
    ) async throws {
        let retention = TrackRetention(storage: storage, maximumAge: .seconds(1e8), maximumSizeInBytes: 64 << 20)
        let store = TrackStore(retention, directory: directory.path, now: { at(0) }, log: LogRecorder().logger)
        for number in 0..<points {
            store.offer(TrackTrips.publication(TrackTrips.fix(number, at: Double(number)), at: Double(number)))
            if number.isMultiple(of: 2000) { store.write() }
        }
        try await serve(access: access, track: store, in: directory) { _, path in
            _ = await poll(atMost: .seconds(10)) {
                do throws(RequestError) { return try await store.reading(.all) != nil || storage == .none } catch {
                    return false
                }
            }
            try await body(PlacemarkClient(socketPath: path))
        }
    }

    private func seconds(_ points: DecodedLines<TrackPoint>) async throws -> [Int] {
        var seconds: [Int] = []
        for try await point in points {
            seconds.append(Int(try #require(point.timestamp).duration(since: TrackTrips.epoch).inSeconds))
        }
        return seconds
    }

    @Test("a client gets all points in order, also on from a time, and may have them forgotten")
    func answers() async throws {
        try await serving(points: 10_000) { (client) async throws in
            #expect(try await seconds(client.track()) == Array(0..<10_000))
            #expect(try await seconds(client.track(since: .time(TrackTrips.time(9990)))) == Array(9990..<10_000))
            #expect(try await client.answer(to: "track clear") == Array(#"{"cleared":9999}"#.utf8))
            #expect(try await seconds(client.track()) == [])
            await #expect(throws: PlacemarkClientError.self) { try await client.answer(to: "track since noon") }
        }
    }

    @Test("a time that cannot be right is on no line, and nothing is counted back from it (fault 30)")
    func suspectTime() async throws {
        let retention = TrackRetention(storage: .memory, maximumAge: .seconds(1e8), maximumSizeInBytes: 64 << 20)
        let store = TrackStore(retention, directory: directory.path, now: { at(30) }, log: LogRecorder().logger)
        for number in 0...30 {
            var fix = TrackTrips.fix(number, at: Double(number))
            if [15, 30].contains(number) {
                fix.timestamp = fix.timestamp?.advanced(by: .seconds(1024 * 7 * 86_400))
                fix.isTimestampSuspect = true
            }
            store.offer(TrackTrips.publication(fix, at: Double(number)))
        }
        try await serve(access: .ownUser, track: store, in: directory) { (_, path) async throws in
            let client = PlacemarkClient(socketPath: path)
            #expect(try await seconds(client.track()) == (0..<30).filter { $0 != 15 })
            #expect(try await seconds(client.track(since: .ago(.seconds(5)))) == Array(25..<30))
        }
    }

    @Test("without a track the error says which key keeps one")
    func off() async throws {
        try await serving(.none, points: 1) { (client) async throws in
            let sentence = "no track is kept; Keep=memory or Keep=disk in [Track] of placemarkd.conf keeps one"
            for request in ["track", "track since 1h", "track clear"] {
                await #expect(throws: PlacemarkClientError.noAnswerYet(sentence)) {
                    try await client.answer(to: request)
                }
            }
        }
    }

    @Test("a reader with reduced precision is refused, to read and to clear")
    func reduced() async throws {
        let access = Access(preciseGroup: nil, reducedGroup: OtherUser.group, ownUserID: OtherUser.daemonUser)
        try await serving(points: 10, access: access) { (client) async throws in
            for request in ["track", "track since 1h", "track clear"] {
                #expect(
                    try await OtherUser.ask(request, at: client.socketPath)
                        == "error: forbidden: 'track' is for root, the daemon's own user and the group placemark-precise\n"
                )
            }
        }
    }

    @Test(
        "a client that does not read holds up nobody, and the daemon keeps no more of its answer than a batch (fault 44)"
    )
    func slowClient() async throws {
        // Some 7 MB of lines for each.
        try await serving(points: 40_000) { client in
            let before = try ProcessUse(of: getpid()).residentKibibytes
            var slow = (0..<10).map { _ in client.track().makeAsyncIterator() }
            for index in slow.indices { #expect(try await slow[index].next() != nil) }
            // Served while ten others wait in the middle of their answers.
            #expect(try await client.city() == "Cupertino")
            #expect(try await seconds(client.track(since: .time(TrackTrips.time(39_999)))) == [39_999])
            let after = try ProcessUse(of: getpid()).residentKibibytes
            // Without a bound it would be more than 70,000. No other test may run beside this one.
            #expect(after - before < 30_000, "\(after - before) kB more")
            var count = 1
            while try await slow[0].next() != nil { count += 1 }
            #expect(count == 40_000)
        }
    }
}
