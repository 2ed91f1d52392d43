import Foundation
import PlacemarkClient
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@Suite("The daemon survives", .timeLimit(.minutes(3)), .tags(.waits))
struct FaultTests {
    @Test("gpsd killed and started again: disconnected at once, live again within seconds (fault 20)")
    func gpsdRestarted() async throws {
        var daemon: RunningDaemon?
        var port: UInt16 = 0
        try await withLiveGPSD { gpsd in
            port = gpsd.port
            daemon = try await RunningDaemon(gpsdPort: port)
            _ = try await daemon?.status("a fix") { $0.source.state == .live }
            gpsd.kill()
            let lost = try await daemon?.status(within: .seconds(5), "the loss of gpsd") {
                $0.source.state == .disconnected
            }
            #expect(lost?.source.reason?.isEmpty == false)
            #expect(lost?.placemark?.stale == true)
            #expect(lost?.placemark?.placemark.locality == "Vaduz")
            #expect(try await daemon?.client.city().hasPrefix("Vaduz (stale, ") == true)
        }
        try await withLiveGPSD(port: port) { _ in
            let live = try await daemon?.status(within: .seconds(5), "a fix again") { $0.source.state == .live }
            #expect(live?.placemark?.stale == false)
        }
        #expect(await daemon?.process.says("not connected to gpsd") == true)
    }

