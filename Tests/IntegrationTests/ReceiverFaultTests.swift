import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// Receivers and servers that are wrong, behind the real daemon.
@Suite("The daemon is told wrong things", .timeLimit(.minutes(2)), .tags(.waits))
struct ReceiverFaultTests {
    /// Feeds an epoch every tenth of a second until the task is cancelled; nil is an epoch without a fix.
    private func feed(
        _ send: @Sendable ([UInt8]) -> Void, at time: @Sendable (Date) -> Date = { $0 },
        _ place: @Sendable (_ epoch: Int) -> Coordinate?
    ) async {
        for epoch in 0... {
            let now = Timestamp(nanosecondsSinceEpoch: Int64(time(.now).timeIntervalSince1970 * 1e9))
            send(NMEAEpoch(ReceiverState(time: now, fix: place(epoch).map { .init(coordinate: $0) })).bytes)
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
        }
    }

    /// A point in Vaduz, so many metres further north.
    private static func vaduz(_ meters: Double = 0) -> Coordinate {
        Coordinate(clampingLatitude: 47.141 + meters / 111_195, wrappingLongitude: 9.521)
    }

    /// A receiver on a pseudo terminal that stands in Vaduz by its own word, and is so many metres north of it.
    private static func receiver(
        every interval: Duration, offset: (_ seconds: Double) -> Double = { _ in 0 }
    ) throws -> SimulatedReceiver<[ReceiverState]> {
        let start = Int64(Date.now.timeIntervalSince1970 * 1e9)
        let states = (0..<Int(Duration.seconds(120) / interval)).map { epoch in
            let seconds = (interval * epoch).inSeconds
            return ReceiverState(
                time: Timestamp(nanosecondsSinceEpoch: start + Int64(seconds * 1e9)),
                fix: .init(coordinate: vaduz(offset(seconds))))
        }
        return try SimulatedReceiver(states, every: interval, to: .pty)
    }

    /// Two receivers on the same gpsd: the first is listened to before the second says anything.
    private func twoReceivers(
        _ first: SimulatedReceiver<[ReceiverState]>, _ second: SimulatedReceiver<[ReceiverState]>,
        _ body: (RunningDaemon) async throws -> Void
    ) async throws {
        let port = try Loopback.freePort()
        let gpsd = try ChildProcess("gpsd", ["-N", "-n", "-S", "\(port)", first.device, second.device])
        let daemon = try await RunningDaemon(gpsdPort: port)
        let feeding = Task { try await first.run() }
        defer { feeding.cancel() }
        _ = try await daemon.status("a fix of the first") {
            $0.source.state == .live && $0.source.device == first.device
        }
        let feedingSecond = Task { try await second.run() }
        defer { feedingSecond.cancel() }
        try await body(daemon)
        #expect(gpsd.isRunning)
    }

    @Test("of two receivers on terminals the one that drifts is left, and the other one is kept (fault 17)")
    func drift() async throws {
        // It claims to stand still, and wanders off at 10 m/s.
        let drifting = try Self.receiver(every: .milliseconds(100)) { $0 * 10 }
        let steady = try Self.receiver(every: .milliseconds(100))
        try await twoReceivers(drifting, steady) { daemon in
            let changed = try await daemon.status(within: .seconds(40), "the change") {
                $0.source.device == steady.device
            }
            #expect(changed.source.state == .live)
            #expect(changed.location.map { $0.coordinate.distance(to: Self.vaduz()) < 1 } == true)
            let later = try await daemon.status("fifty fixes more") {
                $0.acceptedFixes >= changed.acceptedFixes + 50
            }
            #expect(later.source.device == steady.device)
        }
    }

    @Test("of a receiver of 1 Hz and one of 10 Hz the faster one is listened to, and kept (fault 17)")
    func rates() async throws {
        let (slow, fast) = (try Self.receiver(every: .seconds(1)), try Self.receiver(every: .milliseconds(100)))
        try await twoReceivers(slow, fast) { daemon in
            let changed = try await daemon.status(within: .seconds(40), "the change") {
                $0.source.device == fast.device
            }
            #expect((changed.rejectedFixes["otherDevice"] ?? 0) > 20)
            let later = try await daemon.status("a hundred fixes more") {
                $0.acceptedFixes >= changed.acceptedFixes + 100
            }
            #expect(later.source.device == fast.device && later.source.state == .live)
        }
    }

