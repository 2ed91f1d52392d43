import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

/// Held against `schemas/delta.json` 1.5.1 and the texts of SignalK/specification 1.8.2 (February 2026): no server was asked.
@Suite("Signal K")
struct SignalKTests {
    private struct Delta: Decodable {
        struct Update: Decodable {
            struct Value: Decodable {
                let path: String
                let value: JSONText
            }
            let timestamp: String
            let values: [Value]
        }
        let context: String
        let updates: [Update]
    }

    /// Any value, as the text that a person would write.
    private struct JSONText: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                text = "null"
            } else if let number = try? container.decode(Double.self) {
                text = "\(number)"
            } else if let string = try? container.decode(String.self) {
                text = string
            } else {
                text = "{}"
            }
        }
    }

    /// As a server gets it that has heard nothing before.
    private func told(of report: Report) -> [UInt8]? { SignalKFormat().delta(for: report) }

    private func values(_ report: Report) throws -> [String: String] {
        let bytes = try #require(told(of: report))
        #expect(!bytes.contains(UInt8(ascii: "\n")))
        let delta = try JSONDecoder().decode(Delta.self, from: Data(bytes))
        #expect(delta.context == "vessels.self" && delta.updates.count == 1)
        return Dictionary(uniqueKeysWithValues: delta.updates[0].values.map { ($0.path, $0.value.text) })
    }

    @Test("a location is in degrees, metres a second and radians")
    func location() throws {
        #expect(
            text(told(of: try Samples.located())) == """
                {"context":"vessels.self","updates":[{"$source":"placemarkd","timestamp":"2026-11-20T20:24:49Z","values":[\
                {"path":"navigation.position","value":{"latitude":47.141,"longitude":9.521,"altitude":455.5}},\
                {"path":"navigation.speedOverGround","value":10},{"path":"navigation.courseOverGroundTrue","value":1.5708},\
                {"path":"placemarkd.report","value":"4f0c9a1be2d37758-42"}]}]}
                """)
    }

    @Test("what the receiver does not know is null, and so is everything when the fix is lost")
    func loss() throws {
        let reduced = try Samples.report(.location, #""location":\#(Samples.reducedLocation)"#)
        #expect(try values(reduced)["navigation.speedOverGround"] == "null")
        let lost = try Samples.report(.source, #""source":{"state":"lost","since":0}"#)
        for path in ["navigation.position", "navigation.speedOverGround", "navigation.courseOverGroundTrue"] {
            #expect(try values(lost)[path] == "null")
            #expect(try values(Samples.heartbeat("stale"))[path] == "null")
        }
        let live = try Samples.report(.source, #""source":{"state":"live","since":0}"#)
        #expect(told(of: live) == nil)
    }

    @Test("a guard of an anchor stands at its paths, and raises its notification; one of a van raises ours")
    func guarding() throws {
        let plan = #""coordinate":{"latitude":47.1,"longitude":9.5},"radius":60,"warning":48,"grace":0"#
        let dragging = try Samples.report(
            .guardAlarm, #""guard":{"state":"alarm","plan":{"kind":"anchor",\#(plan)},"distance":84.5}"#)
        let delta = try #require(text(told(of: dragging)))
        #expect(
            delta.contains(
                """
                {"path":"navigation.anchor.position","value":{"latitude":47.1,"longitude":9.5}},\
                {"path":"navigation.anchor.maxRadius","value":60},{"path":"navigation.anchor.currentRadius","value":84.5},\
                {"path":"notifications.navigation.anchor","value":{"state":"emergency","method":["visual","sound"],\
                "message":"Outside the ring"}}
                """), "\(delta)")
        let off = try Samples.report(.guardCleared, #""guard":{"state":"off"}"#)
        #expect(try values(off)["navigation.anchor.position"] == "null")
        #expect(try values(off)["notifications.placemarkd.guard"] == "{}")
        let towed = try Samples.report(
            .guardAlarm, #""guard":{"state":"alarm","plan":{"kind":"parked",\#(plan)},"distance":84.5}"#)
        #expect(try values(towed)["notifications.placemarkd.guard"] == "{}")
        #expect(try values(towed)["navigation.anchor.position"] == nil)
        #expect(dragging.limited(to: .reduced) == nil)
    }

    @Test("a heartbeat that has the guard with it tells how that stands, also that somebody knows of its alarm")
    func guardAnew() throws {
        var heartbeat = try Samples.heartbeat()
        #expect(try values(heartbeat).keys.allSatisfy { !$0.contains("anchor") && !$0.contains("guard") })
        let plan = #""coordinate":{"latitude":47.1,"longitude":9.5},"radius":60,"warning":48,"grace":0"#
        let acknowledged = #"{"state":"acknowledged","plan":{"kind":"anchor",\#(plan)},"distance":91.5}"#
        heartbeat.event?.guard = try JSONDecoder().decode(GuardReport.self, from: Data(acknowledged.utf8))
        let delta = try #require(text(told(of: heartbeat)))
        #expect(
            delta.contains(
                """
                {"path":"navigation.anchor.maxRadius","value":60},{"path":"navigation.anchor.currentRadius","value":91.5},\
                {"path":"notifications.navigation.anchor","value":{"state":"alert","method":["visual"],\
                "message":"Acknowledged, but not over"}}
                """), "\(delta)")
    }

    @Test("a placemark has paths of our own, all of them each time")
    func placemark() throws {
        let values = try values(Samples.placed())
        #expect(values["placemarkd.locality"] == "Vaduz")
        #expect(values["placemarkd.water"] == "null")
        #expect(values["placemarkd.timeZone"] == "Europe/Vaduz")
    }

    private func heartbeat(_ heading: String) throws -> Report {
        let source = #""source":{"state":"live","since":3}"#
        return try Samples.report(
            .heartbeat, #""status":{"version":1,"sequence":7,"precision":"precise",\#(source)\#(heading)}"#)
    }

    @Test("a heartbeat tells the heading of a compass and the variation; a course is no heading of a bow")
    func heading() throws {
        let compass = try values(
            heartbeat(
                #","heading":{"trueHeading":90,"magneticHeading":77.3,"declination":12.7,"origin":"compass","age":0}"#))
        #expect(compass["navigation.headingTrue"] == "1.5708")
        #expect(compass["navigation.headingMagnetic"] == "1.3491")
        #expect(compass["navigation.magneticVariation"] == "0.2217")
        let course = try values(
            heartbeat(
                #","heading":{"trueHeading":90,"magneticHeading":77.3,"declination":12.7,"origin":"course","age":0}"#))
        #expect(course["navigation.headingTrue"] == nil && course["navigation.headingMagnetic"] == nil)
        #expect(course["navigation.magneticVariation"] == "0.2217")
        let magnetic = try values(heartbeat(#","heading":{"magneticHeading":77.3,"origin":"compass","age":0}"#))
        #expect(magnetic["navigation.headingTrue"] == nil && magnetic["navigation.headingMagnetic"] == "1.3491")
    }

    @Test("a heading that is known no longer is null, and only where one was told")
    func headingLost() throws {
        var format = SignalKFormat()
        #expect(text(format.delta(for: try heartbeat("")))?.contains("heading") != true)
        format.delivered(try heartbeat(#","heading":{"magneticHeading":77.3,"origin":"compass","age":0}"#))
        let lost = try #require(text(format.delta(for: try heartbeat(""))))
        #expect(lost.contains(#"{"path":"navigation.headingMagnetic","value":null}"#))
        #expect(!lost.contains("headingTrue") && !lost.contains("Variation"))
    }

    @Test("with the newest reports first a server ends with the present: of each path the newest value wins")
    func newestFirst() throws {
        var format = SignalKFormat()
        func paths(_ report: Report) -> [String] {
            defer { format.delivered(report) }
            return (text(format.delta(for: report)) ?? "").components(separatedBy: #""path":""#).dropFirst()
                .map { String($0.prefix { $0 != "\"" }) }
        }
        var (left, entered) = (
            try Samples.crossing(.regionExited, "home"), try Samples.crossing(.regionEntered, "home")
        )
        left.id = try #require(ReportIdentity(outbox: left.id.outbox, sequence: 9))
        entered.id = try #require(ReportIdentity(outbox: left.id.outbox, sequence: 3))
        let position = ["navigation.position", "navigation.speedOverGround", "navigation.courseOverGroundTrue"]
        #expect(paths(left) == ["notifications.placemarkd.home", "placemarkd.report"])
        #expect(paths(try Samples.located(8)) == position + ["placemarkd.report"])
        #expect(paths(entered).isEmpty)
        #expect(paths(try Samples.located(7)).isEmpty)
        // A second time, because nobody knows whether it has arrived.
        #expect(paths(try Samples.located(8)) == position + ["placemarkd.report"])
        #expect(
            text(format.signOfLife)?.contains(#""values":[{"path":"placemarkd.report","value":"4f0c9a1be2d37758-8"}]"#)
                == true)
    }

    @Test("before anything has been delivered, a sign of life is a delta by the schema that tells nothing")
    func firstSignOfLife() throws {
        var format = SignalKFormat()
        let delta = try JSONDecoder().decode(Delta.self, from: Data(format.signOfLife))
        #expect(delta.context == "vessels.self" && delta.updates.isEmpty)
        // What was only asked for has not been delivered.
        _ = format.delta(for: try Samples.located(8))
        #expect(try JSONDecoder().decode(Delta.self, from: Data(format.signOfLife)).updates.isEmpty)
        format.delivered(try Samples.located(8))
        #expect(try JSONDecoder().decode(Delta.self, from: Data(format.signOfLife)).updates.count == 1)
    }

    @Test("what was not delivered comes again, the past as well as the present")
    func again() throws {
        let format = SignalKFormat()
        let reports = try (1...5).map { try Samples.located($0) }
        #expect(reports.allSatisfy { format.delta(for: $0) != nil })
        #expect(reports.allSatisfy { format.delta(for: $0) != nil })
    }

    @Test("a region raises a notification and brings it back to normal, under a path that the schema allows")
    func notifications() throws {
        let entered = try #require(text(told(of: try Samples.crossing(.regionEntered, "home"))))
        #expect(
            entered.contains(
                #"{"path":"notifications.placemarkd.home","value":{"state":"alert","method":["visual"],"message":"Entered home"}}"#
            ))
        let left = try #require(text(told(of: try Samples.crossing(.regionExited, "home"))))
        #expect(left.contains(#""value":{"state":"normal","method":[],"message":"Left home"}"#))
        // Neither a dot nor two regions for one path.
        let paths = try ["a.b", "a-b", "a b", "Büro"].flatMap { try values(Samples.crossing(.regionEntered, $0)).keys }
            .filter { $0.hasPrefix("notifications") }
        #expect(Set(paths).count == 4)
        for path in paths {
            let segment = path.split(separator: ".").dropFirst(2)
            #expect(segment.count == 1)
            #expect(
                segment[2].utf8.allSatisfy {
                    $0 == 45 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                })
        }
    }

    @Test("a trip stands at the trip log, with the time of its start as that of the last reset")
    func trip() throws {
        for report in [try Samples.trip(.tripEnded, .provisional), try Samples.trip(.tripEnded, .final)] {
            let told = try #require(text(told(of: report)))
            #expect(told.contains(#"{"path":"navigation.trip.log","value":16234.6}"#))
            #expect(told.contains(#"{"path":"navigation.trip.lastReset","value":"2026-11-20T19:40:00Z"}"#))
        }
    }

    @Test("the odometer is the log, and without one nothing is said of it")
    func odometer() throws {
        var heartbeat = try Samples.heartbeat()
        #expect(text(told(of: heartbeat))?.contains("navigation.log") == false)
        heartbeat.event?.status?.odometer = 123_456
        #expect(text(told(of: heartbeat))?.contains(#"{"path":"navigation.log","value":123456}"#) == true)
    }
}
