import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// The real daemon with the geocoder of docs/reference/geocoder.md beside it, as it stands there.
@Suite("A network geocoder", .timeLimit(.minutes(5)), .tags(.waits))
struct NetworkGeocoderTests {
    /// In the Städtle, some 20 m from where the example has it.
    static let street = Coordinate(clampingLatitude: 47.1386357, wrappingLongitude: 9.5224579)

    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("geocoder.sock")
        let program = try #require(
            Markdown("docs/reference/geocoder.md").blocks(in: "python", below: "streets.py").first)
        try directory.write("streets.py", program)
    }

    /// Starts the example, and waits for its socket.
    func startExample() async throws -> ChildProcess {
        try? FileManager.default.removeItem(atPath: path)
        let example = try ChildProcess("python3", [directory.file("streets.py"), path])
        let listens = await poll(atMost: .seconds(10)) { FileManager.default.fileExists(atPath: path) }
        try #require(listens, "\(example.standardError)")
        return example
    }

    var configuration: String { "[Geocoding]\nGeocoder=\(path)\nInterval=1s\n" }

    @Test(
        "the example of docs/reference/geocoder.md is one: street and postal code on the socket, chosen or not (faults 51 and 60)"
    )
    func example() async throws {
        let example = try await startExample()
        try await withLiveGPSD(at: Self.street) { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration)
            let status = try await daemon.status("the street") { $0.placemark?.placemark.thoroughfare == "Städtle" }
            let placemark = try #require(status.placemark?.placemark)
            #expect(placemark.geocoder == "streets.py" && placemark.postalCode == "9490")
            #expect(placemark.country == "Liechtenstein" && placemark.timeZone == "Europe/Vaduz")
            // In a street there is nothing that a distance could lead to.
            #expect(placemark.distance == nil)
            #expect(status.geocoding?.geocoder == .network && status.geocoding?.network?.answered == 1)

            let client = daemon.client
            let schaan = Coordinate(clampingLatitude: 47.1654, wrappingLongitude: 9.5101)
            #expect(try await client.reverseGeocode(schaan).thoroughfare == "Landstrasse")
            #expect(try await client.reverseGeocode(schaan, geocoder: .network).geocoder == "streets.py")
            #expect(try await client.reverseGeocode(schaan, geocoder: .gazetteer).geocoder == "gazetteer")
            #expect(try await client.search("städtle").first?.placemark.locality == "Vaduz")
            // What the geocoder does not know, the world file may.
            #expect(try await client.search("Vaduz").first?.placemark.geocoder == "gazetteer")
            #expect(try await client.search("Vaduz", geocoder: .gazetteer).first?.placemark.locality == "Vaduz")
            for (arguments, text) in [
                (["reverse", "47.1654", "9.5101"], "Landstrasse"), (["search", "städtle"], "Vaduz"),
            ] {
                let result = try await Programs.run(
                    "placemarkctl", arguments + ["--geocoder", "network", "--socket", daemon.socket])
                #expect(result.status == 0 && result.output.contains(text), "\(result)")
            }
            // Far from its streets, the example lies, and the world file answers (fault 55).
            let paris = Coordinate(clampingLatitude: 48.8566, wrappingLongitude: 2.3522)
            #expect(try await client.reverseGeocode(paris).locality == "Paris")
            #expect(daemon.process.terminate() == 0)
        }
        #expect(example.isRunning && example.standardError.isEmpty)
    }

    @Test(
        "killed or stopped, it is replaced by the world file by its deadline, and comes back with the next attempt (fault 60)",
        arguments: [SIGKILL, SIGSTOP])
    func gone(signal: Int32) async throws {
        let example = try await startExample()
        let gpsd = try await RealGPSD()
        let box = MovingBox(at: Self.street)
        let feeding = Task { await box.feed { gpsd.feed($0) } }
        defer { feeding.cancel() }
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration + "Distance=20m\n")
        _ = try await daemon.status("the street") { $0.placemark?.placemark.thoroughfare == "Städtle" }
        let descriptors = try Self.descriptors(of: daemon.process.identifier)

        example.signal(signal)
        // Two kilometres on, in another part of the town by the world file or not: the street is no longer this one.
        box.move(to: Coordinate(clampingLatitude: 47.1586357, wrappingLongitude: 9.5104579))
        let failed = try await daemon.status(within: .seconds(15), "the world file's name") {
            $0.placemark?.placemark.geocoder == "gazetteer"
        }
        #expect(failed.placemark?.stale == false && failed.placemark?.placemark.locality != nil)
        #expect(failed.geocoding?.failing == true)
        // The daemon's own clock says how long it has waited for one that takes connections still.
        let error = failed.geocoding?.network?.lastError ?? "none"
        #expect(error.contains(signal == SIGSTOP ? "has not answered within 3.0 s" : "cannot be reached"), "\(error)")
        // If each waited for the geocoder, these would go on for longer than the suite may take.
        for _ in 0..<100 { _ = try await daemon.client.city() }
        let doctor = try await Programs.run(
            "placemarkctl",
            [
                "doctor", "--config", daemon.directory.file("placemarkd.conf"), "--socket", daemon.socket, "--listen",
                "1s",
            ])
        #expect(doctor.output.contains("network, and the world file in its place"), "\(doctor.output)")

        var another: ChildProcess?
        if signal == SIGSTOP { example.signal(SIGCONT) } else { another = try await startExample() }
        _ = try await daemon.status(within: .seconds(40), "the street again") {
            $0.placemark?.placemark.thoroughfare == "Landstrasse"
        }
        another?.terminate()
        let areClosed = await poll(atMost: .seconds(10)) {
            (try? Self.descriptors(of: daemon.process.identifier)).map { $0 <= descriptors + 8 } ?? false
        }
        #expect(areClosed)
        #expect(daemon.process.isRunning)
    }

    /// A geocoder that answers the daemon at once, and clients never. It says who asks, and how many clients wait.
    private static let unwilling = """
        import json, socketserver, sys, threading
        from http.server import BaseHTTPRequestHandler
        lock, waiting = threading.Lock(), 0
        def say(line):
            with lock: print(line, flush=True)
        class Geocoder(BaseHTTPRequestHandler):
            def do_GET(self):
                global waiting
                asker = self.headers.get("Placemarkd-Asker")
                if asker == "client":
                    with lock:
                        waiting += 1
                        print("client", waiting, flush=True)
                    self.connection.recv(1)
                    with lock: waiting -= 1
                    return
                say(asker or "nobody")
                body = json.dumps({"geocoder": "mine", "thoroughfare": "Städtle", "isoCountryCode": "LI"}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *words): pass
        class Server(socketserver.ThreadingUnixStreamServer): request_queue_size = 128
        Server(sys.argv[1], Geocoder).serve_forever()
        """

    @Test("a hundred clients in loops take neither the geocoder nor its connections away from the daemon (fault 89)")
    func crowd() async throws {
        try directory.write("streets.py", Self.unwilling)
        let example = try await startExample()
        try await withLiveGPSD(at: Self.street) { gpsd in
            // Asks again and again, though the box stands.
            let daemon = try await RunningDaemon(
                gpsdPort: gpsd.port, configuration: configuration + "Policy=distance-or-time\n")
            _ = try await daemon.status("the street") { $0.placemark?.placemark.thoroughfare == "Städtle" }
            let client = daemon.client
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    let place = Coordinate(clampingLatitude: 47.1, wrappingLongitude: 9.5 + Double(number) / 1000)
                    group.addTask {
                        while !Task.isCancelled {
                            if number.isMultiple(of: 2) {
                                _ = try? await client.reverseGeocode(place)
                            } else {
                                _ = try? await client.search("Vaduz \(number)")
                            }
                        }
                    }
                }
                #expect(await poll(atMost: .seconds(20)) { example.standardOutput.contains("client 32") })
                let before = try await client.status().geocoding?.network?.answered ?? 0
                let after = try await daemon.status(within: .seconds(30), "five more answers of the geocoder") {
                    $0.geocoding?.network?.answered ?? 0 >= before + 5
                }
                #expect(after.geocoding?.failing == false, "\(after)")
                group.cancelAll()
            }
            #expect(daemon.process.terminate() == 0)
        }
        let lines = Set(example.standardOutput.split(separator: "\n"))
        #expect(lines.contains("daemon") && !lines.contains("nobody"))
        // Those that have left may not have been noticed yet.
        #expect(!lines.contains("client 65"), "\(lines)")
    }

    @Test("what readers with reduced precision ask never reaches it: the world file answers them (fault 88)")
    func reducedReaders() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can be another user") }
        let groups = try ReaderGroups()
        try directory.write("streets.py", Self.unwilling)
        let example = try await startExample()
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(
            gpsdPort: gpsd.port, configuration: configuration, launcher: groups.launcher)
        ReaderGroups.open(daemon)
        let socket = daemon.socket
        /// What a member of a group is answered.
        func answer(_ request: String, group: Int) async throws -> String {
            try await Programs.run(
                "/usr/bin/env", ReaderGroups.member(of: group) + ["nc", "-U", socket], input: request + "\n"
            ).output
        }
        for request in ["reverse 47.141 9.521", "search Vaduz"] {
            let known = try await answer(request, group: ReaderGroups.reduced)
            #expect(known.contains(#""locality":"Vaduz""#), "\(request): \(known)")
        }
        // It would have said so: of a precise reader it does.
        _ = try await answer("reverse 47.141 9.521", group: ReaderGroups.precise)
        #expect(await poll(atMost: .seconds(20)) { example.standardOutput.contains("client") })
        let lines = example.standardOutputLines
        #expect(lines.count { $0.hasPrefix("client") } == 1, "\(lines)")
        withExtendedLifetime(groups) {}
    }

    /// How a client asks.
    enum Way: CaseIterable { case lines, http, map }

    @Test("a client that leaves takes its request along, also from the map (fault 51)", arguments: Way.allCases)
    func leaving(way: Way) async throws {
        let geocoder = try SilentGeocoder(at: path)
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration)
        let client = daemon.client
        let map = way == .map ? try await MapServer(socket: daemon.socket) : nil
        try await map?.enter()
        let target = "/v1/search?q=Nowhereland&geocoder=network"
        // By itself the daemon gives up after three seconds. A busy machine may take as long to start a client and to end it:
        // then it is tried again.
        var shortest = Duration.seconds(3)
        for _ in 0..<10 where shortest >= .seconds(3) {
            var curl: ChildProcess?
            var task: Task<Void, Never>?
            // Before it starts: it may be there before this goes on.
            let (before, ended) = (geocoder.taken, geocoder.durations.count)
            switch way {
            case .lines: task = Task { _ = try? await client.search("Nowhereland", geocoder: .network) }
            case .http:
                curl = try ChildProcess("curl", ["-s", "--unix-socket", daemon.socket, "http://localhost" + target])
            case .map: curl = try ChildProcess("curl", ["-s"] + (map?.session ?? []) + [(map?.url ?? "") + target])
            }
            #expect(await poll(atMost: .seconds(20)) { geocoder.taken > before })
            curl?.terminate()
            task?.cancel()
            #expect(await poll(every: .milliseconds(10), atMost: .seconds(5)) { geocoder.durations.count > ended })
            shortest = geocoder.durations.min() ?? shortest
        }
        #expect(shortest < .seconds(3))
    }

    @Test("every-fix is refused with it, by --check-config and by a reload, which says the line")
    func everyFix() async throws {
        let gpsd = try await RealGPSD()
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration)
        try daemon.directory.write("placemarkd.conf", configuration + "Policy=every-fix\n")
        daemon.process.signal(SIGHUP)
        let refused = await poll(atMost: .seconds(10)) {
            daemon.process.standardError.contains("placemarkd.conf:4: [Geocoding] Policy=every-fix does not go with")
        }
        #expect(refused, "\(daemon.process.standardError)")
        let check = try await Programs.run(
            "placemarkd", ["--check-config", "--config", daemon.directory.file("placemarkd.conf")])
        #expect(check.status == 78 && check.errors.contains("placemarkd.conf:4"))
        // From one geocoder to the other, a reload is enough.
        try daemon.directory.write("placemarkd.conf", "[Geocoding]\n")
        daemon.process.signal(SIGHUP)
        _ = try await daemon.status("the world file") { $0.geocoding?.geocoder == .gazetteer }
    }

    @Test("the daemon's memory is the same whether a geocoder answers, fails or is not there (fault 60)")
    func memory() async throws {
        let gpsd = try await RealGPSD()
        let plain = try await RunningDaemon(gpsdPort: gpsd.port)
        let network = try await RunningDaemon(gpsdPort: gpsd.port, configuration: configuration)
        let box = Self.street
        for number in 0..<600 {
            // Nobody is there, somebody is.
            let place = Coordinate(
                clampingLatitude: box.latitude, wrappingLongitude: box.longitude + Double(number) / 1e5)
            _ = try await network.client.reverseGeocode(place)
            _ = try await plain.client.reverseGeocode(place)
        }
        let (without, with) = try (
            ProcessUse(of: plain.process.identifier), ProcessUse(of: network.process.identifier)
        )
        #expect(with.anonymousKibibytes <= without.anonymousKibibytes + 1024, "\(without.anonymousKibibytes) KiB")
    }

    private static func descriptors(of process: pid_t) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }
}
