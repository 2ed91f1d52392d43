import Foundation
import PlacemarkClient
import PlacemarkCore
import Simulation
import TestSupport
import Testing

/// Receivers and servers that are wrong, behind the real daemon.
@Suite("The daemon is told wrong things", .timeLimit(.minutes(2)))
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

    @Test("of two receivers the one that drifts is left, and the other one is kept (fault 17)")
    func drift() async throws {
        let two = try await TwoReceivers()
        let (daemon, devices, feeders) = (two.daemon, two.devices, two.feeders)
        // It claims to stand still, and wanders off at 10 m/s.
        let drifting = Task { await feed({ feeders[0].send($0) }) { Self.vaduz(Double($0)) } }
        defer { drifting.cancel() }
        _ = try await daemon.status("a fix of the first") { $0.source.state == .live && $0.source.device == devices[0] }
        let steady = Task { await feed({ feeders[1].send($0) }) { _ in Self.vaduz() } }
        defer { steady.cancel() }
        let changed = try await daemon.status(within: .seconds(40), "the change") { $0.source.device == devices[1] }
        #expect(changed.source.state == .live)
        #expect(changed.location.map { $0.coordinate.distance(to: Self.vaduz()) < 1 } == true)
        let later = try await daemon.status("fifty fixes more") { $0.fixes.accepted >= changed.fixes.accepted + 50 }
        #expect(later.source.device == devices[1])
        #expect(two.gpsd.isRunning)
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
        _ = try await daemon.status("five seconds of it") {
            $0.fixes.accepted > first.fixes.accepted + 25 && ($0.fixes.rejected["noFix"] ?? 0) > 20
        }
        let changes = await log.events
        await log.stop()
        #expect(changes.isEmpty, "\(changes)")
    }

    /// The changes of the source from now on.
    private static func sources(of client: PlacemarkClient) -> AsyncStream<SourceMonitor.State> {
        AsyncStream { continuation in
            let reading = Task {
                do {
                    for try await event in client.events() {
                        if event.event == .source, let source = event.source { continuation.yield(source.state) }
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
        let suspect = try await daemon.status("fixes") { $0.fixes.accepted > 10 }
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
        #expect(sane.fixes.rejected.filter { $0.key != "duplicate" && $0.key != "noFix" } == [:])
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
        let last = try await daemon.client.status()
        let heard = { (status: Status) in status.fixes.accepted + status.fixes.rejected.values.reduce(0, +) }
        #expect(heard(last) > heard(first) + 1000)
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
