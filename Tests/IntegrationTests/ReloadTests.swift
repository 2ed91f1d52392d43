import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import Synchronization
import TestConditions
import TestSupport
import Testing

/// What outlives a change of the configuration, and what systemd is told meanwhile.
@Suite("A reload", .timeLimit(.minutes(2)), .tags(.waits))
struct ReloadTests {
    @Test("to another receiver leaves the timers: one that falls silent is stale, then lost (fault 2)")
    func timers() async throws {
        let gpsd = try await RealGPSD()
        let feeding = Task { await feedStanding { gpsd.feed($0) } }
        defer { feeding.cancel() }
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        let first = try await daemon.status("a fix") { $0.source.state == .live }
        let device = try #require(first.source.device)
        try daemon.directory.write("placemarkd.conf", "[GPSD]\nDevice=\(device)\n")
        daemon.process.signal(SIGHUP)
        let connections = await poll(atMost: .seconds(20)) {
            daemon.process.standardError.components(separatedBy: "connected to gpsd").count >= 3
        }
        #expect(connections, "\(daemon.process.standardError)")
        // It has been live all the time.
        let connected = try await daemon.client.status()
        _ = try await daemon.status("a fix again") {
            $0.source.state == .live && $0.acceptedFixes > connected.acceptedFixes
        }
        feeding.cancel()
        _ = try await daemon.status("staleness") { $0.source.state == .stale }
    }

    @Test("with CompassSentences=yes hears the magnetic compass that gpsd makes no report of")
    func compassSentences() async throws {
        let gpsd = try await RealGPSD()
        let feeding = Task {
            await feedStanding { gpsd.feed($0 + Array(NMEASentence("HCHDG,98.3,1.5,E,,").description.utf8)) }
        }
        defer { feeding.cancel() }
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        let deaf = try await daemon.status("some fixes") { $0.source.state == .live && $0.acceptedFixes >= 3 }
        #expect(deaf.heading == nil && deaf.compasses == nil)
        try daemon.directory.write("placemarkd.conf", "[GPSD]\nCompassSentences=yes\n")
        daemon.process.signal(SIGHUP)
        let status = try await daemon.status("a true heading") { $0.heading?.trueHeading != nil }
        let heading = try #require(status.heading)
        let (magnetic, declination) = (try #require(heading.magneticHeading), try #require(heading.declination))
        #expect(heading.origin == .compass && abs(magnetic - 99.8) < 0.1)
        // In Liechtenstein magnetic north lies some three degrees in the east.
        #expect(abs(try #require(heading.trueHeading) - magnetic - declination) < 0.2 && (2...6).contains(declination))
        let compass = try #require(status.compasses?.first)
        #expect(compass.north == .magnetic && compass.inUse && compass.device == gpsd.device)
    }

    @Test("with another user for beacons says that his word counts from the next start on")
    func observer() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        try daemon.directory.write("placemarkd.conf", "[Beacons]\nUser=nobody\n")
        daemon.process.signal(SIGHUP)
        let isTold = await poll(atMost: .seconds(20)) {
            daemon.process.standardError.contains("change of User= in [Beacons] takes effect at the next start")
        }
        #expect(isTold, "\(daemon.process.standardError)")
    }

    @Test("to a new world file tells its names of a box that stands still")
    func world() async throws {
        let directory = try TemporaryDirectory()
        let world = directory.file("world.gazetteer")
        try FileManager.default.copyItem(atPath: Programs.world, toPath: world)
        try directory.write(
            "sites.geojson",
            """
            {"type": "Feature", "properties": {"name": "Plant 7", "radius": 400},
             "geometry": {"type": "Point", "coordinates": [\(vaduz.longitude), \(vaduz.latitude)]}}
            """)
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory, world: world)
            let first = try await daemon.status("a placemark") { $0.placemark?.stale == false }
            #expect(first.placemark?.placemark.areasOfInterest == nil)
            // The same world asks nobody.
            daemon.process.signal(SIGHUP)
            let log: @Sendable () -> String = { daemon.process.standardError }
            #expect(await poll(atMost: .seconds(10)) { log().contains("configuration reloaded") })
            let result = try await Programs.run(
                "placemark-gazetteer", ["add", world, directory.file("sites.geojson"), "--output", world])
            try #require(result.status == 0, "\(result.errors)")
            daemon.process.signal(SIGHUP)
            let plant = try await daemon.status("the plant") {
                $0.placemark?.placemark.areasOfInterest == ["Plant 7"]
            }
            #expect(plant.geocoding?.requests == 2)
        }
    }

    @Test("is told to systemd, and so is the start, when systemd had no room for it at first")
    func lostNotifications() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("notify")
        let systemd = try UnixSocket.bound(path, SOCK_DGRAM)
        let told = Mutex<[String]>([])
        func fill() {
            let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            defer { close(sender) }
            UnixSocket.withAddress(Array(path.utf8)) { address, length in
                while sendto(sender, "x", 1, Int32(MSG_DONTWAIT), address, length) == 1 {}
            }
        }
        func hears(_ message: String) async -> Bool {
            await poll(atMost: .seconds(10)) {
                told.withLock { told in
                    told += systemd.datagrams()
                    return told.contains { $0.hasPrefix(message) }
                }
            }
        }
        fill()
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(
                gpsdPort: gpsd.port, directory: directory, environment: ["NOTIFY_SOCKET": path])
            #expect(await hears("READY=1"))
            #expect(await hears("STATUS="))
            told.withLock { $0 = [] }
            fill()
            try directory.write("placemarkd.conf", "[GPSD]\nHots=localhost\n")
            daemon.process.signal(SIGHUP)
            #expect(await poll(atMost: .seconds(10)) { daemon.process.standardError.contains("in force stays") })
            #expect(await hears("RELOADING=1"))
            #expect(await hears("STATUS=the new configuration is wrong, and the old one in force"))
            #expect(await hears("READY=1"))
        }
    }

    @Test("and all else goes on when the reader of the log has stopped")
    func stoppedLogReader() async throws {
        try await withLiveGPSD { gpsd in
            // The pipe is full but for a few lines. Its reader is no child of the daemon's. The test ends
            // with it: long after all that is asked here, and no later.
            let script = #"""
                mkfifo log; (sleep 45 <log &)
                exec 2>log; head --bytes=65000 /dev/zero >&2; exec "$@"
                """#
            let launcher = ["bash", "-c", script, "bash"]
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port, launcher: launcher)
            let first = try await daemon.status("a placemark") { $0.placemark?.stale == false }
            let accepted = try #require(first.fixes?.accepted)
            _ = try await daemon.status("fixes") { $0.fixes?.accepted ?? 0 > accepted + 50 }
            try daemon.directory.write("placemarkd.conf", "[Geocoding]\nPolicy=every-fix\n")
            daemon.process.signal(SIGHUP)
            _ = try await daemon.status("the reload") { $0.geocoding?.policy == .everyFix }
        }
    }
}