    @Test("a receiver whose fix comes and goes at 10 Hz changes no state (fault 3)")
    func flapping() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        let feeding = Task { await feed({ gpsd.feed($0) }) { $0.isMultiple(of: 2) ? Self.vaduz() : nil } }
        defer { feeding.cancel() }
        let first = try await daemon.status("a fix") { $0.source.state == .live }
        let log = EventLog(Self.sources(of: daemon.client))
        try await log.first("the present state") { $0 == .live }
        _ = try await daemon.status("five seconds of it") {
            $0.acceptedFixes > first.acceptedFixes + 25 && ($0.rejectedFixes["noFix"] ?? 0) > 20
        }
        let changes = await log.events
        await log.stop()
        #expect(!changes.contains(.noFix), "\(changes)")
    }

    /// The state of the source, and its changes from now on.
    private static func sources(of client: PlacemarkClient) -> AsyncStream<SourceState> {
        AsyncStream { continuation in
            let reading = Task {
                do {
                    for try await event in client.events() {
                        if let source = event.source ?? event.status?.source { continuation.yield(source.state) }
                    }
                } catch {}
                continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    @Test("a date that no receiver can have is marked until it is right, and the position counts (fault 30)")
    func rolledOver() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        // gpsd corrects what is older than 2017 by itself, as far as it knows how.
        let early = try #require(ISO8601DateFormatter().date(from: "2018-03-01T00:00:00Z"))
        let start = Date.now
        let wrong = Task {
            await feed({ gpsd.feed($0) }, at: { early + $0.timeIntervalSince(start) }) { _ in Self.vaduz() }
        }
        let suspect = try await daemon.status("fixes") { $0.acceptedFixes > 10 && $0.placemark != nil }
        wrong.cancel()
        #expect(suspect.source.state == .live)
        #expect(suspect.location?.timestampSuspect == true)
        #expect(suspect.location?.timestamp?.civilTime.year == 2018)
        #expect(suspect.placemark?.placemark.locality == "Vaduz")
        await wrong.value
        let right = Task { await feed({ gpsd.feed($0) }) { _ in Self.vaduz() } }
        defer { right.cancel() }
        let sane = try await daemon.status("the right time") { $0.location?.timestampSuspect == nil }
        #expect(sane.source.state == .live)
        #expect(sane.location.map { ($0.timestamp?.civilTime.year ?? 0) > 2018 } == true)
        #expect(sane.rejectedFixes.filter { $0.key != "duplicate" && $0.key != "noFix" } == [:])
    }

    @Test("while a server floods, clients are served, and one core is enough (fault 29)")
    func flood() async throws {
        let server = try StubServer()
        let daemon = try await RunningDaemon(gpsdPort: server.port)
        let connection = try await server.accept()
        await connection.send(
            line: #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
        // The first receiver to report is the one that is listened to.
        await connection.send(
            line: #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-20T19:59:59Z","lat":47.141,"lon":9.521}"#)
        _ = try await daemon.status("the city") { $0.placemark?.placemark.locality == "Vaduz" }
        let flooding = Task {
            for batch in 0... {
                guard !Task.isCancelled, await connection.send(Self.reports(batch)) else { return }
            }
        }
        defer { flooding.cancel() }
        let first = try await daemon.status("a fix") { $0.source.state == .live }
        let (start, used) = (ContinuousClock.now, try ProcessUse(of: daemon.process.identifier).processorTime)
        for _ in 0..<100 {
            // Each has the client's own time limit.
            let city = try await daemon.client.city()
            #expect(city.hasPrefix("Vaduz"), "\(city)")
            try await Task.sleep(for: .milliseconds(20))
        }
        let wall = ContinuousClock.now - start
        let cpu = try ProcessUse(of: daemon.process.identifier).processorTime - used
        // The thread of gpsd, the actor and the event loop work one after the other; a little is in parallel.
        #expect(cpu <= wall * 1.5, "\(cpu) of a processor in \(wall)")
        let heard: @Sendable (Status) -> Int = { $0.acceptedFixes + $0.rejectedFixes.values.reduce(0, +) }
        _ = try await daemon.status("a thousand reports more") { heard($0) > heard(first) + 1000 }
        #expect(daemon.process.isRunning)
    }

    /// A thousand position reports: good, wild, without a fix, of made-up receivers, and nonsense.
    private static func reports(_ batch: Int) -> [UInt8] {
        var text = ""
        for index in 0..<1000 {
            let number = batch * 1000 + index
            let time = Timestamp(nanosecondsSinceEpoch: 1_795_204_800_000_000_000 + Int64(number) * 1_000_000)
            let latitude = index.isMultiple(of: 7) ? "12.5" : "47.141"
            switch index % 10 {
            case 0: text += #"{"class":"TPV","device":"/dev/a","mode":1}"# + "\n"
            case 1:
                text += #"{"class":"TPV","device":"/dev/\#(number)","mode":3,"lat":1,"lon":2,"time":"\#(time)"}"# + "\n"
            case 2: text += "{\"class\":\"\u{1}nonsense\n"
            default:
                text +=
                    #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":9.521}"#
                    + "\n"
            }
        }
        return Array(text.utf8)
    }
}
