import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

/// A real gpsd, the built programs, and files of regions.
@Suite("Regions from files and at run time", .timeLimit(.minutes(4)), .tags(.waits))
struct RegionsTests {
    /// 2026-11-20T08:00:00Z
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)
    private static let sargans = Coordinate(clampingLatitude: 47.0486, wrappingLongitude: 9.4411)

    /// Plays epochs one after the other, and then the last one again and again with the receiver's clock going on.
    private final class Player: Sendable {
        private let task: Task<Void, Never>

        init(_ route: [Coordinate], secondsBefore: Int, to gpsd: RealGPSD, every pause: Duration) {
            task = Task {
                var second = secondsBefore
                func feed(_ coordinate: Coordinate) {
                    let time = RegionsTests.start.advanced(bySeconds: second)
                    gpsd.feed(NMEAEpoch(ReceiverState(time: time, fix: .init(coordinate: coordinate))).bytes)
                    second += 1
                }
                for coordinate in route {
                    feed(coordinate)
                    try? await Task.sleep(for: pause)
                }
                while !Task.isCancelled, let last = route.last {
                    feed(last)
                    try? await Task.sleep(for: .milliseconds(200))
                }
            }
        }

        func stop() async {
            task.cancel()
            await task.value
        }
    }

    private static func route(from: Coordinate, to: Coordinate) -> [Coordinate] {
        (0...300).map { from.interpolated(to: to, fraction: Double($0) / 300) }
    }

    /// What a daemon tells of regions, and of nothing else: who is told each fix, and is held up, misses events.
    private static func crossings(of daemon: RunningDaemon) -> AsyncStream<EventReport> {
        daemon.events(of: EventFilter([.regionEntered, .regionExited]))
    }

    private static func crossings(_ events: [EventReport]) -> [String] {
        events.compactMap { event in
            switch event.event {
            case .regionEntered: event.region.map { "+" + $0 }
            case .regionExited: event.region.map { "-" + $0 }
            default: nil
            }
        }
    }

    @Test("a drive enters and leaves; a kill inside and a restart bring no false event; a bad file changes nothing")
    func driveAndRestart() async throws {
        let gpsd = try await RealGPSD()
        let directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory.file("regions.d"), withIntermediateDirectories: true)
        try directory.write(
            "regions.d/liechtenstein.geojson",
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "properties": {"identifier": "vaduz", "radius": 500},
               "geometry": {"type": "Point", "coordinates": [9.521, 47.141]}},
              {"type": "Feature", "properties": {"identifier": "country", "notifyOnExit": false}, "geometry":
               {"type": "Polygon", "coordinates": [[[9.47, 47.12], [9.64, 47.12], [9.64, 47.27], [9.47, 47.27], [9.47, 47.12]]]}},
              {"type": "Feature", "properties": {"identifier": "far", "radius": 500},
               "geometry": {"type": "Point", "coordinates": [-70, 10]}}
            ]}
            """)
        let configuration = "[Regions]\nDirectory=\(directory.file("regions.d"))\n"
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration, directory: directory)
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }

        let added = try await Programs.run(
            "placemarkctl",
            ["regions", "add", "castle", "--at", "47.1395,9.5244", "--radius", "0.6km", "--socket", daemon.socket])
        #expect(added.status == 0)
        #expect(added.output.hasPrefix("castle  "), "\(added.output)")

        // Rests in Sargans until it is known to be outside everywhere, and then drives to Vaduz.
        let log = EventLog(Self.crossings(of: daemon))
        try await log.first { $0.event == .status }
        let rest = Player([Self.sargans], secondsBefore: 0, to: gpsd, every: .milliseconds(200))
        let isOutside = await poll(every: .milliseconds(200), atMost: .seconds(60)) {
            ((try? await daemon.client.regions()) ?? []).map(\.state) == [.outside, .outside, .outside, .outside]
        }
        #expect(isOutside)
        await rest.stop()
        let drive = Player(
            Self.route(from: Self.sargans, to: vaduz), secondsBefore: 1000, to: gpsd, every: .milliseconds(30))
        let status = try await daemon.status(within: .seconds(40), "the entries") {
            $0.regions == ["castle", "country", "vaduz"]
        }
        #expect(status.source.state == .live)
        #expect(await poll(atMost: .seconds(10)) { Self.crossings(await log.events).count == 3 })
        #expect(Self.crossings(await log.events).sorted() == ["+castle", "+country", "+vaduz"])

        // A file that is wrong: the regions in force stay.
        try directory.write("regions.d/wrong.geojson", "{\"type\": \"FeatureCollection\", \"features\": [{}]}")
        daemon.process.signal(SIGHUP)
        #expect(
            await poll(atMost: .seconds(10)) {
                daemon.process.standardError.contains("wrong.geojson:1: feature 1: expected")
            })
        #expect(try await daemon.client.status().regions == ["castle", "country", "vaduz"])
        let check = try await Programs.run(
            "placemarkd", ["--config", directory.file("placemarkd.conf"), "--check-config"])
        #expect(check.status == 78)
        #expect(check.errors.contains("wrong.geojson:1: feature 1: expected"))
        try FileManager.default.removeItem(atPath: directory.file("regions.d/wrong.geojson"))

        let isSaved = await poll(atMost: .seconds(10)) {
            let saved = directory.contents("state/monitoring.json") ?? ""
            return ["\"castle\":", "\"country\":", "\"vaduz\":"].allSatisfy { saved.contains($0) }
        }
        #expect(isSaved)
        #expect(directory.mode("state/monitoring.json") == 0o600)
        daemon.process.terminate(SIGKILL)
        #expect(await log.end())

        // The same place after the restart: everything is known, and nothing happens.
        let second = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration, directory: directory)
        #expect(try await second.client.requestState(of: "castle").state == .inside)
        let list = try await Programs.run("nc", ["-U", second.socket], input: "regions\n")
        #expect(
            list.output
                == #"{"count":4,"regions":[{"identifier":"castle","origin":"added","state":"inside"},{"identifier":"country","origin":"file","state":"inside"},{"identifier":"far","origin":"file","state":"outside"},{"identifier":"vaduz","origin":"file","state":"inside"}]}"#
                + "\n")
        let secondLog = EventLog(Self.crossings(of: second))
        try await secondLog.first { $0.event == .status }
        _ = try await second.status("fixes after the restart") { $0.acceptedFixes > 20 }
        #expect(Self.crossings(await secondLog.events).isEmpty)

        // Back to Sargans: the exits, but for the one that nobody wants to know of.
        await drive.stop()
        let back = Player(
            Self.route(from: vaduz, to: Self.sargans), secondsBefore: 20_000, to: gpsd, every: .milliseconds(30))
        let left = try await second.status(within: .seconds(80), "the exits") { $0.regions == [] }
        #expect(left.source.state == .live)
        #expect(await poll(atMost: .seconds(10)) { Self.crossings(await secondLog.events).count == 2 })
        #expect(Self.crossings(await secondLog.events).sorted() == ["-castle", "-vaduz"])
        await back.stop()

        let removed = try await Programs.run(
            "placemarkctl", ["regions", "remove", "castle", "--socket", second.socket])
        #expect(removed.status == 0)
        let refused = try await Programs.run("placemarkctl", ["regions", "remove", "vaduz", "--socket", second.socket])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("regions.d"))
        #expect(second.process.terminate() == 0)
    }

    @Test("each mistake in `regions add` is told before the daemon is asked")
    func usage() async throws {
        for (arguments, expected) in [
            (["home"], "--at"), (["home", "--at", "47,9"], "--radius"),
            (["home", "--at", "97,9", "--radius", "100m"], "--at"),
            (["home", "--at", "47,9", "--radius", "100miles"], "--radius"),
            (["home", "--at", "47,9", "--radius", "0.5m"], "between 1 and 1000000"),
            (["home", "--at", "47,9", "--radius", "100m", "--dwell", "soon"], "--dwell"),
            (["home", "--file", "x.geojson"], "--file"),
        ] {
            let result = try await Programs.run(
                "placemarkctl", ["regions", "add"] + arguments + ["--socket", "/nonexistent/socket"])
            #expect(result.status == 2, "\(arguments)")
            #expect(result.errors.contains(expected), "\(result.errors)")
        }
    }
}

extension Timestamp {
    fileprivate func advanced(bySeconds seconds: Int) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: nanosecondsSinceEpoch + Int64(seconds) * 1_000_000_000)
    }
}
