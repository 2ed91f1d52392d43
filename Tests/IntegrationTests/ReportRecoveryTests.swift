import Foundation
import PlacemarkModel
import Reporting
import Simulation
import Synchronization
import TestConditions
import TestSupport
import Testing

@Suite("A time without the reporter", .timeLimit(.minutes(3)), .tags(.waits))
struct ReportRecoveryTests {
    @Test("its positions come from the daemon's track, in their order and each once, and nothing is said to be missing")
    func fromTheTrack() async throws {
        let reports = try await reports(aroundAKill: "[Track]\nKeep=disk\n")
        let recovered = reports.before.count..<reports.all.count
        let kinds = Set(reports.all[recovered].map(\.kind))
        #expect(kinds.contains(.location) && !kinds.contains(.missed), "\(kinds)")
        // The way turned once in ten seconds: the track keeps a position for each turn, at least.
        let positions = reports.all[recovered].filter { $0.kind == .location && $0.takenAt < reports.restart }
        #expect(positions.count >= 2)
        // One may have been on its way when the reporter was killed.
        let last = try #require(reports.before.last?.takenAt)
        #expect(positions.allSatisfy { $0.takenAt > last })
        #expect(positions.map(\.takenAt) == positions.map(\.takenAt).sorted { $0 < $1 })
        let locations = reports.all.filter { $0.kind == .location }
        #expect(Set(locations.map(\.takenAt)).count == locations.count, "\(locations.map(\.takenAt))")
    }

    @Test("where no track is kept, it is said to be missing, from when to when")
    func missing() async throws {
        let reports = try await reports(aroundAKill: "[Track]\nKeep=none\n")
        let missed = reports.all.filter { $0.kind == .missed }
        let gap = try #require(missed.first)
        #expect(missed.count == 1)
        let start = try #require(gap.missedSince)
        // The reporter notes when it has heard the daemon last, though not with each event.
        #expect((-1...12).contains(reports.kill.duration(since: start) / .seconds(1)))
        #expect(gap.happenedAt.duration(since: reports.restart) > .seconds(-1))
    }

    private struct Reports {
        let before: [Report]
        let kill: Timestamp
        let restart: Timestamp
        let all: [Report]
    }

    /// The reports of a drive of half a minute, in the middle of which the reporter is killed, until some of after its
    /// restart have arrived.
    private func reports(aroundAKill configuration: String) async throws -> Reports {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration)
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        let directory = daemon.directory
        let server = try ChildProcess(
            "python3",
            [Checkout.file("Tests/Reports/PlacemarkReportTests/receiver"), "server", directory.file("arrived")])
        try #require(await poll(atMost: .seconds(20)) { server.standardOutput.hasSuffix("\n") })
        let port = server.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
        mkdir(directory.file("reports.d"), 0o700)
        try directory.write(
            "reports.d/fleet.conf",
            """
            [Sink]
            Type=http
            URL=http://127.0.0.1:\(port)/ok
            Precision=precise
            [Events]
            Events=location,missed
            Interval=0s
            """)
        @Sendable func reporter() throws -> ChildProcess {
            try ChildProcess(
                Programs.path("placemark-report"),
                [
                    "--sinks", directory.file("reports.d"), "--state-directory", directory.file("reporter"), "--socket",
                    daemon.socket, "--control-socket", directory.file("control.sock"),
                ])
        }
        // What the kill has let come again has its identity again.
        @Sendable func arrived() throws -> [Report] {
            let reports = try (directory.contents("arrived") ?? "").wholeLines.map {
                try JSONDecoder().decode(Report.self, from: Data($0.utf8))
            }
            return Dictionary(reports.map { ($0.id, $0) }) { first, _ in first }.values.sorted {
                $0.id.sequence < $1.id.sequence
            }
        }

        let turns = Turns()
        let drive = Task { try await feed(gpsd, turns) }
        defer { drive.cancel() }
        let first = try reporter()
        try #require(await poll(atMost: .seconds(20)) { (try? arrived().count) ?? 0 >= 3 }, "\(first.standardError)")
        first.terminate(SIGKILL)
        let (before, kill, turned) = (try arrived(), Timestamp.now, turns.count)
        // A silence of less than 15 s is that of a restart.
        try await Task.sleep(for: .seconds(20))
        // The track has the first two when the way has gone on.
        #expect(await poll(atMost: .seconds(30)) { turns.count >= turned + 3 })
        let restart = Timestamp.now
        let second = try reporter()
        let comes = await poll(atMost: .seconds(30)) {
            (try? arrived().filter { $0.takenAt.duration(since: restart) > .seconds(2) }.count) ?? 0 >= 3
        }
        #expect(comes, "\(second.standardError)")
        #expect(LogPrivacy.suspiciousLines(first.standardError + second.standardError, given: "").isEmpty)
        return Reports(before: before, kill: kill, restart: restart, all: try arrived())
    }

    /// How often the way has turned.
    private final class Turns: Sendable {
        private let made = Mutex(0)
        var count: Int { made.withLock(\.self) }
        func add() { made.withLock { $0 += 1 } }
    }

    /// 30 m/s, with a turn every ten seconds, as it happens.
    private func feed(_ gpsd: RealGPSD, _ turns: Turns) async throws {
        var place = Coordinate(clampingLatitude: 47.0, wrappingLongitude: 9.0)
        for leg in 0... {
            let metersPerLeg = 300.0
            let next = Coordinate(
                clampingLatitude: place.latitude + (leg.isMultiple(of: 2) ? metersPerLeg / 111_000 : 0),
                wrappingLongitude: place.longitude + (leg.isMultiple(of: 2) ? 0 : metersPerLeg / 76_000))
            for state in Drive(from: place, to: next, speedInKilometersPerHour: 108, startingAt: .now).prefix(10) {
                var state = state
                state.time = .now
                gpsd.feed(NMEAEpoch(state).bytes)
                try await Task.sleep(for: .seconds(1))
            }
            place = next
            turns.add()
        }
    }
}
