import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import Synchronization
import TestConditions
import TestSupport
import Testing

/// A real gpsd, the built programs, and a van that is towed away while its daemon is killed.
@Suite("A guarded van (fault 90)", .timeLimit(.minutes(5)), .tags(.waits))
struct GuardedVanTests {
    /// A receiver that tells each second where the van is.
    private final class Van: Sendable {
        let place = Mutex(vaduz)

        func drive(_ gpsd: RealGPSD) async {
            while !Task.isCancelled {
                let coordinate = place.withLock(\.self)
                gpsd.feed(NMEAEpoch(ReceiverState(time: .now, fix: .init(coordinate: coordinate))).bytes)
                try? await Task.sleep(for: .seconds(1))
            }
        }

        func move(to meters: Double) { place.withLock { $0 = vaduz.moved(byMeters: meters, bearing: 90) } }
    }

    private static func state(_ daemon: RunningDaemon) async -> GuardState? {
        try? await daemon.client.guardReport().state
    }

    private func ask(_ daemon: RunningDaemon, _ words: String...) async throws -> Programs.Result {
        try await Programs.run("placemarkctl", ["guard"] + words + ["--socket", daemon.socket])
    }

    @Test("armed, killed, restarted inside, towed, killed, restarted outside, acknowledged, off")
    func day() async throws {
        let gpsd = try await RealGPSD()
        let van = Van()
        let driving = Task { await van.drive(gpsd) }
        defer { driving.cancel() }
        let directory = try TemporaryDirectory()
        let first = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        #expect(try await ask(first).output == "Nothing is guarded.\n")
        #expect(try await ask(first, "acknowledge").status == 1)
        #expect(directory.contents("state/guard.json") == nil)
        _ = try await first.status(within: .seconds(20), "a position") { $0.location != nil }
        let armed = try await ask(first, "parked", "--radius", "20m")
        #expect(armed.status == 0 && armed.output.hasPrefix("armed"), "\(armed.output)\(armed.errors)")
        // On the disk before anybody is told so.
        #expect(directory.contents("state/guard.json") != nil)
        #expect(directory.mode("state/guard.json") == 0o600)
        try await Task.sleep(for: .seconds(8))
        first.process.terminate(SIGKILL)

        // Inside: it is still guarded.
        let second = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        #expect(await Self.state(second) == .armed)
        let log = EventLog(second.events)
        try await log.first { $0.event == .status }
        _ = try await second.status(within: .seconds(30), "fixes after the restart") { $0.acceptedFixes > 8 }
        #expect(await Self.state(second) == .armed)
        for meters in stride(from: 0.0, through: 80, by: 8) {
            van.move(to: meters)
            try await Task.sleep(for: .seconds(1))
        }
        let isTold = await poll(every: .milliseconds(200), atMost: .seconds(30)) { await Self.state(second) == .alarm }
        #expect(isTold)
        #expect(await poll(atMost: .seconds(10)) { await log.events.contains { $0.event == .guardAlarm } })
        #expect(try await ask(second).status == 1)
        second.process.terminate(SIGKILL)
        #expect(await log.end())

        // Outside: the alarm goes on, and can be acknowledged and ended.
        let third = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        let lastLog = EventLog(third.events)
        try await lastLog.first { $0.event == .status }
        let isRaised = await poll(every: .milliseconds(200), atMost: .seconds(30)) {
            await lastLog.events.contains { $0.event == .guardAlarm }
        }
        #expect(isRaised)
        #expect(try await ask(third, "acknowledge").output.hasPrefix("acknowledged"))
        let curl = try await Programs.run(
            "curl", ["--silent", "--unix-socket", third.socket, "-X", "DELETE", "http://localhost/v1/guard"])
        #expect(curl.output == #"{"state":"off"}"# + "\n")
        #expect(directory.contents("state/guard.json") == nil)
        await lastLog.stop()
    }
}
