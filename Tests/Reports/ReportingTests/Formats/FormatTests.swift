import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

/// What goes over HTTP and to charts, held against what their authors have published.
@Suite("Formats of reports")
struct FormatTests {
    /// The message of a report that must have one.
    private func told(_ format: inout OwnTracksFormat, _ report: Report) throws -> ReportMessage {
        let message = format.message(for: report, at: Samples.now)
        return try #require(message)
    }

    @Test("OwnTracks, booklet of June 2026: a location is retained at the device's topic, with the identity as _id")
    func ownTracks() throws {
        var format = OwnTracksFormat(user: "jane", device: "boat")
        let message = try told(&format, Samples.located(regions: ["home"]))
        #expect(message.topic == "owntracks/jane/boat")
        #expect(message.isRetained)
        #expect(
            text(message.payload) == """
                {"_id":"4f0c9a1be2d37758-42","_type":"location","acc":5,"alt":456,"cog":90,"created_at":1795206290,\
                "inregions":["home"],"lat":47.141,"lon":9.521,"tid":"at","tst":1795206289,"vac":8,"vel":36}
                """)
        let heartbeat = try told(&format, Samples.heartbeat())
        #expect(text(heartbeat.payload)?.contains(#""t":"t""#) == true)
    }

    @Test("OwnTracks: a crossing goes to /event and a visit's place to /waypoint, neither retained")
    func ownTracksEvents() throws {
        var format = OwnTracksFormat(user: "jane", device: "boat", trackerID: "bt")
        let crossing = try told(&format, Samples.crossing(.regionExited, "home"))
        #expect(crossing.topic == "owntracks/jane/boat/event" && !crossing.isRetained)
        #expect(
            text(crossing.payload) == """
                {"_id":"4f0c9a1be2d37758-42","_type":"transition","acc":5,"desc":"home","event":"leave","lat":47.141,\
                "lon":9.521,"rid":"home","t":"c","tid":"bt","tst":1795206289,"wtst":0}
                """)
        let visit = try Samples.report(
            .visitArrived,
            """
            "visit":{"coordinate":{"latitude":47.1,"longitude":9.5},"horizontalAccuracy":30.2,"arrival":"2026-11-20T20:00:00Z",\
            "duration":1489,"placemark":{"name":"Vaduz","locality":"Vaduz","geocoder":"gazetteer"}}
            """)
        let waypoint = try told(&format, visit)
        #expect(waypoint.topic == "owntracks/jane/boat/waypoint" && !waypoint.isRetained)
        #expect(
            text(waypoint.payload) == """
                {"_id":"4f0c9a1be2d37758-42","_type":"waypoint","desc":"Vaduz","lat":47.1,"lon":9.5,"rad":31,"tst":1795204800}
                """)
        let placed = format.message(for: try Samples.placed(), at: Samples.now)
        #expect(placed == nil)
    }

    @Test("OwnTracks: what is caught up with does not take the place of the retained location")
    func ownTracksCatchingUp() throws {
        var format = OwnTracksFormat(user: "jane", device: "boat")
        var retained: [Bool] = []
        for number: Int64 in [10, 1, 20] { retained.append(try told(&format, Samples.located(number)).isRetained) }
        #expect(retained == [true, false, true])
    }

    @Test("fault 69: when a clock is set back, what happens then is new all the same")
    func clockSetBack() throws {
        var ownTracks = OwnTracksFormat(user: "jane", device: "boat")
        var homeAssistant = HomeAssistantFormat(device: "boat", precision: .precise)
        for (number, later) in [(1, Duration.seconds(365 * 86_400)), (2, .zero), (3, .seconds(10))]
            as [(Int64, Duration)]
        {
            let report = try Samples.located(number, later: later)
            #expect(try told(&ownTracks, report).isRetained)
            #expect(homeAssistant.messages(for: report).map(\.topic) == ["placemarkd/boat/location"])
        }
    }

    @Test("an outbox that is begun anew is newer than the one before it")
    func newOutbox() throws {
        var format = OwnTracksFormat(user: "jane", device: "boat")
        _ = try told(&format, Samples.located(1000))
        var report = try Samples.located(1)
        report.id = try #require(ReportIdentity(outbox: "0000000000000001", sequence: 1))
        #expect(try told(&format, report).isRetained)
    }

    @Test("OwnTracks: the will is not retained, and only the question for the location is answered")
    func ownTracksCommands() throws {
        // As the connection sees it.
        let format: any BrokerFormat = OwnTracksFormat(user: "jane", device: "boat")
        let will = try #require(format.will(connectedAt: Samples.moment))
        #expect(!will.isRetained && text(will.payload) == #"{"_type":"lwt","tst":1795206289}"#)
        #expect(OwnTracksFormat.asksForLocation(Array(#"{"_type":"cmd","action":"reportLocation"}"#.utf8)))
        for other in [#"{"_type":"cmd","action":"setConfiguration"}"#, #"{"action":"reportLocation"}"#, "", "[[[["] {
            #expect(!OwnTracksFormat.asksForLocation(Array(other.utf8)))
        }
    }

    @Test("OwnTracks: the answer is the newest location, and comes only where commands are allowed")
    func ownTracksAnswer() throws {
        let question = Array(#"{"_type":"cmd","action":"reportLocation"}"#.utf8)
        var format = OwnTracksFormat(user: "jane", device: "boat", answersCommands: true)
        #expect(format.subscriptions == ["owntracks/jane/boat/cmd"])
        #expect(format.answer(to: "owntracks/jane/boat/cmd", question, isKept: false, at: Samples.now).isEmpty)
        _ = try told(&format, Samples.located())
        let answer = format.answer(to: "owntracks/jane/boat/cmd", question, isKept: false, at: Samples.now)
        #expect(answer.count == 1 && text(answer[0].payload)?.contains(#""t":"r""#) == true)
        #expect(format.answer(to: "owntracks/jane/boat", question, isKept: false, at: Samples.now).isEmpty)
        // What the broker has kept is of the past: nobody waits for an answer.
        #expect(format.answer(to: "owntracks/jane/boat/cmd", question, isKept: true, at: Samples.now).isEmpty)
        #expect(OwnTracksFormat(user: "jane", device: "boat").subscriptions.isEmpty)
    }

    @Test("OwnTracks over HTTP says which topic it would go to, as its app does")
    func ownTracksOverHTTP() throws {
        let format = OwnTracksFormat(user: "jane", device: "boat")
        let body = text(format.body(for: try Samples.crossing(.regionEntered, "home"), at: Samples.now))
        #expect(body?.contains(#""topic":"owntracks/jane/boat/event""#) == true)
    }

    @Test(
        "OwnTracks over HTTP: the Recorder learns from the address whose box it is, and an address that says it stays",
        arguments: [
            ("https://x/pub", "https://x/pub?u=jane&d=my%20boat"),
            ("https://x/pub?a=1", "https://x/pub?a=1&u=jane&d=my%20boat"),
            ("https://x/pub?u=joe&d=van", "https://x/pub?u=joe&d=van"), ("https://x/api/v1/owntracks/points", nil),
        ])
    func recorder(_ address: String, _ expected: String?) {
        #expect(OwnTracksFormat.address(address, user: "jane", device: "my boat") == expected ?? address)
        #expect(OwnTracksFormat.headers(user: "jane", device: "a\nb") == ["X-Limit-U: jane", "X-Limit-D: a_b"])
    }

    @Test("Overland, README of October 2024: GeoJSON features in one object, with the identity as the feature's id")
    func overland() throws {
        let format = OverlandFormat(deviceID: "boat")
        let body = format.body(for: [try Samples.located(), try Samples.placed(), try Samples.heartbeat()])
        let located = """
            {"type":"Feature","id":"4f0c9a1be2d37758-42","geometry":{"type":"Point","coordinates":[9.521,47.141]},\
            "properties":{"timestamp":"2026-11-20T20:24:49Z","altitude":455.5,"speed":10,"course":90,\
            "horizontal_accuracy":4.1,"vertical_accuracy":7.2,"speed_accuracy":0.4,"course_accuracy":-1,"device_id":"boat"}}
            """
        #expect(text(body) == #"{"locations":[\#(located),\#(located)]}"#)
        #expect(format.body(for: [try Samples.placed()]) == nil)
    }

    @Test("Traccar, decoder of August 2026: every number that it demands is there, and what is not known is below zero")
    func traccar() throws {
        let format = TraccarFormat(deviceID: "boat")
        #expect(
            text(format.body(for: try Samples.located())) == """
                {"location":{"timestamp":"2026-11-20T20:24:49Z","coords":{"latitude":47.141,"longitude":9.521,"accuracy":4.1,\
                "speed":10,"heading":90,"altitude":455.5},"extras":{"report":"4f0c9a1be2d37758-42"}},"device_id":"boat"}
                """)
        let reduced = try Samples.report(.location, #""location":\#(Samples.reducedLocation)"#)
        #expect(
            text(format.body(for: reduced))?.contains(
                #""accuracy":1500,"speed":-1,"heading":-1,"altitude":0}"#) == true)
        let crossing = text(format.body(for: try Samples.crossing(.regionEntered, "home")))
        #expect(
            crossing?.contains(#""event":"regionEntered","extras":{"report":"4f0c9a1be2d37758-42","region":"home"}"#)
                == true)
        #expect(format.body(for: try Samples.placed()) == nil)
        let paused = try Samples.report(.paused, #""location":\#(Samples.location)"#)
        #expect(text(format.body(for: paused))?.contains(#""is_moving":false,"event":"motionchange""#) == true)
    }

    @Test("our own format is the report itself, one line each, and reads back")
    func placemarkd() throws {
        let reports = [try Samples.located(1), try Samples.placed(), try Samples.heartbeat()]
        let lines = PlacemarkdFormat().lines(reports).split(separator: UInt8(ascii: "\n"))
        #expect(try lines.map { try JSONDecoder().decode(Report.self, from: Data($0)) } == reports)
    }

    @Test("a trip is whole in our own format; OwnTracks, Overland and Traccar have no word for it")
    func trips() throws {
        for (kind, state) in [
            (ReportKind.tripStarted, TripRecord.State.underway), (.tripResumed, .underway), (.tripEnded, .provisional),
            (.tripEnded, .final),
        ] {
            let report = try Samples.trip(kind, state)
            let whole = try JSONDecoder().decode(Report.self, from: Data(report.json))
            #expect(whole == report && whole.event?.trip?.distance == 16234.6)
            var ownTracks = OwnTracksFormat(user: "jane", device: "van")
            let message = ownTracks.message(for: report, at: Samples.now)
            #expect(message == nil)
            #expect(OverlandFormat(deviceID: "van").body(for: [report]) == nil)
            #expect(TraccarFormat(deviceID: "van").body(for: report) == nil)
        }
    }
}
