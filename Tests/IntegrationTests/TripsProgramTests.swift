import Foundation
import PlacemarkClient
import PlacemarkModel
import Simulation
import TestConditions
import TestSupport
import Testing

/// The built programs, a real gpsd, and what other programs read of the trips.
@Suite("Trips at the command line (fault 91)", .timeLimit(.minutes(5)), .tags(.waits))
struct TripsProgramTests {
    private static let configuration = "[Trips]\nKeep=disk\n"
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func daemon(gpsd: UInt16 = 1, boot: String? = nil) async throws -> RunningDaemon {
        try await RunningDaemon(
            gpsdPort: gpsd, configuration: Self.configuration, directory: directory,
            environment: boot.map { ["BOOT_ID": $0] } ?? [:])
    }

    private func placemarkctl(_ daemon: RunningDaemon, _ arguments: String...) async throws -> String {
        let result = try await Programs.run("placemarkctl", arguments + ["--socket", daemon.socket])
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return result.output
    }

    /// What the daemon answers to this body.
    private func post(_ daemon: RunningDaemon, _ path: String, _ body: String) async throws -> String {
        try await Programs.run(
            "curl",
            [
                "--silent", "--unix-socket", daemon.socket, "--header", "Content-Type: application/json", "--data",
                body, "http://localhost/v1/\(path)",
            ]
        ).output
    }

    private func list(_ daemon: RunningDaemon) async throws -> [TripRecord] {
        try await placemarkctl(daemon, "trips", "list", "--format", "json").split(separator: "\n").map {
            try JSONDecoder().decode(TripRecord.self, from: Data($0.utf8))
        }
    }

    /// What the client library reads; nil while there is no answer.
    private func trips(_ daemon: RunningDaemon) async -> [TripRecord]? {
        var trips: [TripRecord] = []
        do { for try await trip in daemon.client.trips() { trips.append(trip) } } catch { return nil }
        return trips
    }

