import Foundation
import Glibc
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

/// The built helper as a child process, with a real Nominatim behind it.
@Suite("placemark-nominatim", .tags(.waits), .timeLimit(.minutes(5)))
struct NominatimTests {
    /// The helper in a directory of its own.
    private final class Helper {
        let directory: TemporaryDirectory
        let socket: String
        private(set) var process: ChildProcess

        /// - Parameter stateKilobytes: of a file system for its state that is full; nil for the directory's own.
        init(configuration: String, stateKilobytes: Int? = nil) async throws {
            let directory = try TemporaryDirectory()
            self.directory = directory
            socket = directory.file("geocoder.sock")
            try directory.write(
                "nominatim.conf",
                configuration + "\n[Cache]\nDirectory=\(directory.file("state"))\n[Service]\nSocket=\(socket)\n")
            process = try Self.start(directory, stateKilobytes)
            try await answers()
        }

        func restart() async throws {
            process.terminate(SIGKILL)
            process = try Self.start(directory)
            try await answers()
        }

        /// Status and body of an answer.
        func get(_ path: String) async throws -> (status: Int, body: String) { try await Self.get(path, at: socket) }

        static func get(_ path: String, at socket: String) async throws -> (status: Int, body: String) {
            let curl = try ChildProcess(
                "curl",
                ["-s", "--max-time", "10", "-w", "\n%{http_code}", "--unix-socket", socket, "http://localhost\(path)"])
            _ = await curl.exitStatus(within: .seconds(15))
            let lines = curl.completeStandardOutput.split(separator: "\n")
            return (lines.last.flatMap { Int($0) } ?? 0, lines.dropLast().joined(separator: "\n"))
        }

        func placemark(_ latitude: Double, _ longitude: Double) async throws -> Placemark {
            let answer = try await get("/v1/reverse?latitude=\(latitude)&longitude=\(longitude)")
            return try JSONDecoder().decode(Placemark.self, from: Data(answer.body.utf8))
        }

        private static func start(
            _ directory: TemporaryDirectory, _ stateKilobytes: Int? = nil
        ) throws -> ChildProcess {
            let (program, file) = (Programs.path("placemark-nominatim"), directory.file("nominatim.conf"))
            guard let stateKilobytes else { return try ChildProcess(program, ["--config", file]) }
            let state = directory.file("state")
            let script = """
                PATH=$PATH:/usr/sbin:/sbin; mkdir '\(state)'
                mount -t tmpfs -o size=\(stateKilobytes)k tmpfs '\(state)' || { echo 'may not mount' >&2; exit 1; }
                cat /dev/zero >'\(state)/filler' 2>/dev/null; exec '\(program)' --config '\(file)'
                """
            return try ChildProcess("unshare", ["--mount"] + Namespaces.asRoot + ["sh", "-c", script])
        }

        private func answers() async throws {
            let answers = await poll(every: .milliseconds(50), atMost: .seconds(10)) { [process, socket] in
                process.standardError.contains("started") && access(socket, F_OK) == 0
            }
            if process.standardError.contains("may not mount") { try Test.cancel("this machine mounts no tmpfs") }
            try #require(answers, "\(process.standardError)")
        }
    }

