import Foundation
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// The map's page in a real Chromium, driven by `Map/page-test`.
@Suite("The map's page in a browser", .timeLimit(.minutes(15)), .serialized, .tags(.waits, .needsWholeMachine))
struct MapPageTests {
    private static let program = Checkout.file("Tests/IntegrationTests/Map/page-test")

    private static func standIn(_ scenarios: [String]) async throws {
        let end = try await Programs.run("/usr/bin/env", [program] + scenarios, within: .seconds(600))
        #expect(end.status == 0, "\(end.output)\(end.errors)")
        #expect(end.output.contains("\(scenarios.count) of \(scenarios.count) scenarios passed"))
    }

    @Test(
        "the map follows the position, regions are drawn and saved, a trip is played, markup stays text (fault 76)"
    )
    func everyday() async throws {
        try await Self.standIn([
            "live", "reduced", "regions", "places", "trips", "markup", "languages", "foreign", "helm", "links", "way",
            "chart", "click_names", "callouts", "satellites",
        ])
    }

    @Test("without a receiver, a daemon, tiles or graphics it says so, and heals (faults 77, 78, 80)")
    func faults() async throws {
        try await Self.standIn(["receiver", "faults", "damage", "late", "without_graphics", "tabs"])
    }

    @Test("twelve states look as in their pictures, and shut nobody out; a keyboard or a small screen suffices")
    func everybody() async throws {
        try await Self.standIn(["states", "by_keyboard", "small_screen", "phone", "fingers"])
    }

    @Test(
        "the first view has less than 1 MB; 100,000 regions stay usable; at rest nothing is drawn (faults 79 and 95)"
    )
    func costs() async throws { try await Self.standIn(["first_view", "many_regions", "at_rest"]) }

    @Test("on the real world's tiles great cities have their names, and Vaduz with its streets lies on land")
    func content() async throws {
        let extract = try SharedData.extractOrCancel("liechtenstein.osm.pbf")
        let directory = try TemporaryDirectory()
        let (pack, tiles) = (directory.file("liechtenstein.gazetteer"), directory.file("map.pmtiles"))
        for arguments in [
            ["import", extract.path, "--output", pack],
            ["map", "--gazetteer", Programs.world, "--gazetteer", pack, "--output", tiles],
        ] {
            let made = try await Programs.run("placemark-gazetteer", arguments, within: .seconds(180))
            #expect(made.status == 0, "\(made)")
        }
        // The names on the built map, which has the coast in full resolution.
        for (file, scenario) in [(Self.tiles, "names"), (Self.tiles, "translated"), (tiles, "town")] {
            let end = try await Programs.run(
                "/usr/bin/env", [Self.program, "--tiles", file, scenario], within: .seconds(400))
            #expect(end.status == 0, "\(end.output)\(end.errors)")
            #expect(end.output.contains("1 of 1 scenarios passed"))
        }
    }

    private static let page = Checkout.file(".build/map")
    private static let tiles = Checkout.file(".build/gazetteer/world.pmtiles")

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

    private static func end(_ map: ChildProcess) async throws {
        map.signal(SIGINT)
        #expect(await map.exitStatus(within: .seconds(10)) == 0)
        #expect(LogPrivacy.suspiciousLines(map.standardError, given: "").isEmpty)
    }

    /// North through the Rhine valley, at 36 km/h.
    private static func drive(_ gpsd: RealGPSD) -> Task<Void, any Error> {
        Task {
            let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)
            for second in 0..<600 {
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
        let browser = try ChildProcess("/usr/bin/env", [Self.program, "--server", address, "real"])
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

    @Test("a reader with reduced precision sees a cell, and no dot in it")
    func reduced() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can be another user") }
        let directory = try TemporaryDirectory()
        let group = 47_111
        try directory.write("group", "root:x:0:\nplacemark:x:\(group):\nplacemark-precise:x:47112:\n")
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: "[Location]\nDistanceFilter=0\n",
            launcher: [
                "unshare", "--mount", "sh", "-c",
                #"mount --bind '\#(directory.file("group"))' /etc/group && exec "$@""#, "sh",
            ])
        chmod(daemon.directory.path, 0o755)
        chmod(daemon.socket, 0o666)
        let drive = Self.drive(gpsd)
        defer { drive.cancel() }
        // The checkout may lie where nobody else can read.
        let (page, tiles) = (directory.file("map"), directory.file("world.pmtiles"))
        try FileManager.default.copyItem(atPath: Self.page, toPath: page)
        try FileManager.default.copyItem(atPath: Self.tiles, toPath: tiles)
        chmod(directory.path, 0o755)
        let reader = ["setpriv", "--reuid=65534", "--regid=\(group)", "--clear-groups"]
        let (map, address) = try await Self.map(daemon, page: page, tiles: tiles, launcher: reader)
        let end = try await Programs.run(
            "/usr/bin/env", [Self.program, "--server", address, "real_reduced"], within: .seconds(200))
        #expect(end.status == 0, "\(end.output)\(end.errors)")
        try await Self.end(map)
    }
}
