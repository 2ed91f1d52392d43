import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// The real map between curl and the real daemon.
@Suite("The map's server", .timeLimit(.minutes(4)), .tags(.waits))
struct MapServerTests {
    /// At which no gpsd answers.
    private static let nobody: UInt16 = 1

    @Test("the page, what the daemon says, and what it refuses come through unchanged")
    func passed() async throws {
        let daemon = try await RunningDaemon(gpsdPort: Self.nobody)
        let map = try await MapServer(socket: daemon.socket)
        try await map.enter()
        #expect(try await map.ask("/").body.contains("a small page"))
        #expect(try await map.ask("/map.json").body.contains(#""basemaps":"#))
        let version = try await map.ask("/v1/version")
        #expect(version.status == 200)
        #expect(version.body.contains(Installation.version))
        let city = try await map.ask("/v1/city")
        #expect(city.status == 503)
        #expect(city.body.contains(#""code":"no-fix""#))
        let feature =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},"properties":{"identifier":"<img src=x>","radius":100}}"#
        let added = try await map.ask(
            "/v1/regions", ["-H", "Content-Type: application/geo+json", "--data-binary", feature])
        #expect(added.status == 201)
        let shapes = try await map.ask("/v1/shapes")
        #expect(
            shapes.body
                == #"{"features":[{"geometry":{"coordinates":[9,47],"type":"Point"},"properties":{"dwell":0,"identifier":"<img src=x>","notifyOnEntry":true,"notifyOnExit":true,"origin":"added","radius":100,"state":"unknown"},"type":"Feature"}"#
                + "\n" + #"],"type":"FeatureCollection"}"# + "\n")
        #expect(try await map.ask("/v1/regions/%3Cimg%20src%3Dx%3E", ["-X", "DELETE"]).status == 200)
        #expect(try await map.ask("/v1/shapes").body == "{\"features\":[],\"type\":\"FeatureCollection\"}\n")
        try await map.end()
    }

    /// Whether a process has no more than so many KiB once what the last pieces of an answer took is given back.
    private func settles(_ process: ChildProcess, below most: Int) async -> Bool {
        await poll(every: .milliseconds(50), atMost: .seconds(5)) {
            ((try? ProcessUse(of: process.identifier).anonymousKibibytes) ?? .max) < most
        }
    }

    @Test("100,000 regions come through with the memory of some hundreds (fault 79)")
    func manyRegions() async throws {
        let directory = try TemporaryDirectory()
        mkdir(directory.file("regions.d"), 0o700)
        let features = (0..<100_000).map { number in
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(Double(number % 1000) / 100),\#(Double(number / 1000) / 10 + 40)]},"properties":{"identifier":"region \#(number)","radius":50}}"#
        }
        try directory.write(
            "regions.d/many.geojson",
            #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}")
        let daemon = try await RunningDaemon(
            gpsdPort: Self.nobody, configuration: "[Regions]\nDirectory=\(directory.file("regions.d"))\n")
        let map = try await MapServer(socket: daemon.socket)
        try await map.enter()
        _ = try await map.ask("/v1/version")
        let daemonBefore = try ProcessUse(of: daemon.process.identifier).anonymousKibibytes
        let before = try ProcessUse(of: map.process.identifier).anonymousKibibytes
        let file = directory.file("shapes.json")
        // Packed on the way, as browsers ask for it.
        let answer = try await map.ask(
            "/v1/shapes", ["--compressed", "--write-out", "%{size_download}\\n%{http_code}", "--output", file],
            within: .seconds(90))
        #expect(answer.status == 200)
        #expect(try #require(Int(answer.body)) < 3 << 20, "\(answer.body) bytes")
        let text = try Data(contentsOf: URL(filePath: file))
        let found = try JSONSerialization.jsonObject(with: text) as? [String: Any]
        #expect((found?["features"] as? [Any])?.count == 100_000)
        #expect(await settles(daemon.process, below: daemonBefore + 4096))
        #expect(await settles(map.process, below: before + 4096))
        try await map.end()
    }

    @Test("who may not know something gets no more of it on the map")
    func otherUser() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can be another user") }
        let daemon = try await RunningDaemon(gpsdPort: Self.nobody)
        chmod(daemon.directory.path, 0o755)
        chmod(daemon.socket, 0o666)
        let map = try await MapServer(
            socket: daemon.socket, launcher: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
        try await map.enter()
        for path in ["/v1/city", "/v1/shapes", "/v1/track", "/v1/events"] {
            let answer = try await map.ask(path)
            #expect(answer.status == 403, "\(path)")
            #expect(answer.body.contains(#""code":"forbidden""#))
        }
        try await map.end()
    }

    @Test("the daemon stops: streams end, questions say so; it starts again: all is as before (fault 77)")
    func restart() async throws {
        let directory = try TemporaryDirectory()
        var daemon: RunningDaemon? = try await RunningDaemon(gpsdPort: Self.nobody, directory: directory)
        let socket = try #require(daemon?.socket)
        let map = try await MapServer(socket: socket)
        try await map.enter()
        let stream = try ChildProcess(
            "/usr/bin/env",
            ["curl", "--silent", "--no-buffer"] + map.session + [map.url + "/v1/events"])
        #expect(await poll(atMost: .seconds(10)) { stream.standardOutput.contains("data: ") })
        daemon?.process.terminate()
        #expect(await stream.exitStatus(within: .seconds(10)) != nil)
        daemon = nil
        let refusal = try await map.ask("/v1/status")
        #expect(refusal.status == 503)
        #expect(refusal.body.contains(#""code":"no-daemon""#))
        daemon = try await RunningDaemon(gpsdPort: Self.nobody, directory: directory)
        #expect(try await map.ask("/v1/status").status == 200)
        try await map.end()
        _ = daemon
    }

    @Test("a browser that leaves its stream leaves no connection to the daemon behind")
    func leaving() async throws {
        let daemon = try await RunningDaemon(gpsdPort: Self.nobody)
        let map = try await MapServer(socket: daemon.socket)
        try await map.enter()
        @Sendable func sockets() -> Int { map.process.openSockets }
        _ = try await map.ask("/v1/version")
        let before = sockets()
        for _ in 0..<20 {
            _ = try await map.ask("/v1/events", ["--no-buffer", "--max-time", "0.3"])
        }
        #expect(await poll(atMost: .seconds(10)) { sockets() <= before + 2 }, "\(before), \(sockets())")
        // Nor does one that leaves before the daemon has said anything.
        daemon.process.signal(SIGSTOP)
        for _ in 0..<20 {
            _ = try await map.ask("/v1/events", ["--no-buffer", "--max-time", "0.3"])
        }
        let isEmpty = await poll(atMost: .seconds(10)) { sockets() <= before + 2 }
        daemon.process.signal(SIGCONT)
        #expect(isEmpty, "\(before), \(sockets())")
        try await map.end()
    }

    @Test("a tile file is read by ranges, is another one when it was replaced, and gone when it was removed (fault 78)")
    func tiles() async throws {
        let files = try TemporaryDirectory()
        chmod(files.path, 0o755)
        try files.write("broken.pmtiles", String(repeating: "0123456789", count: 100_000))
        let map = try await MapServer(
            socket: "/nonexistent/placemarkd.sock", arguments: ["--tiles", files.file("broken.pmtiles")])
        try await map.enter()
        #expect(try await map.ask("/map.json").body.contains(#""problems":["broken.pmtiles: not a PMTiles file; "#))
        let path = "/tiles/broken.pmtiles"
        let part = try await map.ask(path, ["--range", "15-24"])
        #expect(part.status == 206)
        #expect(part.body == "5678901234")
        #expect(try await map.ask(path).body.utf8.count == 1_000_000)
        #expect(try await map.ask(path, ["--range", "1000000-"]).status == 416)
        let tag = { (head: String) in head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag:") } }
        let first = tag(try await map.ask(path, ["--head"]).body)
        try files.write("broken.pmtiles", "another")
        let second = tag(try await map.ask(path, ["--head"]).body)
        #expect(first != nil && second != nil && first != second)
        unlink(files.file("broken.pmtiles"))
        #expect(try await map.ask(path).status == 404)
        try await map.end()
    }

    @Test(
        "a large recording is played as it comes, with progress, and bounded memory; a foreign file is told (fault 79)")
    func replay() async throws {
        let map = try await MapServer(
            socket: "/nonexistent/placemarkd.sock", arguments: ["--replay-program", Programs.path("placemarkctl")])
        try await map.enter()
        let before = try ProcessUse(of: map.process.identifier).anonymousKibibytes
        let start = Timestamp(nanosecondsSinceEpoch: 1_795_161_600_000_000_000)
        var bytes: [UInt8] = []
        for second in 0..<20_000 {
            let place = Coordinate(
                clampingLatitude: 47 + Double(second) / 10_000, wrappingLongitude: 9.5)
            bytes +=
                NMEAEpoch(
                    ReceiverState(
                        time: try #require(start.advanced(by: .seconds(second))), fix: .init(coordinate: place))
                ).bytes
        }
        let file = map.directory.file("trip.nmea")
        try Data(bytes).write(to: URL(filePath: file))
        let output = map.directory.file("lines")
        let answer = try await map.ask(
            "/replay", ["--data-binary", "@\(file)", "--output", output], within: .seconds(120))
        #expect(answer.status == 200)
        let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        #expect(lines.contains { $0.contains(#""event":"progress""#) && $0.contains(#""of":\#(bytes.count)"#) })
        #expect(lines.contains { $0.contains(#""event":"placemark""#) })
        #expect(lines.last?.contains(#""event":"failed""#) == false, "\(lines.last ?? "")")
        #expect(await settles(map.process, below: before + 8192))
        let foreign = try await map.ask("/replay", ["--data-binary", "<img src=x onerror=alert(1)>"])
        #expect(foreign.body.contains(#""event":"failed""#), "\(foreign.body)")
        let compared = try await map.ask(
            "/replay?compare=on-change", ["--data-binary", "@\(file)"], within: .seconds(60))
        #expect(compared.body.contains("on-change") && compared.body.contains(#""event":"location""#))
        #expect(try await map.ask("/replay?compare=--config", ["--data-binary", "x"]).status == 200)
        #expect(try await map.ask("/replay?compare=/etc/passwd", ["--data-binary", "x"]).status == 400)
        try await map.end()
    }

    @Test("placemarkctl map prints the address, and ends with its shell")
    func command() async throws {
        let shell = try ChildProcess(
            "/bin/bash", ["-c", "\(Programs.path("placemarkctl")) map --socket /nonexistent & wait"])
        #expect(await poll(atMost: .seconds(20)) { shell.standardOutput.contains("?token=") }, "\(shell.standardError)")
        let map = try #require(ProcessTree.children(of: shell.identifier).first)
        shell.terminate(SIGKILL)
        #expect(await poll(atMost: .seconds(10)) { !ProcessTree.isRunning(map) }, "the map outlives its shell")
    }

    @Test("--open gives the browser a file of this user alone, and no other user finds the token among the arguments")
    func openInBrowser() async throws {
        let directory = try TemporaryDirectory()
        // In place of the desktop's: what it was given, and what a browser would find there.
        try directory.write(
            "xdg-open",
            "#!/bin/sh\necho \"$@\" > arguments.new\ncp --preserve=mode \"$1\" page.html\nmv arguments.new arguments\n")
        chmod(directory.file("xdg-open"), 0o755)
        let map = try await MapServer(
            socket: "/nonexistent/placemarkd.sock", arguments: ["--open"],
            launcher: [
                "--chdir=\(directory.path)", "PATH=\(directory.path):/usr/bin:/bin",
                "XDG_RUNTIME_DIR=\(directory.path)",
            ])
        let arguments = directory.file("arguments")
        #expect(await poll(atMost: .seconds(10)) { access(arguments, F_OK) == 0 })
        let given = try String(contentsOfFile: arguments, encoding: .utf8).trimmingCharacters(in: .newlines)
        #expect(given.hasPrefix(directory.path + "/placemark-map-") && !given.contains("token"))
        let page = try String(contentsOfFile: directory.file("page.html"), encoding: .utf8)
        #expect(page.contains("url=\(map.address)"))
        #expect(try FileManager.default.attributesOfItem(atPath: given)[.posixPermissions] as? Int == 0o600)
        // As a browser follows it: from a page elsewhere, and then from the map's own.
        let door = try await map.curl(["-H", "Sec-Fetch-Site: cross-site", map.address])
        #expect(door.status == 200 && door.body.contains("a small page"))
        try await map.enter()
        #expect(try await map.ask("/map.json", ["-H", "Sec-Fetch-Site: same-origin"]).status == 200)
        try await map.end()
        #expect(access(given, F_OK) != 0, "the file outlives the map")
    }
}
