import Foundation
import Glibc
import TestConditions
import TestSupport
import Testing

/// `placemark-gazetteer install` and its sisters against a real nginx, which has an index and extracts made here.
@Suite("Installing detail packs", .timeLimit(.minutes(5)), .tags(.waits))
struct InstallCommandTests {
    private let lab: InstallLab

    init() throws { lab = try InstallLab() }

    @Test(
        "an extract is found by name, path or code, becomes a pack, is listed, made anew when it has changed, and removed"
    )
    func wholeLife() async throws {
        let server = try await RealNginx(in: lab.directory)
        try await lab.publish("Neustadt")
        let installed = try await lab.run(["install", "europe/liechtenstein"] + lab.from(server))
        #expect(installed.status == 0, "\(installed)")
        #expect(installed.output.hasPrefix("\(lab.directory.file(InstallLab.pack)): 1 cities and 0 parts of cities, "))
        #expect(installed.errors.hasPrefix("europe/liechtenstein: 0."), "\(installed.errors)")
        #expect(installed.errors.contains(" MB, from 127.0.0.1, changed "))
        #expect(
            lab.directory.contents("bin/systemctl.log")
                == "is-active --quiet placemarkd.service\nreload placemarkd.service\n")
        #expect(lab.directory.mode(InstallLab.pack) == 0o644)
        let reverse = try await Programs.run(
            "placemarkctl",
            [
                "reverse", "47.14,9.52", "--json", "--gazetteer", Programs.world, "--gazetteer",
                lab.directory.file(InstallLab.pack),
            ])
        #expect(reverse.output.contains(#""locality":"Neustadt""#), "\(reverse)")

