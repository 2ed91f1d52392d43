import Foundation
import PlacemarkClient
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing

@Suite("Line dialect")
struct LineDialectTests {
    private func answer(
        _ line: String, _ snapshot: StatusSnapshot, at seconds: Double = 3, precision: Precision = .precise
    ) -> String {
        do throws(RequestError) {
            let feed = StatusFeed(snapshot, track: nil, now: { at(seconds) })
            let router = Router(
                feed: feed, access: Access(preciseGroup: nil, reducedGroup: nil, ownUserID: 0), requests: nil)
            let request = try LineRequest(parsing: line.utf8).request()
            let peer = PeerCredentials(userID: precision == .precise ? 0 : 1000, groupIDs: [])
            guard case .now(let answer) = try router.reply(to: request, precision: precision, from: peer) else {
                return "later"
            }
            return String(decoding: answer.bytes, as: UTF8.self)
        } catch {
            return String(decoding: error.line, as: UTF8.self)
        }
    }

    @Test("each request has its answer")
    func answers() {
        #expect(answer("city", Snapshots.cupertino) == "Cupertino\n")
        #expect(
            answer("placemark", Snapshots.cupertino) == """
                {"administrativeArea":"California","age":1,"bearing":12,"cityWithContext":"Cupertino, California",\
                "country":"United States","distance":310,"fullAddress":"Cupertino, California, United States",\
                "geocoder":"gazetteer","horizontalAccuracy":4.1,"isoCountryCode":"US","locality":"Cupertino",\
                "name":"Cupertino","source":{"device":"/dev/ttyACM0","since":1,"state":"live"},"stale":false,\
                "timeZone":"America/Los_Angeles"}

                """)
        #expect(
            answer("location", Snapshots.cupertino) == """
                {"age":1,"altitude":72,"coordinate":{"latitude":37.3318,"longitude":-122.0312},"course":81,\
                "horizontalAccuracy":4.1,"mode":3,"simulated":false,"source":{"device":"/dev/ttyACM0","since":1,\
                "state":"live"},"speed":0.2,"stale":false,"timestamp":"2026-11-20T20:24:49Z"}

                """)
        #expect(
            answer("status", Snapshots.cupertino) == """
                {"daemonVersion":"\(Installation.version)","fixes":{"accepted":1,"rejected":{}},"geocoding":{"failing":false,"geocoder":"gazetteer","next":"moved 1000 m",\
                "policy":"distance-and-time","requests":1,"saved":0},"location":{"age":1,"altitude":72,\
                "coordinate":{"latitude":37.3318,"longitude":-122.0312},"course":81,"horizontalAccuracy":4.1,"mode":3,\
                "simulated":false,"speed":0.2,"stale":false,"timestamp":"2026-11-20T20:24:49Z"},\
                "placemark":{"administrativeArea":"California","age":1,"bearing":12,\
                "cityWithContext":"Cupertino, California","country":"United States","distance":310,\
                "fullAddress":"Cupertino, California, United States","geocoder":"gazetteer","horizontalAccuracy":4.1,"isoCountryCode":"US",\
                "locality":"Cupertino","name":"Cupertino","stale":false,"timeZone":"America/Los_Angeles"},\
                "precision":"precise","sequence":3,"source":{"device":"/dev/ttyACM0","since":1,"state":"live"},\
                "version":1}

                """)
        #expect(answer("help", Snapshots.cupertino).split(separator: "\n").count == LineRequest.Word.allCases.count)
    }

    @Test("the status tells reduced readers the daemon's version, and no figures that stand for nothing")
    func reducedStatus() throws {
        let answer = answer("status", Snapshots.cupertino, precision: .reduced)
        let status = try JSONDecoder().decode(Status.self, from: Data(answer.utf8))
        #expect(status.daemonVersion == Installation.version)
        #expect(status.geocoding == nil && status.fixes == nil)
        #expect(!answer.contains("fixes") && !answer.contains("geocoding"))
    }

    @Test("a reduced reader who asks for nothing but what he may not have is told so, and does not wait for ever")
    func watchRegions() {
        for (words, events) in [
            ("regions", "regionEntered regionExited"), ("heading visits", "visitArrived visitDeparted heading"),
        ] {
            #expect(
                answer("watch \(words)", Snapshots.cupertino, precision: .reduced)
                    == "error: forbidden: 'watch \(events)' is for root, the daemon's own user and the group"
                    + " placemark-precise\n")
        }
    }

    @Test("visits are the one that goes on and those before it, for precise readers")
    func visits() {
        var snapshot = Snapshots.cupertino
        #expect(
            answer("visits", snapshot)
                == #"{"recent":[],"source":{"device":"/dev/ttyACM0","since":1,"state":"live"}}"# + "\n")
        snapshot.recentVisits = [
            Visit(
                coordinate: Snapshots.fix.coordinate, horizontalAccuracy: 12.34,
                arrival: Timestamp(parsing: "2026-11-20T10:00:00Z"), arrivedAt: at(-36_000),
                departure: Timestamp(parsing: "2026-11-20T11:00:00Z"), departedAt: at(-32_400),
                placemark: Snapshots.placemark)
        ]
        snapshot.visit = Visit(
            coordinate: Snapshots.fix.coordinate, horizontalAccuracy: 5, arrival: nil, arrivedAt: at(-600))
        #expect(
            answer("visits", snapshot) == """
                {"current":{"coordinate":{"latitude":37.3318,"longitude":-122.0312},"duration":603,\
                "horizontalAccuracy":5},"recent":[{"arrival":"2026-11-20T10:00:00Z",\
                "coordinate":{"latitude":37.3318,"longitude":-122.0312},"departure":"2026-11-20T11:00:00Z",\
                "duration":3600,"horizontalAccuracy":12.3,"placemark":{"administrativeArea":"California","bearing":12,\
                "cityWithContext":"Cupertino, California","country":"United States","distance":310,\
                "fullAddress":"Cupertino, California, United States","geocoder":"gazetteer","isoCountryCode":"US",\
                "locality":"Cupertino","name":"Cupertino","timeZone":"America/Los_Angeles"}}],\
                "source":{"device":"/dev/ttyACM0","since":1,"state":"live"}}

                """)
        #expect(
            answer("visits", snapshot, precision: .reduced)
                == "error: forbidden: 'visits' is for root, the daemon's own user and the group placemark-precise\n")
    }

    @Test("a stale city says its age")
    func stale() {
        #expect(answer("city", Snapshots.stale, at: 722) == "Cupertino (stale, 12 min old)\n")
        #expect(answer("placemark", Snapshots.stale, at: 722).contains(#""stale":true"#))
    }

    @Test("the age of a stale city is that of the last position: a parked box has been there until then")
    func staleAfterRest() {
        let parked = Snapshots.parked(until: 1202, then: [(.timer, 1282)])
        #expect(answer("city", parked, at: 1282) == "Cupertino (stale, 80 s old)\n")
    }

    @Test(
        "an age is told in two digits or three",
        arguments: [
            (119.9, "119 s"), (120, "2 min"), (7199, "119 min"), (7200, "2 h"), (172_799, "47 h"), (172_800, "2 days"),
            (1e300, "11574074 days"),
        ])
    func age(seconds: Double, words: String) { #expect(AgeInWords.text(seconds: seconds) == words) }

    @Test("no fix yet is an answer of its own, with the reason")
    func noFix() {
        #expect(answer("city", Snapshots.empty) == "error: no-fix: no position yet: connecting to gpsd\n")
        let noFix = Snapshots.run([(.source(.connected), 1), (.source(.noFix(device: "/dev/ttyACM0")), 2)])
        #expect(answer("location", noFix) == "error: no-fix: no position yet: the receiver has no position\n")
        let unplaced = Snapshots.run([(.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2)])
        #expect(
            answer("placemark", unplaced)
                == "error: no-placemark: there is a position, but no placemark for it yet\n")
    }

    @Test("an empty line asks for the status; spaces around a word do not matter")
    func lenient() {
        #expect(answer("", Snapshots.cupertino) == answer("status", Snapshots.cupertino))
        #expect(answer("  city ", Snapshots.cupertino) == "Cupertino\n")
    }

    @Test(
        "what is no request gets an error line",
        arguments: [
            ("CITY", "unknown-request"), ("cities", "unknown-request"), ("city now", "bad-request"),
            ("\u{1}\u{2}", "bad-request"), ("GET / HTTP/1.1", "unknown-request"),
            (String(repeating: "x", count: 4096), "unknown-request"),
        ])
    func errors(line: String, code: String) {
        let answer = answer(line, Snapshots.cupertino)
        #expect(answer.hasPrefix("error: \(code): "))
        #expect(answer.utf8.count < 200)
    }

    @Test(
        "a wait has a time, and perhaps an accuracy",
        arguments: [
            ("wait 30", 30, nil), ("wait 30s", 30, nil), ("wait 1min 30s", 90, nil), ("wait 500ms", 0.5, nil),
            ("wait 300s accuracy 10m", 300, 10), ("wait 30 accuracy 1.5km", 30, 1500),
        ] as [(String, Double, Double?)])
    func wait(arguments: String, seconds: Double, accuracy: Double?) throws {
        let wait = try #require(try LocationWait(parsing: arguments))
        #expect(wait.limit == .seconds(seconds))
        #expect(wait.desiredAccuracyInMeters == accuracy)
        #expect(try LocationWait(parsing: "") == nil)
    }

    @Test("what the client library asks for is understood")
    func clientRequest() throws {
        let request = PlacemarkClient.locationRequest(within: .milliseconds(1500), desiredAccuracyInMeters: 12.34)
        #expect(request == "location wait 1.5s accuracy 12.3m")
        let wait = try LocationWait(parsing: LineRequest(parsing: request.utf8).arguments)
        #expect(wait?.limit == .milliseconds(1500) && wait?.desiredAccuracyInMeters == 12.3)
    }

    @Test(
        "a wait without a time, for too long or for nothing is a bad request",
        arguments: [
            "now", "wait", "wait accuracy 10m", "wait 0", "wait 301s", "wait 6min", "wait -1s", "wait 1e400",
            "wait 30s 10m",
            "wait 30s accuracy", "wait 30s accuracy 0m", "wait 30s accuracy 10s", "wait 30s accuracy 10m accuracy 5m",
            "accuracy 10m", "wait " + String(repeating: "9", count: 4000),
        ])
    func badWait(arguments: String) {
        let error = #expect(throws: RequestError.self) { try LocationWait(parsing: arguments) }
        if case .badRequest = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("bytes that are not UTF-8 are a bad request")
    func notUTF8() {
        #expect(throws: RequestError.badRequest("the request is not text")) { try LineRequest(parsing: [0xFF, 0xFE]) }
    }
}

@Suite("Access")
struct AccessTests {
    private let access = Access(preciseGroup: 200, reducedGroup: 100, ownUserID: 500)

    @Test(
        "the kernel's groups decide (fault 50)",
        arguments: [
            (0, [], .precise), (500, [], .precise), (1000, [200], .precise), (1000, [100, 200], .precise),
            (1000, [100], .reduced), (1000, [1000, 4], nil), (1000, [], nil),
        ] as [(uid_t, Set<gid_t>, Precision?)])
    func precision(user: uid_t, groups: Set<gid_t>, expected: Precision?) {
        #expect(access.precision(for: PeerCredentials(userID: user, groupIDs: groups)) == expected)
    }

    @Test("where the groups do not exist, nobody else may know anything")
    func noGroups() {
        let access = Access(preciseGroup: nil, reducedGroup: nil, ownUserID: 500)
        #expect(access.precision(for: PeerCredentials(userID: 1000, groupIDs: [0, 100])) == nil)
    }
}
