import Foundation
import PlacemarkClient
import PlacemarkCore
import TestSupport
import TestConditions
import Testing

@Suite("Command line", .timeLimit(.minutes(2)), .tags(.waits))
struct CommandLineTests {
    @Test(
        "exit statuses tell scripts what happened",
        arguments: [
            (["city", "--socket", "/nonexistent"], 69), (["frobnicate"], 2), (["reverse", "91", "0"], 2),
            (["reverse"], 2), (["watch", "nothing"], 2), (["reverse", "1", "2", "--gazetteer", "/nonexistent"], 66),
            (["--help"], 0), (["--version"], 0),
            (["search", "Xyzzyplugh", "--gazetteer", Programs.world], 1),
            (["search", "?", "--gazetteer", Programs.world], 2),
            (["search"], 2), (["search", "Paris", "--limit", "0"], 2), (["search", "Paris", "--near", "91,0"], 2),
            (["search", "Paris", "--gazetteer", "/nonexistent"], 66),
            (["simulate", "Nowhereville", "Paris", "--gazetteer", Programs.world], 1), (["simulate", "Paris"], 2),
            (["simulate", "-33.868,151.2", "-33.869,151.2", "--output", "-", "--gazetteer", Programs.world], 0),
            (["simulate", "Paris", "Lyon", "--sped", "90"], 2), (["reverse", "47", "9", "--langage", "fr"], 2),
            (["regions", "add", "suva", "--at", "-18.14,178.44", "--radius", "1km", "--socket", "/nonexistent"], 69),
            (["grants", "add", "--user", "0", "--for", "48h", "--purpose", "a test"], 2),
            (["grants", "add", "--user", "0", "--for", "1h", "--purpose", " "], 2),
            (["grants", "list", "--socket", "/nonexistent"], 69), (["grant"], 2), (["get", "age"], 2),
            (["reverse", "--gazetteer", Programs.world, "--", "-34.6", "-58.4"], 0),
            (["simulate", "--output", "-", "--gazetteer", Programs.world, "--", "-33.868,151.2", "-33.869,151.2"], 0),
            (["search", "--gazetteer", Programs.world, "--", "Vaduz"], 0), (["reverse", "--", "1", "--batch"], 2),
            (["watch", "--json", "--format", "nmea"], 2), (["track", "--json", "--format", "gpx"], 2),
        ] as [([String], Int32)])
    func exitStatus(arguments: [String], expected: Int32) async throws {
        let result = try await Programs.run("placemarkctl", arguments)
        #expect(result.status == expected, "\(result.errors)")
        #expect(expected == 0 ? !result.output.isEmpty : !result.errors.isEmpty)
    }

    @Test("an option that there is not is named, also where words may begin with a hyphen")
    func mistypedOption() async throws {
        for command in [["simulate", "Paris", "Lyon", "--sped", "90"], ["reverse", "-47", "9", "--sped", "fr"]] {
            let result = try await Programs.run("placemarkctl", command)
            #expect(result.errors.hasPrefix("placemarkctl: Unknown option '--sped'"), "\(result.errors)")
        }
    }

