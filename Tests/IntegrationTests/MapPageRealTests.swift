import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// The page with the real programs behind it: a box that moves, readers, faults.
@Suite("The map's page on a real box", .timeLimit(.minutes(30)), .serialized, .tags(.waits, .busy))
struct MapPageRealTests {
    private static let page = Checkout.file(".build/map")
    private static let tiles = MapPage.tiles

    /// placemark-map of the build, for this daemon.
    private static func map(
        _ daemon: RunningDaemon, page: String = page, tiles: String = tiles, launcher: [String] = []
    ) async throws -> (ChildProcess, String) {
        let command =
            launcher + [
                Programs.path("placemark-map"), "--one-time", "--page", page, "--socket", daemon.socket, "--tiles",
                tiles,
            ]
        let map = try ChildProcess("/usr/bin/env", command)
        #expect(await poll(atMost: .seconds(20)) { map.standardOutput.contains("\n") }, "\(map.standardError)")
        return (map, try #require(map.standardOutput.split(separator: "\n").first.map(String.init)))
    }

    /// Ends the map as Ctrl-C does, after a page has looked around: it takes at most 25 MB then
    /// (docs/explain/performance-map.md).
    private static func end(_ map: ChildProcess) async throws {
        let kibibytes = try ProcessUse(of: map.identifier).residentKibibytes
        // For the suite's log.
        print("placemark-map: \(kibibytes) KiB resident")
        #expect(kibibytes * 1024 < 25_000_000)
        map.signal(SIGINT)
        #expect(await map.exitStatus(within: .seconds(10)) == 0)
        #expect(LogPrivacy.suspiciousLines(map.standardError, given: "").isEmpty)
    }

    /// North through the Rhine valley, at 36 km/h.
    private static func drive(_ gpsd: RealGPSD) -> Task<Void, any Error> {
        Task {
            let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)
            // Longer than a busy machine takes for any scenario.
            for second in 0..<3600 {
                let place = Coordinate(
                    clampingLatitude: 47.1410 + Double(second) * 10 / 111_200, wrappingLongitude: 9.5210)
                guard let time = start.advanced(by: .seconds(second)) else { return }
                gpsd.feed(NMEAEpoch(ReceiverState(time: time, fix: .init(coordinate: place))).bytes)
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    @Test("real parts: a drive, a region, another page that attacks (fault 75), a daemon that hangs, gpsd dies")
    func real() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Track]\nKeep=memory\n[Location]\nDistanceFilter=0\n")
        let (map, address) = try await Self.map(daemon)
        let drive = Self.drive(gpsd)
        defer { drive.cancel() }
        let browser = try ChildProcess("/usr/bin/env", [MapPage.program, "--server", address, "real"])
        func said(_ line: String) async -> Bool {
            await poll(atMost: .seconds(240)) { browser.standardOutput.contains(line) || !browser.isRunning }
        }
        #expect(await said("now placemarkd hangs"))
        daemon.process.signal(SIGSTOP)
        defer { daemon.process.signal(SIGCONT) }
        #expect(await said("now placemarkd goes on"))
        daemon.process.signal(SIGCONT)
        #expect(await said("now gpsd ends"))
        drive.cancel()
        gpsd.kill()
        let status = await browser.exitStatus(within: .seconds(120))
        #expect(status == 0, "\(browser.completeStandardOutput)\(browser.completeStandardError)")
        try await Self.end(map)
    }

    @Test("the guard is armed from the page, raises its alarm there, and is acknowledged and ended (fault 90)")
    func guarded() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: "[Track]\nKeep=memory\n")
        let (map, address) = try await Self.map(daemon)
        let drive = Self.drive(gpsd)
        defer { drive.cancel() }
        let browser = try ChildProcess("/usr/bin/env", [MapPage.program, "--server", address, "real_guard"])
        let status = await browser.exitStatus(within: .seconds(300))
        #expect(status == 0, "\(browser.completeStandardOutput)\(browser.completeStandardError)")
        #expect(try await daemon.client.guardReport().state == .off)
        try await Self.end(map)
    }

    @Test("a reader with reduced precision sees a cell, and no dot in it; of a guard, that there is an alarm")
    func reduced() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can be another user") }
        let directory = try TemporaryDirectory()
        let groups = try ReaderGroups()
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Location]\nDistanceFilter=0\n[Guard]\nReduced=alarm\n",
            launcher: groups.launcher)
        ReaderGroups.open(daemon)
        // A kilometre from the way: it is outside as soon as the guard has fixes enough.
        var order = GuardOrder(.parked)
        order.coordinate = Coordinate(clampingLatitude: 47.13, wrappingLongitude: 9.5210)
        try await daemon.client.arm(order)
        let drive = Self.drive(gpsd)
        defer { drive.cancel() }
        // The checkout may lie where nobody else can read.
        let (page, tiles) = (directory.file("map"), directory.file("world.pmtiles"))
        try FileManager.default.copyItem(atPath: Self.page, toPath: page)
        try FileManager.default.copyItem(atPath: Self.tiles, toPath: tiles)
        chmod(directory.path, 0o755)
        let reader = ReaderGroups.member(of: ReaderGroups.reduced)
        let (map, address) = try await Self.map(daemon, page: page, tiles: tiles, launcher: reader)
        let end = try await Programs.run(
            "/usr/bin/env", [MapPage.program, "--server", address, "real_reduced"], within: .seconds(200))
        #expect(end.status == 0, "\(end.output)\(end.errors)")
        try await Self.end(map)
        withExtendedLifetime(groups) {}
    }
}