    private func python(_ script: String) async throws -> [String] {
        let result = try await Programs.run(
            "bash", ["-c", "cd \"$0\" && PYTHONUTF8=1 python3 -c \"$1\"", directory.path, script])
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    /// Two trips over a border and back, as docs/guide/trips.md says that a journal is made.
    private static let journal = #"""
        import hashlib, json, os
        def end(latitude, city, time):
            place = {"geocoder": "gazetteer", "locality": city}
            coordinate = {"latitude": latitude, "longitude": 9.5}
            return {"coordinate": coordinate, "timestamp": time, "utcOffset": 3600, "placemark": place}
        def trip(identity, day, *ends):
            (start, first), (last, second) = ends
            begin, border, arrival = (day + time for time in ("T07:00:00Z", "T07:12:00Z", "T07:30:00Z"))
            countries = [{"isoCountryCode": first, "timestamp": begin}, {"isoCountryCode": second, "timestamp": border}]
            return {"id": identity, "state": "final",
                    "start": end(47.14, start, begin), "end": end(47.24, last, arrival),
                    "duration": 1800, "movingTime": 1700, "distance": 12345, "distanceError": 370, "meanSpeed": 7.26,
                    "countries": countries, "places": []}
        vaduz, feldkirch = ("Vaduz", "LI"), ("Feldkirch", "AT")
        trips = [trip("5d0c3a7b9e1f2048", "2026-11-20", vaduz, feldkirch),
                 trip("0a1b2c3d4e5f6071", "2026-11-21", feldkirch, vaduz)]
        lines, previous = [], "0" * 64
        for number, record in enumerate(trips, 1):
            entry = {"number": number, "previous": previous, "time": record["end"]["timestamp"], "trip": record}
            body = json.dumps(entry, separators=(",", ":"))[:-1]
            previous = hashlib.sha256(body.encode()).hexdigest()
            lines.append(body + ',"hash":"' + previous + '"}\n')
        os.makedirs("state/trips", mode=0o700)
        open("state/trips/00000001.trips", "w").write("".join(lines))
        """#

    private static let readers = #"""
        import csv, json, xml.etree.ElementTree as tree
        rows = list(csv.DictReader(open("trips.csv", newline="")))
        print([row["id"] for row in rows])
        print(*[rows[0][key] for key in ("start", "from", "to", "countriesSince", "class", "note")], sep="|")
        space = "{http://www.topografix.com/GPX/1/1}"
        print([point.get("lat") for point in tree.parse("trips.gpx").getroot().iter(space + "rtept")])
        features = json.load(open("trips.geojson"))["features"]
        print([feature["properties"].get("label", {}).get("class") for feature in features])
        print([json.loads(line)["end"]["utcOffset"] for line in open("trips.json")])
        print([line.strip() for line in open("trips.ics") if line.startswith("UID:")])
        """#

    @Test("what is in the journal is what the readers of each format take; a label stays, and an edited byte is seen")
    func formats() async throws {
        _ = try await python(Self.journal)
        let first = try await daemon()
        _ = try await placemarkctl(
            first, "trips", "label", "5d0c3a7b9e1f2048", "business", "--note", "delivery; Ghent & back")
        for format in ["csv", "json", "gpx", "geojson", "ics", "text"] {
            try directory.write("trips.\(format)", try await placemarkctl(first, "trips", "list", "--format", format))
        }
        let read = try await python(Self.readers)
        let countries = "LI 2026-11-20T07:00:00Z AT 2026-11-20T07:12:00Z"
        #expect(
            read == [
                "['5d0c3a7b9e1f2048', '0a1b2c3d4e5f6071']",
                "2026-11-20T08:00:00+01:00|Vaduz|Feldkirch|\(countries)|business|delivery; Ghent & back",
                "['47.1400000', '47.2400000', '47.1400000', '47.2400000']", "['business', None]", "[3600, 3600]",
                "['UID:5d0c3a7b9e1f2048@placemarkd', 'UID:0a1b2c3d4e5f6071@placemarkd']",
            ])
        let table = try #require(directory.contents("trips.text"))
        #expect(table.contains("2026-11-20 08:00:00 +01:00") && table.contains("0a1b2c3d4e5f6071"), "\(table)")
        let late = try await placemarkctl(
            first, "trips", "list", "--since", "2026-11-21T00:00:00Z", "--format", "json")
        #expect(late.split(separator: "\n").count == 1 && late.contains("0a1b2c3d4e5f6071"))
        let curl = try await Programs.run(
            "curl", ["--silent", "--unix-socket", first.socket, "http://localhost/v1/trips"])
        #expect(curl.output.split(separator: "\n").count == 2, "\(curl.output)")
        let labelled = try await post(first, "trips/0a1b2c3d4e5f6071/label", #"{"class":"private","by":4242}"#)
        #expect(labelled.contains(#""label":{"by":\#(getuid()),"class":"private"}"#), "\(labelled)")
        let remark = try await post(first, "log", #"{"remark":"Reefed the main"}"#)
        #expect(remark.contains(#""by":\#(getuid())"#) && remark.contains(#""remark":"Reefed the main""#), "\(remark)")
        first.process.terminate(SIGKILL)

        let second = try await daemon()
        let details = try await placemarkctl(second, "trips", "show", "5d0c3a7b9e1f2048")
        #expect(details.contains("AT since 2026-11-20T07:12:00Z") && details.contains("delivery; Ghent"), "\(details)")
        let shown = try await Programs.run(
            "curl", ["--silent", "--unix-socket", second.socket, "http://localhost/v1/trips/0a1b2c3d4e5f6071"])
        #expect(shown.output.contains(#""class":"private""#), "\(shown.output)")
        let unknown = try await Programs.run("placemarkctl", ["trips", "show", "0000", "--socket", second.socket])
        #expect(unknown.status != 0 && unknown.output.isEmpty && !unknown.errors.isEmpty)
        let whole = try await placemarkctl(second, "trips", "verify")
        #expect(whole.hasPrefix("The journal is whole: 5 entries."))
        let hash = try #require(whole.split(whereSeparator: \.isWhitespace).last)
        #expect(try await placemarkctl(second, "trips", "verify", "--hash", String(hash)) == whole)
        let others = try await Programs.run(
            "placemarkctl",
            ["trips", "verify", "--hash", String(hash.reversed()), "--socket", second.socket])
        #expect(others.status == 1 && others.output.contains("no entry has the hash"), "\(others.output)")
        let journal = try #require(directory.contents("state/trips/00000001.trips"))
        try directory.write("state/trips/00000001.trips", journal.replacing("12345", with: "12344"))
        let edited = try await Programs.run("placemarkctl", ["trips", "verify", "--socket", second.socket])
        #expect(edited.status == 1 && edited.output.contains("entry 1 is not as it was written"), "\(edited.output)")
        #expect(try await list(second).isEmpty)
    }

    @Test("a trip that the daemon makes is the same one after kill -9, damage and a reboot, and so is the odometer")
    func live() async throws {
        let gpsd = try await RealGPSD()
        let first = try await daemon(gpsd: gpsd.port)
        _ = try await first.status("the receiver") { $0.source.device == gpsd.device }
        let log = EventLog(first.events)
        try await log.first { $0.event == .status }
        // An hour before the reboot below, for the receiver. A trip is told once the box has been away for a minute.
        let start = try #require(Timestamp.now.advanced(by: .seconds(-3600)))
        var (place, second) = (vaduz, 0)
        while second < 120, await !log.events.contains(where: { $0.event == .tripStarted }) {
            place = vaduz.moved(byMeters: Double(second) * 25, bearing: 0)
            let fix = ReceiverState.Fix(coordinate: place, speedInMetersPerSecond: 25, courseInDegrees: 0)
            let time = try #require(start.advanced(by: .seconds(second)))
            gpsd.feed(NMEAEpoch(ReceiverState(time: time, fix: fix)).bytes)
            second += 1
            try await Task.sleep(for: .seconds(1))
        }
        let started = try await log.first("the start of the trip") { $0.event == .tripStarted }
        let id = try #require(started.event.trip?.id)
        let isSaved = await poll(atMost: .seconds(30)) { directory.contents("state/trips.json")?.contains(id) == true }
        #expect(isSaved)
        #expect(directory.mode("state/trips.json") == 0o600)
        first.process.terminate(SIGKILL)

        try directory.write("state/monitoring.json", "damaged")
        let killed = try await daemon()
        let underway = try await list(killed)
        #expect(underway.map(\.id) == [id] && underway.map(\.state) == [.underway])
        let odometer = try await placemarkctl(killed, "get", "odometer")
        #expect(try #require(Double(odometer.split(separator: "\n").joined())) > 1000, "\(odometer)")
        killed.process.terminate(SIGKILL)

        let booted = try await daemon(gpsd: gpsd.port, boot: "feed")
        let standing = Task { [place] in await feedStanding(at: place) { gpsd.feed($0) } }
        defer { standing.cancel() }
        let hasEnded = await poll(every: .milliseconds(100), atMost: .seconds(30)) {
            await trips(booted)?.map(\.state) == [.final]
        }
        #expect(hasEnded)
        standing.cancel()
        let ended = try #require(try await list(booted).first)
        #expect(ended.id == id && ended.distance > 1000)
        let isSavedAsEnded = await poll(atMost: .seconds(30)) {
            directory.contents("state/trips.json")?.contains(#""final""#) == true
        }
        #expect(isSavedAsEnded)

        // Whoever switches trips off and on again, without a restart, has lost nothing either.
        let before = try await booted.status("the odometer") { $0.odometer != nil }
        #expect(try #require(before.odometer) > 1000)
        try directory.write("placemarkd.conf", "[Trips]\nKeep=no\n")
        booted.process.signal(SIGHUP)
        _ = try await booted.status("no trips") { $0.odometer == nil }
        try directory.write("placemarkd.conf", Self.configuration)
        booted.process.signal(SIGHUP)
        let after = try await booted.status("the odometer again") { $0.odometer != nil }
        #expect(after.odometer == before.odometer)
        let isListed = await poll(every: .milliseconds(100), atMost: .seconds(30)) {
            await trips(booted)?.map(\.id) == [id]
        }
        #expect(isListed)
    }

    /// The last line of `replay --trips --json`.
    private struct Report: Decodable {
        var event: String
        var trips: [TripRecord]
        var odometer: Double
    }

    @Test("replay --trips finds the drive between two rests of a recording, for people and for programs")
    func replay() async throws {
        let start = try #require(Timestamp(parsing: "2026-11-20T20:00:00Z"))
        // A fix every five seconds: 20 minutes at rest, 10 at 20 m/s, 20 at rest.
        let points = try (0...600).map { index -> String in
            let seconds = index * 5
            let place = vaduz.moved(byMeters: 20 * Double(min(max(seconds - 1200, 0), 600)), bearing: 0)
            let time = try #require(start.advanced(by: .seconds(seconds)))
            return "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><time>\(time)</time></trkpt>"
        }
        let head = #"<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
        try directory.write("day.gpx", head + points.joined(separator: "\n") + "</trkseg></trk></gpx>\n")
        let arguments = ["replay", directory.file("day.gpx"), "--trips", "--gazetteer", Programs.world]
        let json = try await Programs.run("placemarkctl", arguments + ["--json"])
        let lines = json.output.split(separator: "\n")
        try #require(json.status == 0 && lines.count == 2, "\(json.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(lines[1].utf8))
        let trip = try #require(report.trips.first)
        #expect(report.event == "trips" && report.trips.count == 1 && trip.state == .final)
        #expect((trip.distance - 12_000).magnitude < 400 && report.odometer == trip.distance)
        #expect(trip.start.placemark?.city == "Vaduz" && trip.start.utcOffset == 3600)
        #expect(trip.countries.first?.isoCountryCode == "LI")
        let departure = try #require(trip.start.timestamp).duration(since: start)
        #expect((departure.inSeconds - 1200).magnitude < 120)
        let table = try await Programs.run("placemarkctl", arguments)
        #expect(table.status == 0 && table.errors.isEmpty, "\(table.errors)")
        #expect(table.output.hasPrefix("Recording") && table.output.contains(" +01:00"), "\(table.output)")
        #expect(table.output.contains("All trips together: "), "\(table.output)")
    }
}