    @Test(
        "every error begins with the name of the program",
        arguments: [
            ["frobnicate"], ["city", "--frobnicate"], ["reverse"], ["reverse", "91", "0"], ["watch", "nothing"],
            ["city", "--socket", "/nonexistent"], ["reverse", "1", "2", "--gazetteer", "/nonexistent"],
            ["reverse", "1", "2", "--config", "/nonexistent"], ["get", "age"], ["grants", "add", "--user", "nobody"],
            ["location", "--accuracy", "1m"], ["simulate", "Paris", "Lyon", "--speed", "fast"],
        ])
    func prefix(arguments: [String]) async throws {
        let result = try await Programs.run("placemarkctl", arguments)
        #expect(result.status != 0 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("placemarkctl: "), "\(result.errors)")
        #expect(
            !result.errors.hasPrefix("placemarkctl: Error") && !result.errors.hasPrefix("placemarkctl: placemarkctl"))
    }

    @Test("a terminal and a pipe get the same: text for people, and JSON on demand")
    func oneRule() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let world = ["--gazetteer", Programs.world]
        let commands = [
            ["status", "--socket", daemon.socket], ["regions", "--socket", daemon.socket],
            ["visits", "--socket", daemon.socket], ["grants", "--socket", daemon.socket], ["attribution"] + world,
            ["reverse", "47.141", "9.521"] + world, ["search", "Vaduz"] + world,
        ]
        for command in commands {
            let text = try await Programs.run("placemarkctl", command)
            #expect(text.status == 0 && !text.output.hasPrefix("{") && !text.output.hasPrefix("["), "\(text)")
            let line = ([Programs.path("placemarkctl")] + command).joined(separator: " ")
            let terminal = try await Programs.run("script", ["-qec", line, "/dev/null"])
            // Ages go on.
            let shape = { (text: String) in text.replacing("\r\n", with: "\n").replacing(/[0-9]+/, with: "0") }
            #expect(shape(terminal.output) == shape(text.output), "\(command)")
            let json = try await Programs.run("placemarkctl", command + ["--json"])
            #expect(json.output.hasPrefix("{") || json.output.hasPrefix("["), "\(json)")
        }
        let grep = #""$0" status --socket "$1" | grep Source"#
        let found = try await Programs.run("bash", ["-c", grep, Programs.path("placemarkctl"), daemon.socket])
        #expect(found.status == 0 && found.output.hasPrefix("Source"), "\(found)")
    }

    @Test("reverse and search use the world file that the configuration names, as the daemon does")
    func configuredWorld() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("placemarkd.conf", "[Gazetteer]\nFile=\(directory.file("mine.gazetteer"))\n")
        let options = ["--config", directory.file("placemarkd.conf")]
        for command in [["reverse", "47.141", "9.521"], ["search", "Vaduz"], ["attribution"]] {
            let missing = try await Programs.run("placemarkctl", command + options)
            #expect(missing.status == 66 && missing.errors.contains("mine.gazetteer"), "\(missing)")
            let named = try await Programs.run("placemarkctl", command + options + ["--gazetteer", Programs.world])
            #expect(named.status == 0, "\(named)")
        }
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("mine.gazetteer"), withDestinationPath: Programs.world)
        let found = try await Programs.run("placemarkctl", ["reverse", "47.141", "9.521"] + options)
        #expect(found.status == 0 && found.output.contains("Vaduz"), "\(found)")
        try directory.write("placemarkd.conf", "[Gazetteer]\nFille=/x\n")
        let mistake = try await Programs.run("placemarkctl", ["search", "Vaduz"] + options)
        #expect(mistake.status == 78 && mistake.errors.contains("placemarkd.conf:2:"), "\(mistake)")
    }

    @Test(
        "a coordinate is read as maps and phones copy it",
        arguments: [
            ["geo:47.141,9.521"], ["47°8'27.6\"N 9°31'15.6\"E"], ["47.141N", "9.521E"], ["N47", "8.46", "E9", "31.26"],
        ])
    func copied(words: [String]) async throws {
        // A file, because Programs.run quotes for printf and the shell.
        let child = try ChildProcess(
            Programs.path("placemarkctl"), ["reverse"] + words + ["--gazetteer", Programs.world])
        #expect(await child.exitStatus(within: .seconds(20)) == 0, "\(child.standardError)")
        #expect(child.standardOutput.contains("Vaduz"))
    }

    @Test("without a daemon the doctor is recommended")
    func noDaemon() async throws {
        let result = try await Programs.run("placemarkctl", ["city", "--socket", "/nonexistent"])
        #expect(
            result.errors.hasPrefix(
                "placemarkctl: placemarkd is not reachable at /nonexistent: No such file or directory;"))
        #expect(result.errors.contains("\n“placemarkctl doctor” finds out why"), "\(result.errors)")
    }

    @Test("a reader that goes away ends a command without a word")
    func closedPipe() async throws {
        let script = #""$0" simulate Paris Lyon --output - --gazetteer "$1" | head -n 1; echo ${PIPESTATUS[0]}"#
        let result = try await Programs.run(
            "bash", ["-c", script, Programs.path("placemarkctl"), Programs.world])
        let lines = result.output.split(whereSeparator: \.isNewline)
        #expect(lines.first?.hasPrefix("$GPGGA,") == true && lines.last == "141", "\(result.output)")
        #expect(result.errors == "")
    }

    @Test("get shows what has parts as JSON, and tells a key that there is not from a value that there is not yet")
    func get() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let parts = try await Programs.run(
            "placemarkctl", ["get", "source", "fixes.rejected", "source.state", "--socket", daemon.socket])
        let lines = parts.output.split(separator: "\n")
        try #require(parts.status == 0 && lines.count == 3, "\(parts)")
        #expect(lines[1] == "{}")
        #expect(lines[0].hasPrefix("{") && lines[0].contains(#""state":"\#(lines[2])""#), "\(parts)")
        let absent = try await Programs.run("placemarkctl", ["get", "locality", "--socket", daemon.socket])
        #expect(absent.status == 1 && absent.output == "\n" && absent.errors == "")
        let mistyped = try await Programs.run("placemarkctl", ["get", "localty", "--socket", daemon.socket])
        #expect(mistyped.status == 1 && mistyped.output == "\n")
        #expect(mistyped.errors.contains("no key 'localty'") && mistyped.errors.contains("status --json"))
        let ambiguous = try await Programs.run("placemarkctl", ["get", "age", "--socket", daemon.socket])
        #expect(ambiguous.status == 2 && ambiguous.output.isEmpty)
        #expect(ambiguous.errors.contains("location.age, placemark.age, heading.age"), "\(ambiguous.errors)")
    }

    @Test("get prints one member of a list on each line")
    func list() async throws {
        try await withLiveGPSD { gpsd in
            let daemon = try await RunningDaemon(gpsdPort: gpsd.port)
            for name in ["garden", "home"] {
                try await daemon.client.add(
                    Region(identifier: name, shape: .circle(center: vaduz, radiusInMeters: 500)))
            }
            _ = try await daemon.status("both regions") { $0.regions?.count == 2 }
            let regions = try await Programs.run("placemarkctl", ["get", "regions", "--socket", daemon.socket])
            #expect(regions.status == 0 && regions.output == "garden\nhome\n", "\(regions)")
        }
    }

    @Test("without a fix every command says so, with exit status 1")
    func noFix() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        for command in ["city", "placemark", "location"] {
            let result = try await Programs.run("placemarkctl", [command, "--socket", daemon.socket])
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("placemarkctl: no position yet: "), "\(result.errors)")
        }
        let get = try await Programs.run("placemarkctl", ["get", "locality", "policy", "--socket", daemon.socket])
        #expect(get.status == 1)
        #expect(get.output == "\ndistance-and-time\n")
        let status = try await Programs.run("placemarkctl", ["status", "--json", "--socket", daemon.socket])
        #expect(status.status == 0)
        _ = try JSONDecoder().decode(Status.self, from: Data(status.output.utf8))
        let table = try await Programs.run("placemarkctl", ["status", "--socket", daemon.socket])
        #expect(table.output.hasPrefix("Source     disconnected"))
    }

    @Test("search answers with placemarks, coordinates and inhabitants, and with --batch line by line")
    func search() async throws {
        let result = try await Programs.run(
            "placemarkctl",
            ["search", "Paris", "TX", "--near", "-18.1,178.4", "--limit", "1", "--json", "--gazetteer", Programs.world])
        #expect(result.status == 0)
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let found = try #require((answer["results"] as? [[String: Any]])?.first)
        #expect(found["administrativeArea"] as? String == "Texas")
        #expect(try #require(found["population"] as? Int) > 20_000)
        #expect(try #require(found["distance"] as? Double) > 10_000_000)
        #expect((found["coordinate"] as? [String: Double])?["latitude"] == 33.66094)
        let batch = try await Programs.run(
            "placemarkctl", ["search", "--batch", "--limit", "1", "--gazetteer", Programs.world],
            input: "München\nXyzzyplugh\n東京\n")
        let lines = batch.output.split(separator: "\n")
        #expect(lines.map { $0.contains("Munich") } == [true, false, false])
        #expect(lines.map { $0.contains("\"error\"") } == [false, true, false])
    }

    @Test("reverse --batch answers line by line, in order, with an error object for a bad line")
    func batch() async throws {
        let result = try await Programs.run(
            "placemarkctl", ["reverse", "--batch", "--gazetteer", Programs.world],
            input: "47.141,9.521\nnonsense\n-18.14,178.44\n95,0\n64.1751,-51.7386\n")
        #expect(result.status == 0)
        let lines = try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["locality"] as? String } == ["Vaduz", nil, "Suva", nil, "Nuuk"])
        #expect(lines.map { $0["line"] as? Int } == [nil, 2, nil, 4, nil])
        #expect(lines.map { $0["timeZone"] as? String } == ["Europe/Vaduz", nil, "Pacific/Fiji", nil, "America/Nuuk"])
    }

    @Test("reverse takes negative degrees")
    func negative() async throws {
        let result = try await Programs.run(
            "placemarkctl", ["reverse", "-34.6037", "-58.3816", "--json", "--gazetteer", Programs.world])
        #expect(result.output.contains(#""isoCountryCode":"AR""#), "\(result.errors)")
    }

    @Test("reverse shows a person the address, and where it lies; a language may be named")
    func table() async throws {
        let result = try await Programs.run(
            "placemarkctl",
            ["reverse", "37.33", "-122.03", "--language", "de", "--gazetteer", Programs.world])
        #expect(result.output.hasPrefix("Placemark  "), "\(result.errors)")
        #expect(result.output.contains("Cupertino, CA, Vereinigte Staaten\n"))
        #expect(result.output.contains("\nCountry    Vereinigte Staaten (US)\n"))
        #expect(result.output.contains("\nTime zone  America/Los_Angeles\n"))
    }

    @Test("own places are added to a world file in place, and win")
    func ownPlaces() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            "own.geojson",
            #"""
            {"type": "Feature", "properties": {"name": "Head Office", "postalCode": "9490", "colour": "red"},
             "geometry": {"type": "Point", "coordinates": [9.521, 47.141]}}
            """#)
        let (own, world) = (directory.file("own.geojson"), directory.file("own.gazetteer"))
        let added = try await Programs.run("placemark-gazetteer", ["add", Programs.world, own, "--output", world])
        #expect(added.status == 0)
        #expect(added.errors.hasPrefix("warning: these properties mean nothing here: colour ("), "\(added.errors)")
        let again = try await Programs.run("placemark-gazetteer", ["add", world, own, "--output", world])
        #expect(again.output == "\(world): 1 feature of own.geojson\n", "\(again.errors)")
        let result = try await Programs.run(
            "placemarkctl", ["reverse", "47.141", "9.521", "--json", "--gazetteer", world])
        #expect(result.output.contains(#""fullAddress":"Head Office, 9490 Vaduz, Liechtenstein""#), "\(result.output)")
        // Whoever could read the world can read it still, whatever the umask of the one who adds.
        #expect(directory.mode("own.gazetteer") == 0o644)
        let add = #"umask "$4"; exec "$0" add "$1" "$2" --output "$3""#
        for (mode, umask) in [(0o644, "077"), (0o640, "022"), (0o664, "077")] as [(mode_t, String)] {
            chmod(world, mode)
            let replaced = try await Programs.run(
                "bash", ["-c", add, Programs.path("placemark-gazetteer"), world, own, world, umask])
            #expect(replaced.status == 0 && directory.mode("own.gazetteer") == Int(mode), "\(replaced.errors)")
        }
        let bad = try await Programs.run("placemark-gazetteer", ["add", own, own, "--output", world])
        #expect(bad.status == 1 && bad.errors.contains("own.geojson: this is not a gazetteer"))
    }

    @Test("attribution names the licences of all layers, for a terminal and as JSON")
    func attribution() async throws {
        let text = try await Programs.run("placemarkctl", ["attribution", "--gazetteer", Programs.world])
        #expect(text.output.hasPrefix("placemarkd: Apache License 2.0"), "\(text.errors)")
        #expect(
            text.output.contains("GeoNames, https://www.geonames.org") && text.output.contains("\n  Licence  CC BY 4.0")
        )
        for line in text.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let json = try await Programs.run("placemarkctl", ["attribution", "--json", "--gazetteer", Programs.world])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let notices = try #require(object["notices"] as? [[String: Any]])
        let texts = notices.compactMap { $0["attribution"] as? String }
        #expect(!texts.isEmpty && texts.count == notices.count)
        #expect(notices.allSatisfy { $0["licence"] is String && ($0["layers"] as? [String])?.isEmpty == false })
    }

    @Test("--check-config names file, line and what is allowed, with exit status 78")
    func checkConfiguration() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("good.conf", "[Geocoding]\nInterval=2min\n")
        let good = try await Programs.run("placemarkd", ["--check-config", "--config", directory.file("good.conf")])
        #expect(good.status == 0)
        try directory.write("bad.conf", "[Geocoding]\nInterval=fast\n\n[Geocodin]\nPolicy=x\n")
        let bad = try await Programs.run("placemarkd", ["--check-config", "--config", directory.file("bad.conf")])
        #expect(bad.status == 78)
        #expect(bad.errors.contains("bad.conf:2: [Geocoding] Interval=fast: expected a duration"))
        #expect(bad.errors.contains("bad.conf:4: [Geocodin]: no such section, did you mean [Geocoding]?"))
        let missing = try await Programs.run("placemarkd", ["--check-config", "--config", directory.file("none.conf")])
        #expect(missing.status == 78)
    }

    @Test("a world file that is missing or damaged is refused at the start, with what to do")
    func damagedWorld() async throws {
        let directory = try TemporaryDirectory()
        var bytes = try Data(contentsOf: URL(filePath: Programs.world))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: directory.file("world.gazetteer")))
        for path in [directory.file("world.gazetteer"), directory.file("none.gazetteer")] {
            let result = try await Programs.run(
                "placemarkd",
                ["--gazetteer", path, "--socket", directory.file("socket"), "--state-directory", directory.path])
            #expect(result.status == 66)
            #expect(
                result.errors.contains(path) && result.errors.contains("placemark-gazetteer build"), "\(result.errors)")
        }
    }

    @Test("the shell's own clients get the answers of ours")
    func shellClients() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        let ours = try await Programs.run("placemarkctl", ["get", "source.state", "--socket", daemon.socket])
        let script = """
            printf 'status\\n' | nc -U "$0" | jq -r .source.state
            printf 'status\\n' | socat -t 20 - "UNIX-CONNECT:$0" | jq -r .source.state
            python3 -c 'import json, socket, sys
            s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(b"status\\n")
            print(json.loads(s.makefile().readline())["source"]["state"])' "$0"
            nc -N -U "$0" < /dev/null | jq -r .source.state
            """
        let theirs = try await Programs.run("bash", ["-c", script, daemon.socket])
        #expect(theirs.output == String(repeating: ours.output, count: 4), "\(theirs.errors)")
        #expect(ours.output == "disconnected\n")
    }
}
