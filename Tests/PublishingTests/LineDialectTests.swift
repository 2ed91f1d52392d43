import Foundation
import PlacemarkCore
@testable import Publishing
import Testing

@Suite("Line dialect")
struct LineDialectTests {
    private func answer(_ line: String, _ snapshot: StatusSnapshot, at seconds: Double = 3) -> String {
        do throws(LineError) {
            let request = try LineRequest(parsing: line.utf8)
            let status = snapshot.status(at: at(seconds), precision: .precise)
            return String(decoding: try LineAnswer.answer(to: request, status), as: UTF8.self)
        } catch {
            return error.description + "\n"
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
                {"fixes":{"accepted":1,"rejected":{}},"geocoding":{"failing":false,"next":"moved 1000 m",\
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
        #expect(answer("help", Snapshots.cupertino).split(separator: "\n").count == LineRequest.allCases.count)
    }

    @Test("a stale city says its age")
    func stale() {
        #expect(answer("city", Snapshots.stale, at: 722) == "Cupertino (stale, 12 min old)\n")
        #expect(answer("placemark", Snapshots.stale, at: 722).contains(#""stale":true"#))
    }

    @Test("no fix yet is an answer of its own, with the reason")
    func noFix() {
        #expect(answer("city", Snapshots.empty) == "error: no-fix: no position yet: connecting to gpsd\n")
        let noFix = Snapshots.run([(.source(.connected), 1), (.source(.noFix(device: "/dev/ttyACM0")), 2)])
        #expect(answer("location", noFix) == "error: no-fix: no position yet: the receiver has no position\n")
        let unplaced = Snapshots.run([(.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2)])
        #expect(
            answer("placemark", unplaced)
                == "error: no-placemark: there is a position, and no placemark of it yet\n")
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

    @Test("bytes that are not UTF-8 are a bad request")
    func notUTF8() {
        #expect(throws: LineError.badRequest("the request is not text")) { try LineRequest(parsing: [0xFF, 0xFE]) }
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
