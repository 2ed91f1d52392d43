import Foundation
import PlacemarkClient
import PlacemarkCore
import TestSupport
import Testing

/// A position that appears nowhere else is looked for in all that the daemon lets out of its hands.
@Suite("A canary", .timeLimit(.minutes(2)))
struct CanaryTests {
    /// 12.3456789, 98.7654321 as its digits appear: in degrees, in the degrees and minutes of NMEA 0183, and as a
    /// fixed-point number.
    private static let canary = Coordinate(clampingLatitude: 12.3456789, wrappingLongitude: 98.7654321)
    private static let feathers = ["12.345", "98.765", "12.34", "98.76", "1220.74", "9845.92", "123456", "987654"]

    /// A daemon that would leave a core in its directory if it could, and that tells this socket how it is.
    private func daemon(_ port: UInt16, _ directory: TemporaryDirectory, notify: String) async throws -> RunningDaemon {
        try await RunningDaemon(
            gpsdPort: port, configuration: "[Log]\nLevel=trace\n[Track]\nKeep=disk\n", directory: directory,
            environment: ["NOTIFY_SOCKET": notify],
            launcher: ["/bin/bash", "-c", #"ulimit -c unlimited; cd "$0"; exec "$@""#, directory.path])
    }

    /// What clients send that is wrong, or right, and holds the canary.
    private static let requests = [
        "reverse 12.3456789 98.7654321", "reverse 12.3456789 998.7654321", "revers 12.3456789 98.7654321",
        "search near=12.3456789,98.7654321 Mergui", "search near=12.3456789 x", "location 12.3456789",
        #"regions add {"type":"Feature","geometry":{"type":"Point","coordinates":[98.7654321,12.3456789]},"#
            + #""properties":{"identifier":"here","radius":100}}"#,
        #"regions add {"type":"Feature","geometry":{"type":"Point","coordinates":[98.7654321,12.3456789]}}"#,
        "watch 12.3456789", "track since 12.3456789", "\u{1}12.3456789", String(repeating: "12.3456789 ", count: 1000),
    ]

    @Test("is in no log, no argument, no environment, no message to systemd and no core, whatever goes wrong")
    func outputs() async throws {
        let directory = try TemporaryDirectory()
        let notifications = try UnixSocket.bound(directory.file("notify"), SOCK_DGRAM)
        var daemon: RunningDaemon?
        var port: UInt16 = 0
        try await withLiveGPSD(at: Self.canary) { gpsd in
            port = gpsd.port
            let running = try await self.daemon(port, directory, notify: directory.file("notify"))
            daemon = running
            let status = try await running.status("a placemark") { $0.placemark != nil && $0.fixes.accepted > 10 }
            #expect(Self.canary.distance(to: try #require(status.location).coordinate) < 1)
            for request in Self.requests { _ = try? await running.client.answer(to: request) }
            let metrics = String(decoding: try await running.client.answer(to: "metrics"), as: UTF8.self)
            #expect(metrics.contains("placemarkd_fixes_total"))
            // The longest feathers: short ones may be a part of some figure of the process.
            #expect(!["12.3456", "98.7654", "1220.74", "9845.92"].contains(where: metrics.contains))
            gpsd.kill()
            _ = try await running.status("the loss of gpsd") { $0.source.state == .disconnected }
        }
        let running = try #require(daemon)
        try await withLiveGPSD(at: Self.canary, port: port) { gpsd in
            _ = try await running.status("a fix again") { $0.source.state == .live }
            // gpsd says what no receiver does, and the state files go where no file can be, for root neither.
            gpsd.feed("$GPRMC,garbage,A,1220.7407,N,09845.9259,E,,,,,*00\r\n$GPGGA,,1220.7407\r\n")
            try FileManager.default.moveItem(atPath: directory.file("state"), toPath: directory.file("old-state"))
            try directory.write("state", "in the way")
            try directory.write("placemarkd.conf", "[Location]\nDistanceFilter=far\n")
            running.process.signal(SIGHUP)
            let complaints = ["state files not written", "the configuration in force stays"]
            let complained = await poll(atMost: .seconds(10)) {
                complaints.allSatisfy(running.process.standardError.contains)
            }
            #expect(complained, "\(running.process.standardError)")
            // Of another user's process, only root may read the environment: then nobody else can.
            for file in ["cmdline", "environ"] {
                let text = try? String(contentsOfFile: "/proc/\(running.process.identifier)/\(file)", encoding: .utf8)
                #expect(text.map(Self.findings)?.isEmpty != false, "\(file)")
            }
            #expect(running.process.terminate(SIGABRT) == SIGABRT)
        }
        let log = running.process.completeStandardError
        #expect(log.contains("geocoding skipped") && log.contains("fix gained"))
        #expect(Self.findings(log).isEmpty)
        #expect(Self.findings(running.process.standardOutput).isEmpty)
        let messages = notifications.datagrams().joined(separator: "\n")
        #expect(messages.contains("READY=1") && messages.contains("STATUS=fix gained"))
        #expect(Self.findings(messages).isEmpty)
        #expect(!directory.names.contains { $0.hasPrefix("core") }, "\(directory.names)")
    }

    @Test("is found where it is, so that the search can be trusted")
    func search() {
        #expect(!Self.findings("lat=12.3456789").isEmpty && !Self.findings("09845.9259,E").isEmpty)
        #expect(Self.findings("geocoding: first").isEmpty)
    }

    private static func findings(_ text: String) -> [String] { feathers.filter(text.contains) }
}
