import Foundation
import PlacemarkModel
import Simulation
import TestSupport
import TestConditions
import Testing

@Suite("Replay", .timeLimit(.minutes(2)), .tags(.waits))
struct ReplayCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let (from, to) = (
            try #require(Coordinate(latitude: 47.141, longitude: 9.521)),
            try #require(Coordinate(latitude: 47.378, longitude: 8.54))
        )
        let drive = Drive(
            from: from, to: to, speedInKilometersPerHour: 120,
            startingAt: try #require(Timestamp(parsing: "2026-11-20T20:24:49Z")))
        let bytes = drive.flatMap { NMEAEpoch($0).bytes }
        try Data(bytes).write(to: URL(filePath: directory.file("trip.nmea")))
    }

    private func replay(_ arguments: String...) async throws -> Programs.Result {
        try await Programs.run(
            "placemarkctl", ["replay", directory.file("trip.nmea"), "--gazetteer", Programs.world] + arguments)
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("a trip becomes one event a line, in order, and a summary")
    func events() async throws {
        let result = try await replay()
        #expect(result.status == 0, "\(result.errors)")
        let lines = try objects(result.output)
        let elapsed = lines.dropLast().compactMap { $0["elapsed"] as? Double }
        #expect(elapsed == elapsed.sorted() && elapsed.count == lines.count - 1)
        let names = lines.compactMap { $0["event"] as? String }
        #expect(Set(names).isSuperset(of: ["source", "location", "geocode", "placemark", "summary"]))
        // Every event is one that a client of the daemon understands.
        for line in result.output.split(separator: "\n").dropLast() {
            _ = try JSONDecoder().decode(EventReport.self, from: Data(line.utf8))
        }
        let summary = try #require(lines.last)
        let geocoding = try #require(summary["geocoding"] as? [String: Any])
        #expect(geocoding["requests"] as? Int == names.count { $0 == "geocode" })
        #expect(try #require(geocoding["shortestInterval"] as? Double) >= 60)
        let first = try #require(lines.first { $0["event"] as? String == "placemark" }?["placemark"] as? [String: Any])
        #expect(first["locality"] as? String == "Vaduz")
        #expect((summary["recording"] as? [String: Any])?["format"] as? String == "NMEA 0183")
    }

    @Test("the streets of a trip are a table, or JSON; without a pack it says what is missing")
    func streets() async throws {
        try directory.write(
            "street.opl",
            """
            n1 v1 t2026-01-02T03:04:05Z x9.52 y47.141
            n2 v1 x9.53 y47.141
            w1 v1 Thighway=residential,name=Neugasse Nn1,n2

            """)
        let (pbf, pack) = (directory.file("street.osm.pbf"), directory.file("street.gazetteer"))
        _ = try await Programs.run("osmium", ["cat", "--output", pbf, directory.file("street.opl")])
        _ = try await Programs.run("placemark-gazetteer", ["import", pbf, "--output", pack])
        let trip = (0...9).map { "47.14101,9.52\($0),2026-01-01T00:00:0\($0)Z\n" }.reduce("lat,lon,time\n", +)
        let arguments = ["replay", "-", "--streets", "--gazetteer", Programs.world]
        let table = try await Programs.run("placemarkctl", arguments + ["--gazetteer", pack], input: trip)
        #expect(table.status == 0 && table.errors.isEmpty, "\(table)")
        #expect(table.output.contains("0:00:00  Neugasse  Vaduz"), "\(table)")
        #expect(table.output.contains("\n\nThe street changed 0 times; by the position of each fix alone, 0.\n"))
        let json = try await Programs.run("placemarkctl", arguments + ["--gazetteer", pack, "--json"], input: trip)
        let lines = try objects(json.output)
        #expect(lines.map { $0["event"] as? String } == ["summary", "streets"])
        let streets = try #require(lines[1]["streets"] as? [[String: Any]])
        #expect(streets.map { $0["street"] as? String } == ["Neugasse"] && streets[0]["fixes"] as? Int == 10)
        let packless = try await Programs.run("placemarkctl", arguments, input: trip)
        #expect(packless.status == 0 && packless.output.contains("no street"))
        #expect(
            packless.errors
                == "placemarkctl: -: no street is known along the way; expected a detail pack with streets\n")
    }

    @Test("a reader that goes away ends a replay")
    func closedPipe() async throws {
        let script = #""$0" replay "$1" --gazetteer "$2" | head -n 1; echo ${PIPESTATUS[0]}"#
        let result = try await Programs.run(
            "bash",
            ["-c", script, Programs.path("placemarkctl"), directory.file("trip.nmea"), Programs.world])
        #expect(
            result.output.hasPrefix("{") && result.output.hasSuffix("\n141\n") && result.errors.isEmpty, "\(result)")
    }

    @Test("a terminal shows the events, or else the progress, and never one within the other")
    func terminal() async throws {
        let (program, trip) = (Programs.path("placemarkctl"), directory.file("trip.nmea"))
        let command = "'\(program)' replay '\(trip)' --gazetteer '\(Programs.world)'"
        let data = try await Programs.run("script", ["-qec", command, "/dev/null"])
        #expect(data.output.hasPrefix("{") && !data.output.contains("[#"), "events are data on a terminal, too")
        let events = try await Programs.run("script", ["-qec", command + " --text", "/dev/null"])
        #expect(events.output.contains("placemark      9490 Vaduz, Liechtenstein\r\n"), "\(events)")
        #expect(!events.output.contains("[#"))
        let summary = try await Programs.run("script", ["-qec", command + " --summary-only", "/dev/null"])
        #expect(summary.output.contains("] 100 %") && summary.output.contains("\nRequests "), "\(summary)")
    }

    @Test("policies are compared, with the bound; the configuration's own comes first")
    func comparison() async throws {
        try directory.write("trial.conf", "[Geocoding]\nPolicy=distance-or-time\n")
        let result = try await replay(
            "--config", directory.file("trial.conf"), "--compare", "every-fix,hindsight,distance-or-time",
            "--json")
        let lines = try objects(result.output)
        #expect(lines.map { $0["event"] as? String } == ["summary", "comparison"], "\(result.errors)")
        let policies = try #require(lines[1]["policies"] as? [[String: Any]])
        #expect(policies.map { $0["policy"] as? String } == ["distance-or-time", "every-fix", "hindsight"])
        #expect(policies[1]["rightShare"] as? Double == 1)
        let forPrograms = try objects(try await replay("--compare", "hindsight", "--progress").output)
        let kinds = Set(forPrograms.compactMap { $0["event"] as? String })
        #expect(kinds.isSuperset(of: ["location", "placemark", "summary", "comparison"]), "\(kinds)")
        let everything = try objects(try await replay("--compare", "all", "--json").output)
        let names = (everything.last?["policies"] as? [[String: Any]])?.compactMap { $0["policy"] as? String } ?? []
        // The configured one first, and none twice.
        #expect(names.first == "distance-and-time")
        #expect(names.sorted() == (GeocodingMode.allCases.map(\.rawValue) + ["hindsight"]).sorted())
        let table = try await replay("--compare", "hindsight")
        #expect(table.output.contains("\nhindsight") && table.output.hasPrefix("Recording"), "\(table.output)")
    }

    @Test("standard input is read; damage is told with its line, and only counted after twenty")
    func damage() async throws {
        let input = "lat,lon,time\n47.1,9.5,2026-01-01T00:00:00Z\n" + String(repeating: "x,y,z\n", count: 30)
        let result = try await Programs.run(
            "placemarkctl", ["replay", "-", "--summary-only", "--json", "--gazetteer", Programs.world], input: input)
        #expect(result.status == 0)
        let errors = result.errors.split(separator: "\n")
        #expect(errors.count == 21)
        #expect(
            errors.first
                == "placemarkctl: -:3: no latitude or no longitude: expected numbers in degrees, such as 47.141")
        #expect(errors.last == "placemarkctl: -: and 10 more like these")
        #expect(try objects(result.output).count == 1)
    }

    @Test(
        "exit statuses tell what was wrong",
        arguments: [
            ("hello\nworld\n", [], 65, "is in no format"), ("name,city,age\n", [], 65, "found “name,city,age”"),
            ("", [], 65, "is empty"), ("lat,lon\n91,0\n", [], 65, "without a fix"),
            ("lat,lon\n1,2\n", ["--compare", "sometimes"], 2, "there is no policy 'sometimes'; expected"),
            ("lat,lon\n1,2\n", ["--dates", "ymd"], 2, "--dates"),
            ("lat,lon\n1,2\n", ["--config", "/nonexistent"], 78, "/nonexistent"),
            ("lat,lon\n1,2\n", ["--gazetteer", "/nonexistent"], 66, "/nonexistent"),
        ] as [(String, [String], Int32, String)])
    func exitStatus(text: String, arguments: [String], status: Int32, message: String) async throws {
        try directory.write("trip", text)
        let world = arguments.contains("--gazetteer") ? [] : ["--gazetteer", Programs.world]
        let result = try await Programs.run("placemarkctl", ["replay", directory.file("trip")] + world + arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("Device= of the configuration counts, and is named when its receiver is not in the recording")
    func otherDevice() async throws {
        try directory.write(
            "trip", #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-20T20:24:49Z","lat":47.1,"lon":9.5}"#)
        for (device, status) in [("/dev/a", 0), ("/dev/b", 65)] as [(String, Int32)] {
            try directory.write("trial.conf", "[GPSD]\nDevice=\(device)\n")
            let result = try await Programs.run(
                "placemarkctl",
                [
                    "replay", directory.file("trip"), "--config", directory.file("trial.conf"), "--gazetteer",
                    Programs.world,
                ])
            #expect(result.status == status, "\(result.errors)")
            if status != 0 { #expect(result.errors.contains("believed; by Device= in the configuration, no")) }
        }
    }

    @Test("a table of one day is refused with the option that says which number is the month, and read with it")
    func dates() async throws {
        let input = "lat,lon,time\n47.1,9.5,01/05/2026 10:00:00\n47.1,9.5,01/05/2026 10:00:01\n"
        let arguments = ["replay", "-", "--gazetteer", Programs.world]
        let refused = try await Programs.run("placemarkctl", arguments, input: input)
        #expect(refused.status == 65 && refused.errors.contains("expected --dates dmy (day first)"), "\(refused)")
        let question = "{\"event\":\"question\",\"option\":\"dates\"}\n"
        #expect(!refused.output.contains(question))
        let asked = try await Programs.run("placemarkctl", arguments + ["--progress"], input: input)
        #expect(asked.status == 65 && asked.output.hasSuffix(question), "\(asked)")
        for (order, day) in [("dmy", "2026-05-01"), ("mdy", "2026-01-05")] {
            let result = try await Programs.run("placemarkctl", arguments + ["--dates", order], input: input)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            #expect(result.output.contains("\(day)T10:00:00"), "\(result)")
        }
    }

    @Test("gzip is read as it is; other compression is refused with the command that unpacks it, which then works")
    func compressed() async throws {
        let file = directory.file("trip.nmea")
        let packed = try await Programs.run("bash", ["-c", "gzip --keep \(file) && xz \(file)"])
        #expect(packed.status == 0, "\(packed.errors)")
        let isRead = { (result: Programs.Result) in
            result.status == 0 && result.output.contains("\"format\":\"NMEA 0183\"")
        }
        let arguments = ["--quiet", "--json", "--gazetteer", Programs.world]
        let read = try await Programs.run("placemarkctl", ["replay", "\(file).gz"] + arguments)
        #expect(isRead(read), "\(read.errors)")
        let refused = try await Programs.run("placemarkctl", ["replay", "\(file).xz"] + arguments)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("is compressed (xz): expected plain text, as from: xzcat \(file).xz |"))
        let command = "xzcat \(file).xz | \(Programs.path("placemarkctl")) replay - \(arguments.joined(separator: " "))"
        let unpacked = try await Programs.run("bash", ["-c", command])
        #expect(isRead(unpacked), "\(unpacked.errors)")
    }

    @Test("a missing file says so")
    func missing() async throws {
        let result = try await Programs.run("placemarkctl", ["replay", "/nonexistent", "--gazetteer", Programs.world])
        #expect(result.status == 66 && result.errors.contains("/nonexistent: cannot be read: No such file"))
    }

    @Test("a simulated drive is written to a file at once, and can be replayed")
    func simulated() async throws {
        let file = directory.file("drive.nmea")
        let made = try await Programs.run(
            "placemarkctl",
            ["simulate", "47.141,9.521", "47.2,9.5", "--output", file, "--gazetteer", Programs.world])
        #expect(made.status == 0, "\(made.errors)")
        let result = try await Programs.run(
            "placemarkctl", ["replay", file, "--quiet", "--gazetteer", Programs.world])
        #expect(result.output.contains("\nDistance       6."), "\(result.output)")
    }

    @Test("a simulated compass that is 40° off is heard in the replay, found out, and not believed from then on")
    func compass() async throws {
        let file = directory.file("compass.nmea")
        let compass = ["--compass", "magnetic", "--compass-error", "40", "--output", file]
        let world = ["--gazetteer", Programs.world]
        _ = try await Programs.run("placemarkctl", ["simulate", "47.141,9.521", "47.3,9.5"] + compass + world)
        let result = try await Programs.run("placemarkctl", ["replay", file] + world)
        let events = try result.output.split(separator: "\n").dropLast().map {
            try JSONDecoder().decode(EventReport.self, from: Data($0.utf8))
        }
        let headings = events.compactMap(\.heading)
        #expect(headings.contains { $0.origin == .compass && $0.magneticHeading != nil && $0.declination != nil })
        #expect(events.compactMap(\.compass).contains { $0.state == .off && $0.north == .magnetic })
        #expect(headings.last?.origin == .course)
    }
}
