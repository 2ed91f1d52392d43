import Foundation
import TestConditions
import PlacemarkModel
import TestSupport
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
            (["reverse", "--explain", "--gazetteer", Programs.world, "47.141", "9.521"], 0),
            (["reverse", "--explain", "--batch"], 2),
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

    @Test("of a command that there is not, the command is named, and not the options behind it")
    func mistypedCommand() async throws {
        for (program, words, status) in [
            ("placemarkctl", ["frobnicate", "--socket", "x"], 2),
            ("placemarkctl", ["reports", "frobnicate", "--socket", "x"], 2),
            ("placemarkctl", ["geocoder", "frobnicate", "--socket", "x"], 2),
            ("placemark-gazetteer", ["frobnicate", "--gazetteer", "x"], 64),
        ] as [(String, [String], Int32)] {
            let result = try await Programs.run(program, words)
            #expect(result.status == status)
            #expect(result.errors.contains("frobnicate'"), "\(result.errors)")
            #expect(!result.errors.contains("nknown option"), "\(result.errors)")
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
        _ = try await daemon.status("the refusal") { $0.source.state == .disconnected }
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

    @Test("the shell's own clients get the answers of ours")
    func shellClients() async throws {
        let daemon = try await RunningDaemon(gpsdPort: 1)
        _ = try await daemon.status("the refusal") { $0.source.state == .disconnected }
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