    @Test("a receiver falls silent: stale after 5 s, lost after 10 s, live again with the next fix (fault 2)")
    func silentReceiver() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
        _ = try await daemon.status("the receiver") { $0.source.device == gpsd.device }
        func feedUntilLive() async throws {
            let feeding = Task { await feedStanding { gpsd.feed($0) } }
            defer { feeding.cancel() }
            _ = try await daemon.status("a fix") { $0.source.state == .live }
        }
        let log = EventLog(daemon.events(of: EventFilter([.source])))
        try await log.first { $0.event == .status }
        try await feedUntilLive()
        // It is stale for five seconds: a test that is late finds it lost, and has been told before.
        let stale = try await daemon.status("staleness") { [.stale, .lost].contains($0.source.state) }
        try await log.first("staleness") { $0.source?.state == .stale }
        #expect(try #require(stale.location?.age) >= 5)
        #expect(stale.location?.stale == true && stale.placemark?.stale == true)
        let lost = try await daemon.status("the loss") { $0.source.state == .lost }
        #expect(try #require(lost.location?.age) >= 10)
        try await feedUntilLive()
    }

    @Test(
        "of two receivers the first one counts, and the second takes over when the first falls silent (faults 17, 18)")
    func twoReceivers() async throws {
        let two = try await TwoReceivers()
        let (daemon, devices, feeders) = (two.daemon, two.devices, two.feeders)

        let first = Task { await feedStanding { feeders[0].send($0) } }
        _ = try await daemon.status("a fix of the first") { $0.source.state == .live && $0.source.device == devices[0] }
        let second = Task { await feedStanding { feeders[1].send($0) } }
        let both = try await daemon.status("a fix of the second") { ($0.rejectedFixes["otherDevice"] ?? 0) > 5 }
        #expect(both.source.device == devices[0])
        first.cancel()
        let after = try await daemon.status("the change") { $0.source.device == devices[1] }
        #expect(after.source.state == .live)
        second.cancel()
        #expect(two.gpsd.isRunning)
    }

    @Test("a second daemon on the same socket exits with a clear message, and the first one serves on (fault 43)")
    func secondInstance() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let second = try await Programs.run(
            "placemarkd",
            [
                "--socket", daemon.socket, "--gazetteer", Programs.world, "--state-directory",
                daemon.directory.file("other"),
            ])
        #expect(second.status == 75)
        #expect(second.errors.contains("another placemarkd serves this socket"))
        _ = try await daemon.status("the refusal") { $0.source.state == .disconnected }
    }

    @Test("killed while serving, the daemon starts again on the same socket with its last city, stale (faults 36, 43)")
    func killedAndRestarted() async throws {
        let directory = try TemporaryDirectory()
        try await withLiveGPSD { gpsd in
            let first = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
            _ = try await first.status("a placemark") { $0.placemark != nil }
            #expect(await poll(atMost: .seconds(5)) { directory.contents("state/placemark.json") != nil })
            first.process.terminate(SIGKILL)
        }
        let second = try await RunningDaemon(gpsdPort: 1, directory: directory)
        let status = try await second.client.status()
        #expect(status.placemark?.placemark.locality == "Vaduz")
        #expect(status.placemark?.stale == true)
        #expect(status.location == nil)
        #expect(second.process.terminate(SIGTERM) == 0)
        #expect(!FileManager.default.fileExists(atPath: second.socket))
    }

    @Test("SIGTERM ends the daemon cleanly, and its state file no longer says live", arguments: [SIGTERM, SIGINT])
    func terminated(signal: Int32) async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
            _ = try await daemon.status("a placemark") { $0.placemark != nil }
            let watcher = Task {
                var names: [EventReport.Name] = []
                for try await event in daemon.client.events() { names.append(event.event) }
                return names
            }
            #expect(daemon.process.terminate(signal) == 0)
            _ = await watcher.result
            let state = try JSONDecoder().decode(
                Status.self, from: Data((daemon.directory.contents("state/state.json") ?? "").utf8))
            #expect(state.source.state == .disconnected)
            #expect(state.placemark?.stale == true)
            #expect(daemon.directory.contents("state/city") == "Vaduz\n")
        }
    }

    @Test("SIGHUP takes a good configuration, and keeps the old one when the new one is wrong")
    func reload() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        #expect(try await daemon.client.status().geocoding?.policy == .distanceAndTime)
        try daemon.directory.write("placemarkd.conf", "[Geocoding]\nPolicy=every-fix\n")
        daemon.process.signal(SIGHUP)
        _ = try await daemon.status("the new policy") { $0.geocoding?.policy == .everyFix }

        try daemon.directory.write("placemarkd.conf", "[Geocoding]\nPolicy=distance-or-time\nIntervall=1\n")
        daemon.process.signal(SIGHUP)
        let complained = await poll(atMost: .seconds(5)) {
            daemon.process.standardError.contains("placemarkd.conf:3:")
        }
        #expect(complained, "\(daemon.process.standardError)")
        #expect(try await daemon.client.status().geocoding?.policy == .everyFix)

        for setting in ["ConnectionsPerUser=5", "MetricsFile=/nowhere/placemarkd.prom"] {
            let count = daemon.process.standardError.components(separatedBy: "at the next start").count
            try daemon.directory.write("placemarkd.conf", "[Publishing]\n\(setting)\n")
            daemon.process.signal(SIGHUP)
            let warned = await poll(atMost: .seconds(5)) {
                daemon.process.standardError.components(separatedBy: "at the next start").count > count
            }
            #expect(warned, "\(setting): \(daemon.process.standardError)")
        }
    }

    @Test("one connection too many is told so in its own dialect, and of many the most at once (fault 45)")
    func tooManyConnections() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1, configuration: "[Publishing]\nConnectionsPerUser=2\n")
        let script = """
            import select, socket, sys, time
            def connect(text):
                client = socket.socket(socket.AF_UNIX); client.connect(sys.argv[1])
                # Who is refused at once may be so before it has sent nothing.
                if text: client.sendall(text)
                return client
            watchers = [connect(b"watch\\n") for _ in range(2)]
            for watcher in watchers: watcher.recv(1)
            for text in [b"GET /v1/city HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n", b"city\\n"]:
                with connect(text) as client: print(client.makefile().readline().strip()[:30])
            silent, refused, start = [connect(b"") for _ in range(20)], [], time.monotonic()
            while len(refused) < 4 and time.monotonic() < start + 60: refused = select.select(silent, [], [], 0.1)[0]
            print(len(refused), refused[0].recv(27))
            """
        let result = try await Programs.run("python3", ["-c", script, daemon.socket])
        #expect(
            result.output == """
                HTTP/1.1 429 Too Many Requests
                error: too-many-connections: y
                4 b'error: too-many-connections'

                """, "\(result.errors)")
        _ = try await daemon.status("an answer when there is room again") { _ in true }
    }

    @Test("a flood of garbage requests and a thousand connections: the daemon answers the next one (faults 45, 47, 49)")
    func floods() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let flood = """
            import os, random, socket, sys
            random.seed(1)
            sockets = []
            for n in range(1000):
                s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); sockets.append(s)
                try: s.send(random.randbytes(random.randrange(8000)))
                except OSError: pass
            s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
            s.send(b'city\\n')
            print(s.recv(4096).decode())
            """
        let result = try await Programs.run("python3", ["-c", flood, daemon.socket])
        #expect(result.output.hasPrefix("error: no-fix: "), "\(result.errors)")
    }

    @Test("another user is refused (fault 50)")
    func otherUser() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can become another user") }
        let daemon = try await RunningDaemon(gpsdPort: 1)
        // The directory lets everybody pass, so that it is the socket that refuses.
        chmod(daemon.directory.path, 0o755)
        let refused = try await Programs.run(
            "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "nc", "-U", daemon.socket], input: "city\n")
        #expect(refused.status != 0 && refused.output.isEmpty)
        // Even where the file's mode has been loosened, the kernel's word on the peer counts.
        chmod(daemon.socket, 0o666)
        let known = try await Programs.run(
            "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "nc", "-U", daemon.socket], input: "city\n")
        #expect(known.output.hasPrefix("error: forbidden: "))
    }

    @Test("no coordinate is ever logged, at the most talkative level either")
    func privateLog() async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: "[Log]\nLevel=trace\n")
            _ = try await daemon.status("fixes") { $0.acceptedFixes > 10 }
            daemon.process.terminate()
            let log = daemon.process.completeStandardError
            #expect(
                log.contains("fix gained") && log.contains("placemark changed")
                    && log.contains("geocoding skipped: notMoved"))
            #expect(!log.contains("47.1") && !log.contains("9.52"))
        }
    }
}
