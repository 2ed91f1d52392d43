import Foundation
import PlacemarkClient
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// A position that appears nowhere else is looked for in all that the daemon lets out of its hands.
@Suite("A canary", .timeLimit(.minutes(6)), .tags(.waits))
struct CanaryTests {
    private static let coordinate = Coordinate(clampingLatitude: 12.3456789, wrappingLongitude: 98.7654321)
    private static let canary = Canary(coordinate)

    /// A daemon that tells this socket how it is, and precise readers of a file its metrics.
    private func daemon(_ port: UInt16, _ directory: TemporaryDirectory, notify: String) async throws -> RunningDaemon {
        try await RunningDaemon(
            gpsdPort: port,
            configuration: """
                [Track]
                Keep=disk
                [Publishing]
                MetricsFile=\(directory.file("placemarkd.prom"))
                MetricsFilePrecision=precise

                """,
            directory: directory, environment: ["NOTIFY_SOCKET": notify])
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
        try await withLiveGPSD(at: Self.coordinate) { gpsd in
            port = gpsd.port
            let running = try await self.daemon(port, directory, notify: directory.file("notify"))
            daemon = running
            let status = try await running.status("a placemark") { $0.placemark != nil && $0.acceptedFixes > 10 }
            #expect(Self.coordinate.distance(to: try #require(status.location).coordinate) < 1)
            for request in Self.requests { _ = try? await running.client.answer(to: request) }
            let metrics = String(decoding: try await running.client.answer(to: "metrics"), as: UTF8.self)
            #expect(metrics.contains("placemarkd_fixes_total"))
            // Short ones may be a part of some figure of the process.
            #expect(Self.canary.traces(in: metrics).isEmpty)
            #expect(await poll(atMost: .seconds(20)) { directory.contents("placemarkd.prom") != nil })
            gpsd.kill()
            _ = try await running.status("the loss of gpsd") { $0.source.state == .disconnected }
        }
        let running = try #require(daemon)
        try await withLiveGPSD(at: Self.coordinate, port: port) { gpsd in
            _ = try await running.status("a fix again") { $0.source.state == .live }
            // gpsd says what no receiver does, and the state files go where no file can be, for root neither.
            gpsd.feed("$GPRMC,garbage,A,1220.7407,N,09845.9259,E,,,,,*00\r\n$GPGGA,,1220.7407\r\n")
            try FileManager.default.moveItem(atPath: directory.file("state"), toPath: directory.file("old-state"))
            try directory.write("state", "in the way")
            try directory.write("placemarkd.conf", "[Location]\nDistanceFilter=far\n")
            running.process.signal(SIGHUP)
            let complaints = ["state files not written", "the configuration in force stays"]
            // What has not changed is written once a minute.
            let complained = await poll(atMost: .seconds(30)) {
                complaints.allSatisfy(running.process.standardError.contains)
            }
            #expect(complained, "\(running.process.standardError)")
            #expect(running.process.terminate(SIGABRT) == SIGABRT)
        }
        let log = running.process.completeStandardError
        #expect(log.contains("geocoding skipped") && log.contains("fix gained"))
        #expect(Self.findings(log).isEmpty)
        let messages = notifications.datagrams().joined(separator: "\n")
        #expect(messages.contains("READY=1") && messages.contains("STATUS=fix gained"))
        #expect(Self.findings(messages).isEmpty)
        // Standard output, its processes, the file of metrics and cores are looked at where each daemon ends.
    }

    @Test(
        "is found where it is, so that the search can be trusted",
        arguments: [
            "lat=12.3456789", "lat=-12.3457", "[98.76543,12]", "98.765432099999999.", "09845.9259,E",
            "$GPGGA,,1220.7407",
            "at 123456789", "\"lon_e6\":98765432",
        ])
    func found(text: String) {
        #expect(Self.canary.traces(in: text).count == 1)
    }

    @Test(
        "and not where it is not",
        arguments: [
            "geocoding: first", "12.3455", "112.3456789", "12.345", "12.3456.789.1", "port 12345", "98.7657 s",
            "1234567",
            "1221.7407", "12.34567.89",
        ])
    func notFound(text: String) {
        #expect(Self.canary.traces(in: text).isEmpty)
    }

    @Test("a round coordinate has no digits of its own: it is looked for nowhere")
    func round() {
        let round = Canary(Coordinate(clampingLatitude: 0, wrappingLongitude: 50))
        #expect(round.traces(in: "50.0000 0.0000 47.141").isEmpty)
    }

    private static func findings(_ text: String) -> [Substring] { canary.traces(in: text, decimals: 2) }
}
