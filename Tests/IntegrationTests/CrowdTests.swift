import Foundation
import TestConditions
import TestSupport
import Testing

/// Thousands of real clients at the real daemon.
@Suite("A crowd of clients", .timeLimit(.minutes(4)), .tags(.needsWholeMachine))
struct CrowdTests {
    /// What `socket-load` prints.
    private struct Load: Decodable {
        struct Latency: Decodable { let count: Int }
        let subscribers, requests: Latency?
        let failedRequests, lostSubscribers: Int
        let anonymousMegabytes: Double?
    }

    @Test(
        "every subscriber gets every fix, and every request its answer, beside a hundred that never read (faults 44, 45)",
        arguments: [1000, 10_000])
    func everybody(subscribers: Int) async throws {
        let gpsd = try await RealGPSD()
        // As many descriptors as may be, as the unit has it.
        let launcher = ["/bin/sh", "-c", #"ulimit -n "$(ulimit -Hn)"; exec "$@""#, "sh"]
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Publishing]\nConnectionsPerUser=20000\n", launcher: launcher)
        let receiver = try #require(gpsd.device.split(separator: ":").last)
        let result = try await Programs.run(
            Programs.path("socket-load"),
            [
                "--socket", daemon.socket, "--receiver", String(receiver), "--subscribers", String(subscribers),
                "--stalled", "100", "--requests-per-second", "20", "--fixes", "20", "--rate", "4", "--process",
                String(daemon.process.identifier),
            ], within: .seconds(120))
        #expect(result.status == 0, "\(result.errors)")
        let load = try JSONDecoder().decode(Load.self, from: Data(result.output.utf8))
        #expect(load.lostSubscribers == 0 && load.failedRequests == 0)
        #expect(try #require(load.requests).count > 50)
        // gpsd may make two reports of the first epoch, or none of one that comes too soon after another.
        #expect(try #require(load.subscribers).count >= subscribers * 19)
        // What a subscriber costs altogether, beside 3 MB for the daemon without any.
        #expect(try #require(load.anonymousMegabytes) < 6 + Double(subscribers) * 0.0045)
        #expect(await poll(atMost: .seconds(10)) { daemon.process.openDescriptorCount < 64 })
    }
}
