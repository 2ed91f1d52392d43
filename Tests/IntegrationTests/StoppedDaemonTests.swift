import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import Synchronization
import TestSupport
import TestConditions
import Testing

/// A daemon that did not run for a while, as when the machine has slept: what it reads then, and says first.
@Suite("The daemon is stopped for a while", .timeLimit(.minutes(3)), .tags(.waits))
struct StoppedDaemonTests {
    /// A box that goes north from Vaduz at 20 m/s, at 10 Hz, with the right time.
    private final class Trip: Sendable {
        private let epochs = Mutex(0)

        /// Where it is now.
        var place: Coordinate { Self.place(epochs.withLock(\.self)) }

        private static func place(_ epoch: Int) -> Coordinate {
            Coordinate(clampingLatitude: 47.141 + Double(epoch) * 2 / 111_195, wrappingLongitude: 9.521)
        }

        /// Feeds until the task is cancelled.
        func feed(_ gpsd: RealGPSD) async {
            while !Task.isCancelled {
                let epoch = epochs.withLock { epochs in
                    epochs += 1
                    return epochs
                }
                let time = Timestamp(nanosecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1e9))
                let fix = ReceiverState.Fix(
                    coordinate: Self.place(epoch), speedInMetersPerSecond: 20, courseInDegrees: 0)
                gpsd.feed(NMEAEpoch(ReceiverState(time: time, fix: fix)).bytes)
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Stops the daemon for so long. Returns what it answers to a client that has asked meanwhile: the kernel takes the
    /// question, and the daemon finds it there, before its timers have run.
    private func stop(_ daemon: RunningDaemon, for duration: Duration) async throws -> Status {
        daemon.process.signal(SIGSTOP)
        let asking = Task {
            try await Task.sleep(for: duration - .milliseconds(500))
            return try await daemon.client.status()
        }
        try await Task.sleep(for: duration)
        daemon.process.signal(SIGCONT)
        return try await asking.value
    }

    @Test("the backlog of 15 s is drained: the latest fix wins, and the oldest are dropped for their age (fault 23)")
    func backlog() async throws {
        let gpsd = try await RealGPSD()
        let trip = Trip()
        let feeding = Task { await trip.feed(gpsd) }
        defer { feeding.cancel() }
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        let before = try await daemon.status("a placemark") { $0.source.state == .live && $0.placemark != nil }
        let began = ContinuousClock.now
        let first = try await stop(daemon, for: .seconds(15))
        // Stale from 5 s on; the age is told to a tenth, so that of 4.95 s is told as 5.
        #expect(first.location.map { $0.stale || $0.age <= 5 } == true, "\(first)")

        let after = try await daemon.status(within: .seconds(5), "the present place") {
            $0.location.map { !$0.stale && $0.age < 1 && $0.coordinate.distance(to: trip.place) < 60 } == true
        }
        // Fixes of the first five of the fifteen seconds; of more, where a busy machine has made more of the fifteen.
        let most = max(70, Int((ContinuousClock.now - began).inSeconds * 10) - 80)
        #expect((1...most).contains(after.rejectedFixes["tooOld"] ?? 0), "\(after.fixes)")
        #expect(after.acceptedFixes > before.acceptedFixes + 20)
        #expect(after.rejectedFixes["outOfOrder"] == nil && after.rejectedFixes["implausibleSpeed"] == nil)
        // The way was 300 m long, and not a minute has passed.
        #expect(after.geocoding?.requests == before.geocoding?.requests)
    }

    @Test("what has been lost while it slept is stale with the first answer, and found again within 5 s (fault 34)")
    func asleep() async throws {
        var gpsd = try await RealGPSD()
        let port = gpsd.port
        let trip = Trip()
        var feeding = Task { [gpsd] in await trip.feed(gpsd) }
        defer { feeding.cancel() }
        let daemon = try await RunningDaemon(gpsdPort: port)
        _ = try await daemon.status("a placemark") { $0.source.state == .live && $0.placemark?.stale == false }

        // gpsd has forgotten its clients when they wake up.
        daemon.process.signal(SIGSTOP)
        feeding.cancel()
        gpsd.kill()
        let first = try await stop(daemon, for: .seconds(6))
        #expect(first.source.state != .live, "\(first)")
        #expect(first.location?.stale == true && first.placemark?.stale == true)

        gpsd = try await RealGPSD(port: port)
        feeding = Task { [gpsd] in await trip.feed(gpsd) }
        let live = try await daemon.status(within: .seconds(5), "a fix again") { $0.source.state == .live }
        #expect(live.location?.stale == false)
    }

    @Test(
        "after a night in a time namespace, the age of the placemark is that of the night, and no timer is late (fault 34)",
        .enabled("no time namespace can be made here") { await Namespaces.allow("--time", "--fork") })
    func night() async throws {
        let directory = try TemporaryDirectory()
        let gpsd = try await RealGPSD()
        let trip = Trip()
        var feeding = Task { await trip.feed(gpsd) }
        defer { feeding.cancel() }
        let evening = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        _ = try await evening.status("a placemark") { $0.placemark?.stale == false }
        #expect(await poll(atMost: .seconds(10)) { directory.contents("state/placemark.json") != nil })
        evening.process.terminate(SIGKILL)
        feeding.cancel()

        // Eight hours later by the boot-time clock, in the same boot.
        let morning = try await RunningDaemon(
            gpsdPort: gpsd.port, directory: directory,
            launcher: ["unshare"] + Namespaces.asRoot
                + ["--time", "--boottime", "28800", "--fork", "--kill-child=SIGKILL"])
        let first = try await morning.client.status()
        #expect(first.placemark.map { $0.stale && (28_800..<32_400).contains($0.age) } == true, "\(first)")

        feeding = Task { await trip.feed(gpsd) }
        let live = try await morning.status("a fix") { $0.source.state == .live && $0.placemark?.stale == false }
        // Of this morning, however busy the machine is.
        #expect(live.placemark.map { $0.age < 3600 } == true && live.source.since < 3600)
        feeding.cancel()
        let stale = try await morning.status("staleness") { $0.source.state == .stale }
        #expect(stale.location.map { (5..<3600).contains($0.age) } == true)
        withExtendedLifetime(gpsd) {}
    }
}
