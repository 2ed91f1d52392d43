import Foundation
import Glibc
import TestConditions
import TestSupport
import Testing

/// `placemark-gazetteer install` and its sisters against a real nginx, which has an index and extracts made here.
@Suite("Installing detail packs", .timeLimit(.minutes(5)), .tags(.waits))
struct InstallCommandTests {
    private let directory: TemporaryDirectory
    private var packs: String { directory.file("packs") }
    private var cache: String { directory.file("cache") }
    private static let extract = "www/europe/liechtenstein-latest.osm.pbf"
    private static let pack = "packs/liechtenstein.gazetteer"

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["www/europe", "packs", "bin"] {
            try FileManager.default.createDirectory(
                atPath: directory.file(name), withIntermediateDirectories: true)
        }
        try program("systemctl", #"echo "$@" >> "$0.log""#)
        // No NetworkManager.
        try program("busctl", "exit 1")
        try directory.write("www/index-v1.json", Self.index)
    }

    /// As Geofabrik's is, whose addresses a mirror does not change.
    private static let index = #"""
        {"type": "FeatureCollection", "features": [
         {"type": "Feature", "geometry": null, "properties": {"id": "europe", "name": "Europe", "urls": {}}},
         {"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates":
           [[[[9.4, 47.0], [9.7, 47.0], [9.7, 47.3], [9.4, 47.3], [9.4, 47.0]]]]},
          "properties": {"id": "liechtenstein", "parent": "europe", "name": "Liechtenstein", "iso3166-1:alpha2": ["LI"],
           "urls": {"pbf": "https://download.geofabrik.de/europe/liechtenstein-latest.osm.pbf"}}},
         {"type": "Feature", "geometry": {"type": "Polygon", "coordinates":
           [[[5.0, 45.0], [11.0, 45.0], [11.0, 48.0], [5.0, 48.0], [5.0, 45.0]]]},
          "properties": {"id": "alps", "parent": "europe", "name": "Alps", "iso3166-1:alpha2": ["CH", "LI"],
           "urls": {"pbf": "https://download.geofabrik.de/europe/alps-latest.osm.pbf"}}},
         {"type": "Feature", "geometry": null,
          "properties": {"id": "us/georgia", "parent": "north-america", "name": "Georgia", "iso3166-2": ["US-GA"],
           "urls": {"pbf": "https://download.geofabrik.de/north-america/us/georgia-latest.osm.pbf"}}},
         {"type": "Feature", "geometry": null,
          "properties": {"id": "georgia", "parent": "europe", "name": "Georgia", "iso3166-1:alpha2": ["GE"],
           "urls": {"pbf": "https://download.geofabrik.de/europe/georgia-latest.osm.pbf"}}}]}
        """#

    /// Puts an extract on the server, with its checksum: a town, and so many nodes beside it that nobody asks for.
    private func publish(_ town: String, nodes: Int = 10, as name: String = Self.extract) async throws {
        var lines = [
            "n1 v1 t2026-01-02T03:04:05Z Tplace=town,name=\(town) x9.52 y47.14",
            "n2 v1 t2026-01-02T03:04:05Z x9.51 y47.13", "n3 v1 t2026-01-02T03:04:05Z x9.53 y47.13",
            "n4 v1 t2026-01-02T03:04:05Z x9.53 y47.15", "n5 v1 t2026-01-02T03:04:05Z x9.51 y47.15",
        ]
        var random: UInt64 = 1
        for number in 0..<nodes {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (east, north) = (Double(random >> 40) / 1e8, Double(random >> 16 & 0xFF_FFFF) / 1e8)
            lines.append("n\(10 + number) v1 t2026-01-02T03:04:05Z x\(9.4 + east) y\(47 + north)")
        }
        lines.append("w1 v1 t2026-01-02T03:04:05Z Nn2,n3,n4,n5,n2")
        lines.append(
            "r1 v1 t2026-01-02T03:04:05Z Tadmin_level=8,boundary=administrative,name=\(town),type=boundary Mw1@outer,n1@label"
        )
        try directory.write("extract.opl", lines.joined(separator: "\n") + "\n")
        let made = try await Programs.run(
            "osmium", ["cat", "--overwrite", "--output", directory.file(name), directory.file("extract.opl")])
        try #require(made.status == 0, "\(made)")
        let sum = try await Programs.run("md5sum", [directory.file(name)])
        try directory.write("\(name).md5", sum.output)
    }

    private func program(_ name: String, _ script: String) throws {
        try directory.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
        chmod(directory.file("bin/\(name)"), 0o755)
    }

    private func start(_ arguments: [String], cache: String? = nil, packs: String? = nil) throws -> ChildProcess {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let downloads = ["install", "update"].contains(arguments[0])
        return try ChildProcess(
            Programs.path("placemark-gazetteer"),
            arguments + ["--directory", packs ?? self.packs]
                + (downloads ? ["--cache", cache ?? self.cache, "--gazetteer", Programs.world] : []),
            environment: ["PATH": "\(directory.file("bin")):\(path)"])
    }

    private func run(_ arguments: [String], cache: String? = nil, packs: String? = nil) async throws -> Programs.Result
    {
        let child = try start(arguments, cache: cache, packs: packs)
        let status = try #require(await child.exitStatus(within: .seconds(60)), "\(child.standardError)")
        return .init(
            status: status, output: child.completeStandardOutput, errors: child.completeStandardError)
    }

    private func from(_ server: RealNginx) -> [String] { ["--from", "http://127.0.0.1:\(server.port)/"] }

    private func packBytes() -> Data? { FileManager.default.contents(atPath: directory.file(Self.pack)) }

    /// A pack that is there already; what fails must leave it.
    private func installOld(from server: RealNginx) async throws -> Data {
        try await publish("Altstadt")
        let installed = try await run(["install", "liechtenstein"] + from(server))
        try #require(installed.status == 0, "\(installed)")
        return try #require(packBytes())
    }

    @Test(
        "an extract is found by name, path or code, becomes a pack, is listed, made anew when it has changed, and removed"
    )
    func wholeLife() async throws {
        let server = try await RealNginx(in: directory)
        try await publish("Neustadt")
        let installed = try await run(["install", "europe/liechtenstein"] + from(server))
        #expect(installed.status == 0, "\(installed)")
        #expect(installed.output.hasPrefix("\(directory.file(Self.pack)): 1 cities and 0 parts of cities, "))
        #expect(installed.errors.hasPrefix("europe/liechtenstein: 0."), "\(installed.errors)")
        #expect(installed.errors.contains(" MB, from 127.0.0.1, changed "))
        #expect(
            directory.contents("bin/systemctl.log")
                == "is-active --quiet placemarkd.service\nreload placemarkd.service\n")
        #expect(directory.mode(Self.pack) == 0o644)
        let reverse = try await Programs.run(
            "placemarkctl",
            [
                "reverse", "47.14,9.52", "--json", "--gazetteer", Programs.world, "--gazetteer",
                directory.file(Self.pack),
            ])
        #expect(reverse.output.contains(#""locality":"Neustadt""#), "\(reverse)")

        let list = try await run(["list"])
        #expect(list.output.hasPrefix("liechtenstein  2026-01-02  0.0"), "\(list)")
        #expect(list.output.hasSuffix(" MB  europe/liechtenstein\n"))
        let available = try await run(["list", "--available", "li"] + from(server))
        #expect(
            available.output == "europe/alps           Alps           CH LI\neurope/liechtenstein  Liechtenstein  LI\n")

        let idle = try await run(["update"])
        #expect(idle.status == 0 && idle.output == "liechtenstein: nothing new\n", "\(idle)")
        let before = server.requests.count
        #expect(server.requests.last == "GET /europe/liechtenstein-latest.osm.pbf.md5 200")
        try await publish("Jungstadt")
        let old = packBytes()
        let updated = try await run(["update", "liechtenstein"])
        #expect(updated.status == 0 && updated.output.hasPrefix("liechtenstein: 1 cities"), "\(updated)")
        #expect(packBytes() != old && server.requests.count > before)

        let removed = try await run(["remove", "liechtenstein"])
        #expect(removed.status == 0, "\(removed)")
        #expect(try await run(["list"]).output == "")
        #expect(names(in: packs) == [".lock"])
        let again = try await run(["remove", "liechtenstein"])
        #expect(again.status == 1 && again.errors.contains("there is no pack liechtenstein in \(packs)"), "\(again)")
    }

    @Test("codes and names are told apart, and what is not known or not clear is refused with what there is")
    func names() async throws {
        let server = try await RealNginx(in: directory)
        try await publish("Neustadt")
        for name in ["LI", "li", "Liechtenstein", " LIECHTENSTEIN"] {
            let installed = try await run(["install", name, "--only", "boundaries"] + from(server))
            #expect(installed.status == 0, "\(name): \(installed)")
        }
        let unknown = try await run(["install", "lichtenstein"] + from(server))
        #expect(unknown.status == 1 && unknown.errors.contains("do you mean europe/liechtenstein?"), "\(unknown)")
        // Its extract is not there; of the two of this name it is the one.
        for (name, path) in [("georgia", "europe"), ("US-GA", "north-america/us"), ("GE", "europe")] {
            let georgia = try await run(["install", name] + from(server))
            #expect(georgia.errors.contains("/\(path)/georgia-latest.osm.pbf: there is no checksum"), "\(georgia)")
        }
        let nothing = try await run(["install"])
        #expect(nothing.status == 64, "\(nothing)")
    }

    @Test("where this machine is, is asked of the daemon, and the smallest extract that holds it is taken")
    func here() async throws {
        let server = try await RealNginx(in: directory)
        try await publish("Neustadt")
        let socket = directory.file("daemon.sock")
        let reply = #"{"coordinate":{"latitude":47.14,"longitude":9.52},"mode":3,"simulated":false,"age":1}"#
        try directory.write("reply", reply + "\n")
        let daemon = try ChildProcess(
            "socat", ["UNIX-LISTEN:\(socket),fork", "SYSTEM:read line; cat '\(directory.file("reply"))'"])
        #expect(await poll(atMost: .seconds(10)) { access(socket, F_OK) == 0 })
        let installed = try await run(["install", "--here", "--socket", socket] + from(server))
        #expect(installed.status == 0 && installed.output.contains("liechtenstein.gazetteer: 1 cities"), "\(installed)")
        #expect(!installed.errors.contains("47.1"))
        try directory.write("reply", "error: no-fix: there is no position yet\n")
        let unknown = try await run(["install", "--here", "--socket", socket] + from(server))
        #expect(unknown.status == 1 && unknown.errors.contains("there is no position yet"), "\(unknown)")
        daemon.terminate()
        let silent = try await run(["install", "--here", "--socket", socket] + from(server))
        #expect(silent.status == 1 && silent.errors.contains("Name the extract instead"), "\(silent)")
    }

    /// How much of a download is there.
    private func partSize() -> Int {
        FileManager.default.contents(atPath: "\(cache)/liechtenstein.osm.pbf.part")?.count ?? 0
    }

    private func names(in directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    @Test("fault 94: a download that is cut goes on where it was, in the same run and in the next one")
    func cut() async throws {
        var server = try await RealNginx(in: directory, "limit_rate 100k;")
        try await publish("Neustadt", nodes: 60_000)
        let child = try start(["install", "liechtenstein"] + from(server))
        #expect(await poll(atMost: .seconds(20)) { partSize() > 150_000 })
        server.kill()
        server = try await RealNginx(in: directory, port: server.port, "limit_rate 100k;")
        #expect(await poll(atMost: .seconds(20)) { partSize() > 250_000 })
        server.kill()
        // Nobody is there any more.
        #expect(await child.exitStatus(within: .seconds(60)) == 1)
        #expect(
            child.completeStandardError.contains(" MB have come and are kept: run the command again"),
            "\(child.standardError)")
        let kept = partSize()
        #expect(kept > 250_000 && packBytes() == nil)

        server = try await RealNginx(in: directory, port: server.port)
        let installed = try await run(["install", "liechtenstein"] + from(server))
        #expect(installed.status == 0 && installed.errors.contains(" are missing, from 127.0.0.1"), "\(installed)")
        #expect(server.requests.last == "GET /europe/liechtenstein-latest.osm.pbf 206", "\(server.requests)")
        #expect(packBytes() != nil && names(in: cache) == [])
    }

    @Test("fault 94: when the extract has changed meanwhile, what is there of the old one is thrown away")
    func changedMeanwhile() async throws {
        var server = try await RealNginx(in: directory, "limit_rate 100k;")
        try await publish("Altstadt", nodes: 60_000)
        let child = try start(["install", "liechtenstein"] + from(server))
        let part = "\(cache)/liechtenstein.osm.pbf.part"
        #expect(await poll(atMost: .seconds(20)) { FileManager.default.contents(atPath: part)?.count ?? 0 > 150_000 })
        child.terminate(SIGKILL)
        server.kill()
        try await publish("Neustadt", nodes: 50_000)
        server = try await RealNginx(in: directory, port: server.port)
        let installed = try await run(["install", "liechtenstein"] + from(server))
        #expect(installed.status == 0 && !installed.errors.contains("missing"), "\(installed)")
        #expect(server.requests.last == "GET /europe/liechtenstein-latest.osm.pbf 200")
    }

    @Test("fault 94: a wrong checksum, and none, leave the old pack and say what to do")
    func checksum() async throws {
        let server = try await RealNginx(in: directory)
        let old = try await installOld(from: server)
        try await publish("Neustadt")
        try directory.write("\(Self.extract).md5", "0123456789abcdef0123456789abcdef  liechtenstein-latest.osm.pbf\n")
        let wrong = try await run(["install", "liechtenstein"] + from(server))
        #expect(
            wrong.status == 1 && wrong.errors.contains("and not 0123456789abcdef0123456789abcdef. It was thrown away"),
            "\(wrong)")
        #expect(packBytes() == old && names(in: cache) == [])
        try FileManager.default.removeItem(atPath: directory.file("\(Self.extract).md5"))
        let none = try await run(["install", "liechtenstein"] + from(server))
        #expect(none.status == 1 && none.errors.contains("--no-checksum takes it nevertheless"), "\(none)")
        #expect(packBytes() == old)
        let unchecked = try await run(["install", "liechtenstein", "--no-checksum"] + from(server))
        #expect(unchecked.status == 0 && packBytes() != old, "\(unchecked)")
    }

    @Test(
        "fault 94: a captive portal is told as one: its pages, and redirects to it, for the index and for the extract")
    func captivePortal() async throws {
        let server = try await RealNginx(in: directory)
        let old = try await installOld(from: server)
        try await publish("Neustadt")
        func expectPortal(_ lines: String, _ complaint: String) async throws {
            let portal = try await RealNginx(in: directory, lines)
            let refused = try await run(["install", "liechtenstein"] + from(portal))
            #expect(refused.status == 1, "\(lines)")
            #expect(
                refused.errors.contains("(a captive portal)") && refused.errors.contains(complaint), "\(refused.errors)"
            )
            #expect(packBytes() == old)
        }
        let page = #"default_type text/html; return 200 "<html>Welcome! Log in.</html>";"#
        try await expectPortal("location / { \(page) }", "index-v1-nogeom.json: a web page has come instead of data")
        try await expectPortal(
            "location / { return 302 http://localhost:9/login; }", "the answer leads to http://localhost:9/login")
        try await expectPortal("location ~ md5$ { \(page) }", ".osm.pbf.md5: a web page has come instead of data")
        try await expectPortal("location ~ pbf$ { \(page) }", ".osm.pbf: a web page has come instead of data")
        try await expectPortal(
            "location ~ pbf$ { return 302 http://localhost:9/login; }", "the answer leads to http://localhost:9/login")
        // Not called a page, and one nevertheless.
        try await expectPortal(
            #"location ~ pbf$ { default_type application/octet-stream; return 200 "<html><body>Log in</body></html>"; }"#,
            "a web page has come instead of data")
    }

    @Test("a redirect on the same server is followed, as from the latest extract to that of a day")
    func redirect() async throws {
        let server = try await RealNginx(
            in: directory, "rewrite ^(.*)-latest.osm.pbf$ $1-260102.osm.pbf redirect;")
        try await publish("Neustadt", as: "www/europe/liechtenstein-260102.osm.pbf")
        try FileManager.default.moveItem(
            atPath: directory.file("www/europe/liechtenstein-260102.osm.pbf.md5"),
            toPath: directory.file("\(Self.extract).md5"))
        let installed = try await run(["install", "liechtenstein"] + from(server))
        #expect(installed.status == 0, "\(installed)")
        let loop = try await RealNginx(in: directory, "location ~ pbf$ { return 302 $request_uri; }")
        let refused = try await run(["install", "liechtenstein"] + from(loop))
        #expect(refused.status == 1 && refused.errors.contains("expected at most 5 redirects"), "\(refused)")
    }

    @Test(
        "fault 94: a full disk leaves the old pack, whether the extract or the pack has no room, and says how much is needed"
    )
    func fullDisk() async throws {
        let server = try await RealNginx(in: directory)
        try await publish("Neustadt", nodes: 60_000)
        let small = try await SmallFileSystem.orCancel(kilobytes: 200)
        let refused = try await run(["install", "liechtenstein"] + from(server), cache: "\(small.path)/cache")
        #expect(refused.status == 1 && refused.errors.contains(" MB are needed, and 0."), "\(refused)")
        // A pack is in place, and no room for its successor.
        let installed = try await run(["install", "liechtenstein"] + from(server), packs: small.path)
        try #require(installed.status == 0, "\(installed)")
        let old = FileManager.default.contents(atPath: "\(small.path)/liechtenstein.gazetteer")
        try small.fill()
        try await publish("Jungstadt")
        let full = try await run(["update"], packs: small.path)
        #expect(full.status == 1 && full.errors.contains("No space left on device"), "\(full)")
        #expect(old != nil && FileManager.default.contents(atPath: "\(small.path)/liechtenstein.gazetteer") == old)
        small.makeRoom()
        // The extract is there still.
        let requests = server.requests.count
        let healed = try await run(["update"], packs: small.path)
        #expect(healed.status == 0, "\(healed)")
        #expect(server.requests.dropFirst(requests).allSatisfy { $0.contains(".md5") }, "\(server.requests)")
        #expect(FileManager.default.contents(atPath: "\(small.path)/liechtenstein.gazetteer") != old)
    }

    @Test("fault 94: SIGKILL at any moment leaves the old pack or the new one, and the next run makes it whole")
    func killed() async throws {
        let server = try await RealNginx(in: directory)
        let old = try await installOld(from: server)
        try await publish("Neustadt", nodes: 60_000)
        var kills = 0
        // From the first steps of the program, through the download, into the import.
        for step in 0..<40 where packBytes() == old {
            let child = try start(["install", "liechtenstein"] + from(server))
            usleep(UInt32(step) * 9000)
            kills += child.isRunning ? 1 : 0
            child.terminate(SIGKILL)
            let visible = names(in: packs).filter { !$0.hasPrefix(".") }
            #expect(Set(visible).isSubset(of: ["liechtenstein.gazetteer", "liechtenstein.source.json"]))
            let verified = try await Programs.run("placemark-gazetteer", ["verify", directory.file(Self.pack)])
            #expect(verified.status == 0, "\(verified)")
        }
        #expect(kills > 0)
        // What a process that was killed while it wrote leaves behind.
        try directory.write("packs/.liechtenstein.gazetteer.12345", "half")
        let installed = try await run(["install", "liechtenstein"] + from(server))
        #expect(installed.status == 0 && packBytes() != old, "\(installed)")
        #expect(
            names(in: packs) == [
                ".lock", "liechtenstein.gazetteer", "liechtenstein.source.json",
            ])
    }

    @Test("over a metered link nothing is downloaded without --yes, and the exit status says so")
    func metered() async throws {
        let server = try await RealNginx(in: directory)
        try await publish("Neustadt")
        for answer in ["u 1", "u 3"] {
            try program("busctl", "echo '\(answer)'")
            let refused = try await run(["install", "liechtenstein"] + from(server))
            #expect(
                refused.status == 75 && refused.errors.contains("the network is a metered one, and 0."), "\(refused)")
            #expect(
                packBytes() == nil && !server.requests.contains { $0.hasPrefix("GET") && $0.hasSuffix("osm.pbf 200") })
        }
        let agreed = try await run(["install", "liechtenstein", "--yes"] + from(server))
        #expect(agreed.status == 0, "\(agreed)")
        // Nothing new costs nothing worth a question.
        #expect(try await run(["update"]).status == 0)
        try await publish("Jungstadt")
        #expect(try await run(["update"]).status == 75)
        try program("busctl", "echo 'u 4'")
        #expect(try await run(["update"]).status == 0)
    }

    @Test("two at once do not disturb each other: the second one says that the first is there")
    func twoAtOnce() async throws {
        let server = try await RealNginx(in: directory, "limit_rate 100k;")
        try await publish("Neustadt", nodes: 60_000)
        let first = try start(["install", "liechtenstein"] + from(server))
        #expect(await poll(atMost: .seconds(20)) { access("\(cache)/liechtenstein.osm.pbf.part", F_OK) == 0 })
        let second = try await run(["install", "liechtenstein"] + from(server))
        #expect(
            second.status == 1 && second.errors.contains("another placemark-gazetteer works in this directory"),
            "\(second)")
        first.terminate()
    }
}
