import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// gpsd → placemarkd → `placemarkctl location --wait`, all of them real.
@Suite("One location, waited for", .timeLimit(.minutes(2)), .tags(.waits))
struct LocationCommandTests {
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)

    /// A second of a box that stands still under a sky with this HDOP; gpsd makes 19 m of each.
    private func epoch(_ second: Int, hdop: Double) -> [UInt8] {
        let time = Timestamp(nanosecondsSinceEpoch: Self.start.nanosecondsSinceEpoch + Int64(second) * 1_000_000_000)
        return NMEAEpoch(ReceiverState(time: time, fix: .init(coordinate: vaduz, hdop: hdop))).bytes
    }

    /// Feeds epochs while `body` runs, with the HDOP that `hdop` says for each.
    private func feeding<Result: Sendable>(
        _ gpsd: RealGPSD, hdop: @escaping @Sendable (Int) -> Double, _ body: () async throws -> Result
    ) async throws -> Result {
        let feeder = Task {
            // The pace of the receiver, ten times as fast as a real one.
            for second in 0... {
                gpsd.feed(epoch(second, hdop: hdop(second)))
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        defer { feeder.cancel() }
        return try await body()
    }

    private func wait(_ daemon: RunningDaemon, _ arguments: String...) async throws -> Programs.Result {
        try await Programs.run("placemarkctl", ["location", "--json", "--socket", daemon.socket] + arguments)
    }

    @Test("ends with the first fix of the desired accuracy, long before the time is over")
    func early() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        // 95 m of accuracy at first, 19 m from the 20th epoch on.
        let result = try await feeding(gpsd, hdop: { $0 < 20 ? 5 : 1 }) {
            try await wait(daemon, "--wait", "4min", "--accuracy", "20m")
        }
        // The suite's time limit is half of that wait.
        #expect(result.status == 0, "\(result.errors)")
        let report = try JSONDecoder().decode(LocationReport.self, from: Data(result.output.utf8))
        #expect(report.horizontalAccuracy == 19)
        #expect(report.coordinate.distance(to: vaduz) < 1)
        #expect(!report.stale)
    }

    @Test("takes the best fix of the time when none is good enough")
    func best() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        // A good moment every second, or a few where others want the cores, and the time is over in between.
        let report = try await feeding(gpsd, hdop: { $0 % 10 == 0 ? 1 : 5 }) {
            _ = try await daemon.status("the first fix") { $0.source.state == .live }
            return try await daemon.client.requestLocation(within: .seconds(10), desiredAccuracyInMeters: 1)
        }
        #expect(report.horizontalAccuracy == 19)
    }

    @Test("without a receiver it says so when the time is over, with exit status 1")
    func none() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        let began = ContinuousClock.now
        let result = try await wait(daemon, "--wait", "2s")
        #expect(ContinuousClock.now - began >= .seconds(2))
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("placemarkctl: no position has come within 2 s"), "\(result.errors)")
        for arguments in [["--wait", "6min"], ["--wait", "soon"], ["--accuracy", "10m"]] {
            let wrong = try await Programs.run("placemarkctl", ["location"] + arguments)
            #expect(wrong.status == 2, "\(arguments): \(wrong.errors)")
        }
    }

    @Test("clients that wait and go leave nothing behind")
    func gone() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        // Sockets alone: the daemon opens descriptors for signals and clocks while its first client is served.
        @Sendable func sockets() -> Int { daemon.process.openSockets }
        let before = sockets()
        let clients = try (0..<50).map { _ in
            try ChildProcess(
                Programs.path("placemarkctl"), ["location", "--socket", daemon.socket, "--wait", "5min"])
        }
        // An attempt to reach gpsd may have been open in the moment of the first count, or be open in that of the last.
        #expect(await poll(atMost: .seconds(30)) { sockets() >= before + 48 })
        for client in clients { client.terminate(SIGKILL) }
        #expect(await poll(atMost: .seconds(10)) { sockets() <= before + 1 })
    }
}