    @Test("a real Nominatim names street, village and postal code; the answers survive kill -9; it takes 31 MB")
    func realNominatim() async throws {
        let server = try await RealNominatim.orCancel()
        // Its first answers take longest: on a busy machine longer than the helper waits.
        for path in ["reverse?format=jsonv2&lat=47.1396&lon=9.5225", "search?format=jsonv2&q=Schaan"] {
            let warm = try await Programs.run("curl", ["-s", "\(server.address)/\(path)"], within: .seconds(60))
            #expect(warm.status == 0, "\(warm.errors)")
        }
        let helper = try await Helper(configuration: "[Provider]\nServer=\(server.address)\n[Budget]\nInterval=0s\n")
        let museum = try await helper.placemark(47.1396, 9.5225)
        #expect(museum.streetAddress == "Städtle 32")
        #expect(museum.locality == "Vaduz")
        #expect(museum.postalCode == "9490")
        #expect(museum.isoCountryCode == "LI")
        #expect(museum.geocoder == "nominatim")
        #expect(museum.attribution?.contains("OpenStreetMap") == true)
        #expect(try #require(museum.distance) < 100)
        let search = try await helper.get("/v1/search?text=Schaan&limit=2")
        #expect(search.status == 200 && search.body.contains(#""locality":"Schaan""#), "\(search.body)")
        #expect(try await helper.get("/v1/reverse?latitude=0&longitude=-30").status == 404)

        server.kill()
        try await helper.restart()
        #expect(try await helper.placemark(47.1396, 9.5225).streetAddress == "Städtle 32")
        let elsewhere = try await helper.get("/v1/reverse?latitude=47.2&longitude=9.5")
        #expect(elsewhere.status == 503)
        #expect(!elsewhere.body.contains("47.2") && !elsewhere.body.contains("127.0.0.1"))
        for number in 0..<200 {
            _ = try await helper.get("/v1/reverse?latitude=47.1396\(number % 10)&longitude=9.5225")
        }
        try await administration(of: helper, at: server.address)
        let use = try ProcessUse(of: helper.process.identifier)
        #expect(use.residentKibibytes < 34 << 10, "\(use.residentKibibytes) KiB")
        let leaks = LogPrivacy.suspiciousLines(helper.process.standardError, given: "")
        #expect(leaks.isEmpty)
    }

    @Test("of a server that speaks as Photon does it makes placemarks and results, as it does of Nominatim")
    func photon() async throws {
        let server = try await GeocodingServer()
        let helper = try await Helper(
            configuration: "[Provider]\nKind=photon\nServer=\(server.url)\n[Budget]\nInterval=0s\n")
        let placemark = try await helper.placemark(47.141, 9.521)
        #expect(placemark.geocoder == "photon")
        #expect(placemark.locality == "Vaduz")
        #expect(placemark.isoCountryCode == "LI")
        #expect(placemark.attribution?.contains("OpenStreetMap") == true)
        let search = try await helper.get("/v1/search?text=Suva&limit=1")
        #expect(search.status == 200 && search.body.contains(#""isoCountryCode":"FJ""#), "\(search.body)")
        #expect(try await helper.get("/v1/reverse?latitude=0&longitude=-30").status == 404)
        try await server.end()
    }

    /// `placemarkctl geocoder` says how it is, and has it forget what it has been told.
    private func administration(of helper: Helper, at server: String) async throws {
        func geocoder(_ words: String..., socket: String? = nil) async throws -> Programs.Result {
            try await Programs.run(
                "placemarkctl", ["geocoder"] + words + ["--geocoder-socket", socket ?? helper.socket])
        }
        let status = try await geocoder()
        #expect(status.output.contains("Server       \(server) (nominatim)"), "\(status)")
        let json = try await geocoder("status", "--json").output
        let report = try JSONDecoder().decode(GeocoderHealthReport.self, from: Data(json.utf8))
        let held = try #require(report.cache?.entries)
        #expect(held > 0)
        #expect(try await geocoder("cache", "clear", "--json").output == "{\"cleared\":\(held)}\n")
        #expect(try await geocoder("cache", "clear").output == "0 answers are forgotten.\n")
        // The server has gone, so what is forgotten cannot be answered.
        #expect(try await helper.get("/v1/reverse?latitude=47.1396&longitude=9.5225").status == 503)
        let unreachable = try await geocoder(socket: helper.socket + "2")
        #expect(unreachable.status == EX_UNAVAILABLE)
        #expect(unreachable.errors.contains("cannot be reached"))
    }

