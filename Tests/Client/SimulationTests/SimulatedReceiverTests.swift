import GPSD
import Glibc
import PlacemarkModel
import SystemClocks
import TestSupport
import TestConditions
import Testing

@testable import Simulation

@Suite(.tags(.waits)) struct SimulatedReceiverTests {
    private let start: Timestamp
    private let drive: Drive

    init() throws {
        start = try #require(Timestamp(parsing: "2026-11-20T20:24:49Z"))
        let from = try #require(Coordinate(latitude: -17, longitude: 179.999))
        let to = try #require(Coordinate(latitude: -17, longitude: -179.999))
        drive = Drive(from: from, to: to, speedInKilometersPerHour: 36, startingAt: start)
    }

    private func log(_ gpsd: RealGPSD) -> EventLog<SourceEvent> {
        EventLog(
            GPSDProvider(endpoint: GPSDEndpoint(host: "127.0.0.1", port: gpsd.port)) { BootClock.now }.events())
    }

    @Test(
        "reads a destination",
        arguments: [
            ("pty", .pty), ("udp://127.0.0.1:5000", .udp(host: "127.0.0.1", port: 5000)),
            ("udp://[::1]:5000", .udp(host: "::1", port: 5000)),
        ] as [(String, ReceiverDestination)])
    func destination(text: String, expected: ReceiverDestination) throws {
        #expect(try ReceiverDestination(parsing: text) == expected)
        #expect(expected.description == text)
    }

    @Test(
        "refuses what is no destination",
        arguments: ["", "udp://", "udp://:5", "udp://h", "udp://h:0", "tcp://h:5", "ptyx"])
    func badDestination(text: String) {
        #expect(throws: SimulationError.malformedDestination(text)) { try ReceiverDestination(parsing: text) }
    }

    @Test("fault 15: gpsd understands a drive across the antimeridian, field for field", .timeLimit(.minutes(1)))
    func realGPSD() async throws {
        let gpsd = try await RealGPSD()
        let log = log(gpsd)
        try await log.first("the connection") { $0 == .connected }
        let receiver = try SimulatedReceiver(
            drive, every: drive.interval, acceleration: 100, to: ReceiverDestination(parsing: gpsd.device))
        try await receiver.run()
        let last = try #require(Array(drive).last?.time)
        try await log.first("the last epoch") {
            if case .fix(let location) = $0 { location.timestamp == last } else { false }
        }

        let expected = Dictionary(uniqueKeysWithValues: drive.map { ($0.time, $0.fix) })
        var seen: Set<Timestamp> = []
        for case .fix(let location) in await log.events {
            // The first epoch is reported before its date and speed are known.
            guard let time = location.timestamp, location.course != nil else { continue }
            let fix = try #require(expected[time] ?? nil)
            #expect(location.coordinate.distance(to: fix.coordinate) < 0.01)
            #expect(location.mode == .threeDimensional)
            #expect(abs((location.altitude ?? 0) - 100) < 0.01)
            #expect(abs((location.ellipsoidalAltitude ?? 0) - 140) < 0.01)
            #expect(abs((location.speed ?? 0) - 10) < 0.001)
            #expect(abs((location.course ?? 0) - (fix.courseInDegrees ?? 0)) < 0.006)
            #expect(abs((location.horizontalAccuracy ?? 0) - 17.1) < 0.01)
            #expect((location.verticalAccuracy ?? 0) > 0)
            seen.insert(time)
        }
        #expect(seen.count >= expected.count - 1)
    }

    @Test("gpsd reads a pseudo terminal like a serial port", .timeLimit(.minutes(1)))
    func pseudoTerminal() async throws {
        let stay = Stay(at: drive.from, for: .seconds(3600), startingAt: start)
        let receiver = try SimulatedReceiver(stay, every: stay.interval, acceleration: 20, to: .pty)
        #expect(receiver.device.hasPrefix("/dev/pts/"))
        // Started before gpsd, as a receiver is: nobody reads, and nothing waits.
        let running = Task { try await receiver.run() }
        defer { running.cancel() }
        let gpsd = try await RealGPSD(.device(receiver.device))
        try await log(gpsd).first(within: .seconds(30), "a fix") {
            if case .fix(let location) = $0 { location.device == receiver.device } else { false }
        }
    }

    @Test("without a listener it goes on to the end, no faster than it should", .timeLimit(.minutes(1)))
    func nobodyListens() async throws {
        let port = try Loopback.freePort(datagram: true)
        let stay = Stay(at: drive.from, for: .seconds(50), startingAt: start)
        let receiver = try SimulatedReceiver(
            stay, every: .seconds(1), acceleration: 100, to: .udp(host: "127.0.0.1", port: port))
        let began = ContinuousClock.now
        var epochs = 0
        try await receiver.run { _ in epochs += 1 }
        #expect(epochs == 51)
        #expect(ContinuousClock.now - began >= .milliseconds(500))
    }

    @Test("ends when it is cancelled", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let stay = Stay(at: drive.from, for: .seconds(3600), startingAt: start)
        let receiver = try SimulatedReceiver(stay, every: .seconds(1), to: .pty)
        let running = Task { try await receiver.run() }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test("an unknown host is an error in words")
    func unknownHost() {
        let error = #expect(throws: SimulationError.self) {
            try SimulatedReceiver(drive, every: .seconds(1), to: .udp(host: "no-such-host.invalid", port: 5000))
        }
        #expect(error?.description == "the host “no-such-host.invalid” is unknown")
    }
}
