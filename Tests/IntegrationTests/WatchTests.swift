import Foundation
import PlacemarkClient
import LocationEngine
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// A real gpsd, the built programs, and what `placemarkctl watch` writes while the daemon comes and goes. The other
/// programs that read it are in `Systemd/consumers-test`.
@Suite("placemarkctl watch", .timeLimit(.minutes(2)), .tags(.waits))
struct WatchTests {
    /// 2026-11-20T08:00:00Z
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)

    /// A slow drive that lasts longer than any test: 36 km/h to the north.
    private static let drive = Drive(
        from: vaduz, to: Coordinate(clampingLatitude: 47.241, wrappingLongitude: vaduz.longitude),
        speedInKilometersPerHour: 36,
        startingAt: start,
        receiver: .init(coordinate: vaduz, altitudeInMeters: 455.5, geoidSeparationInMeters: 48, hdop: 1.3))

    /// Feeds the drive, ten times as fast as it was, until it goes.
    private final class Receiver: Sendable {
        private let task: Task<Void, Never>

        init(_ gpsd: RealGPSD) {
            task = Task {
                for state in WatchTests.drive {
                    guard !Task.isCancelled else { return }
                    gpsd.feed(NMEAEpoch(state).bytes)
                    try? await Task.sleep(for: .milliseconds(100))
                }
            }
        }

        deinit { task.cancel() }
    }

    private func watch(_ daemon: RunningDaemon, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(Programs.path("placemarkctl"), ["watch", "--socket", daemon.socket] + arguments)
    }

    private func lines(_ child: ChildProcess) -> [String] {
        child.standardOutput.split(separator: "\n").map(String.init)
    }

    @Test("a bar goes on after a restart of the daemon; a reader of events does with --reconnect, and ends without")
    func restart() async throws {
        let gpsd = try await RealGPSD()
        // At rest: on its way it would be in another city before a busy machine has come so far.
        let feeding = Task { await feedStanding { gpsd.feed($0) } }
        defer { feeding.cancel() }
        let directory = try TemporaryDirectory()
        let first = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        let bar = try watch(first, "--format", "plain")
        let script = try watch(first, "--json")
        let persistent = try watch(first, "--reconnect", "--json", "placemark")
        try #require(await poll(atMost: .seconds(20)) { self.lines(bar).last == "Vaduz" }, "\(bar.standardOutput)")
        for reader in [script, persistent] {
            try #require(await poll(atMost: .seconds(20)) { !self.lines(reader).isEmpty }, "\(reader.standardError)")
        }
        first.process.terminate()
        #expect(await script.exitStatus(within: .seconds(10)) == 69)
        #expect(script.standardError.contains("placemarkd has closed the connection"))
        #expect(await poll(atMost: .seconds(10)) { self.lines(bar).last == "no placemarkd" }, "\(bar.standardOutput)")
        let second = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        #expect(await poll(atMost: .seconds(30)) { self.lines(bar).last == "Vaduz" }, "\(bar.standardOutput)")
        // The first line of each of the two daemons.
        #expect(
            await poll(atMost: .seconds(30)) {
                self.lines(persistent).count { $0.contains(#""event":"status""#) } == 2
            }, "\(persistent.standardOutput)")
        #expect(persistent.standardError.split(separator: "\n").count == 1, "\(persistent.standardError)")
        withExtendedLifetime(second) {}
    }

    @Test("a reader that goes away ends every watch, also while there is nothing to write", arguments: WatchFormat.all)
    func closedPipe(format: String) async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
            _ = try await daemon.status("a placemark") { $0.placemark != nil && $0.source.state == .live }
            let script = #""$0" watch --format "$2" --reconnect --socket "$1" | head -n 1; echo ${PIPESTATUS[0]}"#
            let result = try await Programs.run(
                "bash", ["-c", script, Programs.path("placemarkctl"), daemon.socket, format], within: .seconds(20))
            #expect(
                result.output.split(whereSeparator: \.isNewline).last == "141" && result.errors.isEmpty, "\(result)")
        }
    }

    private enum WatchFormat {
        static let all = ["json", "text", "waybar", "polybar", "plain", "owntracks", "nmea", "geoclue"]
    }

    @Test("a person is told the local time of each event")
    func localTime() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let watch = try ChildProcess(
            Programs.path("placemarkctl"), ["watch", "--socket", daemon.socket], environment: ["TZ": "XYZ-05:45"])
        try #require(await poll(atMost: .seconds(20)) { !self.lines(watch).isEmpty }, "\(watch.standardError)")
        let first = try #require(lines(watch).first)
        let match = try #require(first.firstMatch(of: /^(\d\d):(\d\d):(\d\d)  status/), "\(first)")
        let seconds = try #require(Int(match.1)) * 3600 + (try #require(Int(match.2))) * 60
        let local = (Int(Date().timeIntervalSince1970) + 5 * 3600 + 45 * 60) % 86_400
        let difference = (local - seconds + 86_400) % 86_400
        #expect(difference < 180, "\(first)")
    }

    @Test("a second gpsd that reads the sentences makes the same location of them, to the accuracy and the speed")
    func roundTrip() async throws {
        let (gpsd, second) = (try await RealGPSD(), try await RealGPSD())
        let receiver = Receiver(gpsd)
        let configuration = "[Location]\nDistanceFilter=0m\n"
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration)
        let watch = try watch(daemon, "--format", "nmea")
        let forwarding = Task {
            var forwarded = 0
            while !Task.isCancelled {
                let text = watch.standardOutput.utf8
                // An empty datagram would be the end of the receiver.
                if text.count > forwarded { second.feed(text.dropFirst(forwarded)) }
                forwarded = text.count
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { forwarding.cancel() }
        let reader = try await RunningDaemon(gpsdPort: second.port, configuration: configuration)
        // gpsd may report the first epoch before it has heard all of its sentences.
        let copy = try await reader.status("a live location, whole") { status in
            guard let location = status.location, status.source.state == .live else { return false }
            return location.speed != nil && location.ellipsoidalAltitude != nil
        }
        let there = try #require(copy.location)
        let truth = try #require(Self.drive.first { $0.time == there.timestamp }?.fix)
        #expect(there.coordinate.distance(to: truth.coordinate) < 0.1)
        #expect(there.altitude == 455.5 && there.ellipsoidalAltitude == 503.5)
        #expect(there.speed == 10 && there.course == 0)
        // Two decimals of a dilution are 0.2 m.
        #expect(abs(try #require(there.horizontalAccuracy) - 1.3 * 19) <= 0.2)
        let named = try await reader.status("a placemark") { $0.placemark != nil }
        #expect(named.placemark?.placemark.isoCountryCode == "LI")
        withExtendedLifetime(receiver) {}
    }
}