    @Test("fault 61: killed and started again and again, it asks a server once a second at most")
    func restarts() async throws {
        let counter = try Self.countingServer()
        #expect(await poll(atMost: .seconds(10)) { counter.standardOutput.contains("\n") })
        let port = try #require(counter.standardOutputLines.first)
        let helper = try await Helper(configuration: "[Provider]\nServer=http://127.0.0.1:\(port)\n")
        let socket = helper.socket
        for number in 0..<6 {
            // Each question is a new one: the first is cut off somewhere on its way, the second gets its answer.
            async let cutOff = Helper.get("/v1/reverse?latitude=\(10 + number)&longitude=9", at: socket)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...1300)))
            try await helper.restart()
            _ = try await cutOff
            // A helper that does not get to it in time says so, and may be asked again.
            let path = "/v1/reverse?latitude=\(10 + number)&longitude=10"
            #expect(
                await poll(every: .milliseconds(200), atMost: .seconds(5)) {
                    (try? await Helper.get(path, at: socket))?.status == 404
                })
        }
        // The answers are here before the server's lines have come through the pipe.
        #expect(await poll(atMost: .seconds(10)) { counter.standardOutputLines.count > 6 })
        let times = counter.standardOutputLines.dropFirst().compactMap { Double($0) }
        #expect(times.count >= 6)
        // One may be noted late where others want the cores: lateness does not add up.
        let span = try #require(times.last) - #require(times.first)
        #expect(span > Double(times.count) - 2, "\(times)")
    }

    @Test("faults 59 and 61: with a full disk nothing is asked that a restart would forget; with room again, it is")
    func fullDisk() async throws {
        let counter = try Self.countingServer()
        #expect(await poll(atMost: .seconds(10)) { counter.standardOutput.contains("\n") })
        let port = try #require(counter.standardOutputLines.first)
        let helper = try await Helper(
            configuration: "[Provider]\nServer=http://127.0.0.1:\(port)\n", stateKilobytes: 64)
        for number in 0..<3 {
            #expect(try await helper.get("/v1/reverse?latitude=\(10 + number)&longitude=9").status == 503)
        }
        let health = try await helper.get("/v1/health").body
        #expect(health.contains(#""failure":"#) && health.contains("cannot be written down"), "\(health)")
        #expect(await helper.process.says("the file of the budget"))
        #expect(counter.standardOutput.split(separator: "\n").count == 1)
        // In the helper's own view of the files, where the full disk is.
        let filler = "/proc/\(helper.process.identifier)/root\(helper.directory.file("state"))/filler"
        try FileManager.default.removeItem(atPath: filler)
        for number in 0..<3 {
            #expect(try await helper.get("/v1/reverse?latitude=\(10 + number)&longitude=9").status == 404)
        }
        #expect(try await helper.get("/v1/health").body.contains(#""state":"ready""#))
        // The answers are here before the server's lines have come through the pipe.
        #expect(await poll(atMost: .seconds(10)) { counter.standardOutputLines.count > 3 })
        let times = counter.standardOutputLines.dropFirst().compactMap { Double($0) }
        #expect(times.count == 3)
        // One may be noted late where others want the cores: lateness does not add up.
        let span = try #require(times.last) - #require(times.first)
        #expect(span > Double(times.count) - 2, "\(times)")
    }

    /// A server that knows no place. Its first line is its port; then comes a line with the time for each request.
    private static func countingServer() throws -> ChildProcess {
        try ChildProcess(
            "python3",
            [
                "-c",
                """
                import socket, time
                s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True)
                while True:
                    c, _ = s.accept(); c.settimeout(2)
                    try:
                        if c.recv(4096): print(time.monotonic(), flush=True)
                        c.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nConnection: close\\r\\n\\r\\n{"error":"Unable to geocode"}')
                    except OSError: pass
                    c.close()
                """,
            ])
    }

    @Test("a wrong configuration ends it with status 78, and says file and line")
    func wrongConfiguration() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("nominatim.conf", "[Provider]\nServer=https://nominatim.openstreetmap.org\n")
        let result = try await Programs.run(
            "placemark-nominatim", ["--check-config", "--config", directory.file("nominatim.conf")])
        #expect(result.status == 78)
        #expect(result.errors.contains("Contact="))
    }
}