        let list = try await lab.run(["list"])
        #expect(list.output.hasPrefix("liechtenstein  2026-01-02  0.0"), "\(list)")
        #expect(list.output.hasSuffix(" MB  europe/liechtenstein\n"))
        let available = try await lab.run(["list", "--available", "li"] + lab.from(server))
        #expect(
            available.output == "europe/alps           Alps           CH LI\neurope/liechtenstein  Liechtenstein  LI\n")

        let idle = try await lab.run(["update"])
        #expect(idle.status == 0 && idle.output == "liechtenstein: nothing new\n", "\(idle)")
        // nginx notes a request after the last byte of its answer.
        #expect(
            await poll(atMost: .seconds(10)) {
                server.requests.last == "GET /europe/liechtenstein-latest.osm.pbf.md5 200"
            })
        let before = server.requests.count
        try await lab.publish("Jungstadt")
        let old = lab.packBytes()
        let updated = try await lab.run(["update", "liechtenstein"])
        #expect(updated.status == 0 && updated.output.hasPrefix("liechtenstein: 1 cities"), "\(updated)")
        #expect(lab.packBytes() != old && server.requests.count > before)

        let removed = try await lab.run(["remove", "liechtenstein"])
        #expect(removed.status == 0, "\(removed)")
        #expect(try await lab.run(["list"]).output == "")
        #expect(lab.names(in: lab.packs) == [".lock"])
        let again = try await lab.run(["remove", "liechtenstein"])
        #expect(
            again.status == 1 && again.errors.contains("there is no pack liechtenstein in \(lab.packs)"), "\(again)")
    }

    @Test("codes and names are told apart, and what is not known or not clear is refused with what there is")
    func names() async throws {
        let server = try await RealNginx(in: lab.directory)
        try await lab.publish("Neustadt")
        for name in ["LI", "li", "Liechtenstein", " LIECHTENSTEIN"] {
            let installed = try await lab.run(["install", name, "--only", "boundaries"] + lab.from(server))
            #expect(installed.status == 0, "\(name): \(installed)")
        }
        let unknown = try await lab.run(["install", "lichtenstein"] + lab.from(server))
        #expect(unknown.status == 1 && unknown.errors.contains("did you mean europe/liechtenstein?"), "\(unknown)")
        // Its extract is not there; of the two of this name it is the one.
        for (name, path) in [("georgia", "europe"), ("US-GA", "north-america/us"), ("GE", "europe")] {
            let georgia = try await lab.run(["install", name] + lab.from(server))
            #expect(georgia.errors.contains("/\(path)/georgia-latest.osm.pbf: there is no checksum"), "\(georgia)")
        }
        let nothing = try await lab.run(["install"])
        #expect(nothing.status == 64, "\(nothing)")
    }

    @Test("an address with a name or a password in it is refused, repeated nowhere, and kept nowhere")
    func passwords() async throws {
        for address in [
            "http://jane:hunter2@127.0.0.1:9/rome.osm.pbf", "https://hunter2@127.0.0.1:9/",
            "ftp://jane:hunter2@127.0.0.1:9/",
        ] {
            for words in [["install", "rome"], ["list", "--available"]] {
                let refused = try await lab.run(words + ["--from", address])
                #expect(refused.status == 64 && refused.errors.contains("--from"), "\(refused)")
                #expect(!refused.errors.contains("hunter2") && !refused.output.contains("hunter2"), "\(refused)")
            }
        }
        #expect(!lab.names(in: lab.packs).contains("rome.source.json"))
        // As an earlier version has kept it.
        let server = try await RealNginx(in: lab.directory)
        try await lab.publish("Neustadt")
        #expect(try await lab.run(["install", "liechtenstein"] + lab.from(server)).status == 0)
        let address = "http://jane:hunter2@127.0.0.1:9/x.osm.pbf"
        try lab.directory.write(
            "packs/liechtenstein.source.json", #"{"extract":"\#(address)","address":"\#(address)"}"#)
        for words in [["list"], ["update"]] {
            let told = try await lab.run(words)
            #expect((told.output + told.errors).contains("liechtenstein"), "\(told)")
            #expect(!told.output.contains("hunter2") && !told.errors.contains("hunter2"), "\(told)")
        }
    }

    @Test("where this machine is, is asked of the daemon, and the smallest extract that holds it is taken")
    func here() async throws {
        let server = try await RealNginx(in: lab.directory)
        try await lab.publish("Neustadt")
        let socket = lab.directory.file("daemon.sock")
        let reply = #"{"coordinate":{"latitude":47.14,"longitude":9.52},"mode":3,"simulated":false,"age":1}"#
        try lab.directory.write("reply", reply + "\n")
        let daemon = try ChildProcess(
            "socat", ["UNIX-LISTEN:\(socket),fork", "SYSTEM:read line; cat '\(lab.directory.file("reply"))'"])
        #expect(await poll(atMost: .seconds(10)) { UnixSocket.answer(to: "location", at: socket) != nil })
        let installed = try await lab.run(["install", "--here", "--socket", socket] + lab.from(server))
        #expect(installed.status == 0 && installed.output.contains("liechtenstein.gazetteer: 1 cities"), "\(installed)")
        #expect(!installed.errors.contains("47.1"))
        try lab.directory.write("reply", "error: no-fix: there is no position yet\n")
        let unknown = try await lab.run(["install", "--here", "--socket", socket] + lab.from(server))
        #expect(unknown.status == 1 && unknown.errors.contains("there is no position yet"), "\(unknown)")
        daemon.terminate()
        let silent = try await lab.run(["install", "--here", "--socket", socket] + lab.from(server))
        #expect(silent.status == 1 && silent.errors.contains("Name the extract instead"), "\(silent)")
    }

    @Test("a redirect on the same server is followed, as from the latest extract to that of a day")
    func redirect() async throws {
        let server = try await RealNginx(
            in: lab.directory, "rewrite ^(.*)-latest.osm.pbf$ $1-260102.osm.pbf redirect;")
        try await lab.publish("Neustadt", as: "www/europe/liechtenstein-260102.osm.pbf")
        try FileManager.default.moveItem(
            atPath: lab.directory.file("www/europe/liechtenstein-260102.osm.pbf.md5"),
            toPath: lab.directory.file("\(InstallLab.extract).md5"))
        let installed = try await lab.run(["install", "liechtenstein"] + lab.from(server))
        #expect(installed.status == 0, "\(installed)")
        let loop = try await RealNginx(in: lab.directory, "location ~ pbf$ { return 302 $request_uri; }")
        let refused = try await lab.run(["install", "liechtenstein"] + lab.from(loop))
        #expect(refused.status == 1 && refused.errors.contains("expected at most 5 redirects"), "\(refused)")
    }

    @Test("over a metered link nothing is downloaded without --yes, and the exit status says so")
    func metered() async throws {
        let server = try await RealNginx(in: lab.directory)
        try await lab.publish("Neustadt")
        for answer in ["u 1", "u 3"] {
            try lab.program("busctl", "echo '\(answer)'")
            let refused = try await lab.run(["install", "liechtenstein"] + lab.from(server))
            #expect(
                refused.status == 75
                    && refused.errors.contains("the network is metered, and this would download 0."), "\(refused)")
            #expect(lab.packBytes() == nil)
            #expect(await poll(atMost: .seconds(10)) { !server.requests.isEmpty })
            #expect(server.requests.allSatisfy { $0.hasPrefix("HEAD ") }, "\(server.requests)")
        }
        // Nor where the index has to tell which extract it is, nor when the extract itself is named.
        let extract = lab.from(server)[1] + "europe/liechtenstein-latest.osm.pbf"
        for arguments in [["--here"] + lab.from(server), ["liechtenstein", "--from", extract]] {
            let refused = try await lab.run(["install"] + arguments)
            #expect(refused.status == 75, "\(refused)")
        }
        #expect(server.requests.allSatisfy { $0.hasPrefix("HEAD ") }, "\(server.requests)")
        let agreed = try await lab.run(["install", "liechtenstein", "--yes"] + lab.from(server))
        #expect(agreed.status == 0, "\(agreed)")
        // Nothing new costs nothing worth a question.
        #expect(try await lab.run(["update"]).status == 0)
        try await lab.publish("Jungstadt")
        #expect(try await lab.run(["update"]).status == 75)
        try lab.program("busctl", "echo 'u 4'")
        #expect(try await lab.run(["update"]).status == 0)
    }

    @Test("two at once do not disturb each other: the second one says that the first is there")
    func twoAtOnce() async throws {
        // Slow enough that the first one is at it until the second one has come.
        let server = try await RealNginx(in: lab.directory, "limit_rate 20k;")
        try await lab.publish("Neustadt", nodes: 60_000)
        let first = try lab.start(["install", "liechtenstein"] + lab.from(server))
        #expect(await poll(atMost: .seconds(20)) { access("\(lab.cache)/liechtenstein.osm.pbf.part", F_OK) == 0 })
        let second = try await lab.run(["install", "liechtenstein"] + lab.from(server))
        #expect(
            second.status == 1 && second.errors.contains("another placemark-gazetteer is working in this directory"),
            "\(second)")
        first.terminate()
    }
}
