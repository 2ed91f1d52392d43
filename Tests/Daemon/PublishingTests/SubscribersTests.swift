import Foundation
import PlacemarkClient
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

/// Readers of every pace, at the real socket.
@Suite("Subscribers", .timeLimit(.minutes(2)), .tags(.waits))
struct SubscribersTests {
    private let directory: TemporaryDirectory
    /// A location, some 300 bytes as an event.
    private let location = Snapshots.publications([(.source(.fix(Snapshots.fix)), 2)])

    init() throws {
        directory = try TemporaryDirectory()
        // Both ends of each connection are in this process.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private func subscribe(_ path: String, _ request: String = "watch") throws -> RawSocket {
        let socket = try RawSocket(path)
        socket.send(line: request)
        return socket
    }

    /// Publishes locations until the readers have been cut off, with somebody who sees to it that they arrive.
    private func publishing(
        to server: SocketServer, at path: String, while goesOn: () -> Bool
    ) async throws {
        let reader = try subscribe(path)
        #expect(await !reader.readSome().isEmpty)
        while goesOn() {
            // Several at once: a turn takes its time on a busy machine, and the buffers are to be full within seconds.
            for _ in 0..<5 { location.forEach(server.offer) }
            #expect(await !reader.readSome().isEmpty)
            // Only the pace, not a wait for anything.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test(
        "a hundred that never read cost a bounded buffer each, and are cut off; others get every event (fault 44)")
    func stalled() async throws {
        try await serve(in: directory) { server, path in
            let stalled = try (0..<100).map { _ in try subscribe(path) }
            var seen = 0
            for try await event in PlacemarkClient(socketPath: path).events() {
                // More than there is room for, in several goes so that nobody reads too slowly by chance.
                if event.event == .status { location.forEach(server.offer) }
                if event.event == .location {
                    seen += 1
                    location.forEach(server.offer)
                }
                if seen == 500 { break }
            }
            for socket in stalled {
                // Read only now that the server has given up: what was buffered, and then the end.
                #expect(await socket.waitForHangUp())
                let text = await socket.readToEnd()
                #expect(text.utf8.count < 64 << 10)
                #expect(text.contains(#""event":"location""#))
            }
            #expect(try await PlacemarkClient(socketPath: path).status().location != nil)
        }
    }

    @Test("one that reads a byte a second is cut off, however long it goes on (fault 44)")
    func dripping() async throws {
        try await serve(in: directory) { server, path in
            let slow = try subscribe(path)
            let start = ContinuousClock.now
            var bytes = 0
            try await publishing(to: server, at: path) {
                if ContinuousClock.now - start > .seconds(bytes) { bytes += slow.readAvailable(atMost: 1).count }
                return !slow.isHungUp && ContinuousClock.now - start < .seconds(60)
            }
            #expect(slow.isHungUp && bytes > 5)
        }
    }

    @Test("one that reads all it has every few seconds stays, and gets the present state for what it has missed")
    func justEnough() async throws {
        try await serve(in: directory) { server, path in
            let slow = try subscribe(path)
            let start = ContinuousClock.now
            var (text, next) = ("", 3)
            try await publishing(to: server, at: path) {
                if ContinuousClock.now - start > .seconds(next) {
                    next += 3
                    while case let bytes = slow.readAvailable(), !bytes.isEmpty {
                        text += String(decoding: bytes, as: UTF8.self)
                    }
                }
                return ContinuousClock.now - start < .seconds(16)
            }
            #expect(!slow.isHungUp)
            // One at the beginning, and one each time that there was room again.
            let states = text.split(separator: "\n").count { $0.contains(#""event":"status""#) }
            #expect((3...8).contains(states))
            for line in text.split(separator: "\n").dropLast() {
                #expect(throws: Never.self) { try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)) }
            }
        }
    }

    @Test("an answer that nobody takes is given up after some seconds")
    func untakenAnswer() async throws {
        let place = SearchResult(
            placemark: Snapshots.placemark, coordinate: Snapshots.fix.coordinate, population: 1, match: .name)
        let places = LiveQueries.Places(
            reverse: { _ in Snapshots.placemark }, search: { _ in [SearchResult](repeating: place, count: 2000) })
        try await serve(answering: LiveQueries(places: places), in: directory) { _, path in
            let lazy = try RawSocket(path)
            lazy.send(line: "search Cupertino")
            #expect(await lazy.waitForHangUp())
            #expect(await lazy.readToEnd().utf8.count < 64 << 10)
        }
    }

    @Test("many more than are told at a time all get every event in order, while others come and go")
    func comingAndGoing() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededRandom(seed: seed)
        try await serve(in: directory) { server, path in
            let staying = try (0..<Subscribers.slice * 3 / 2).map { _ in try subscribe(path, "watch location") }
            var passing = try (0..<100).map { _ in try subscribe(path) }
            for socket in staying + passing {
                #expect(await !socket.readSome().isEmpty)
            }
            var texts = [String](repeating: "", count: staying.count)
            var told = [Int](repeating: 0, count: staying.count)
            for number in 0..<30 {
                var fix = Snapshots.fix
                fix.altitude = Double(number)
                let event = Event(.location(fix), at: at(2), elapsed: .zero)
                server.offer(Publication(snapshot: Snapshots.cupertino, events: [event]))
                for _ in 0..<5 {
                    passing.remove(at: Int.random(in: passing.indices, using: &random)).close()
                    passing.append(try subscribe(path))
                }
                // One that does not read has room for a few events alone, each in a write of its own: when the next one
                // comes everybody has read all but this event and the one before it.
                for (index, socket) in staying.enumerated() {
                    var bytes = socket.readAvailable()
                    while true {
                        texts[index] += String(decoding: bytes, as: UTF8.self)
                        told[index] += bytes.count { $0 == UInt8(ascii: "\n") }
                        guard told[index] < number - 1 else { break }
                        bytes = await socket.readSome()
                        try #require(!bytes.isEmpty, "seed \(seed): \(told[index]) of \(number) events")
                    }
                }
            }
            for (index, socket) in staying.enumerated() {
                var text = texts[index]
                while text.count(where: { $0 == "\n" }) < 30, case let bytes = await socket.readSome(), !bytes.isEmpty {
                    text += String(decoding: bytes, as: UTF8.self)
                }
                let altitudes = try text.split(separator: "\n").map {
                    try JSONDecoder().decode(EventReport.self, from: Data($0.utf8)).location?.altitude
                }
                try #require(altitudes == (0..<30).map(Double.init), "seed \(seed): \(altitudes)")
            }
            for socket in staying + passing { socket.close() }
        }
    }

    @Test("one that goes without a word is forgotten at once, before there is anything to tell it")
    func gone() async throws {
        try await serve(in: directory) { _, path in
            @Sendable func descriptors() -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            }
            let sockets = try (0..<500).map { _ in try subscribe(path) }
            for socket in sockets { #expect(await !socket.readSome().isEmpty) }
            let before = descriptors()
            for socket in sockets { socket.close() }
            // Both ends are in this process.
            #expect(await poll(atMost: .seconds(10)) { descriptors() < before - 900 })
        }
    }
}
