import PlacemarkModel
import Testing

@testable import GPSD

@Suite struct TPVTests {
    /// What libgps and the mapping make of a line.
    private func event(_ line: String) throws -> SourceEvent? {
        let gpsd = try #require(LibGPS(GPSDEndpoint()))
        #expect(ReportLine(Array(line.utf8)) == .tpv)
        return gpsd.position(Array(line.utf8)).event(receivedAt: at(7))
    }

    private func location(_ fields: String) throws -> Location {
        let event = try event(#"{"class":"TPV","mode":3,"lat":1.5,"lon":-2.25\#(fields)}"#)
        guard case .fix(let location) = event else {
            throw NotAFix(description: "\(String(describing: event)) from \(fields)")
        }
        return location
    }

    private struct NotAFix: Error, CustomStringConvertible { let description: String }

    @Test("every field of a report of gpsd 3.22 arrives")
    func everyField() throws {
        let event = try event(
            #"{"class":"TPV","device":"/dev/ttyACM0","status":8,"mode":3,"time":"2026-11-20T20:24:49.250Z","ept":0.005,"#
                + #""lat":37.331800000,"lon":-122.031200000,"altHAE":42.5000,"altMSL":72.2500,"alt":72.2500,"epx":3.1,"#
                + #""epy":4.2,"epv":27.600,"track":81.5000,"magtrack":94.1,"magvar":13.1,"speed":5.144,"climb":0.100,"#
                + #""epd":12.5,"eps":0.62,"epc":55.20,"geoidSep":-30.000,"eph":17.100,"sep":28.500}"#)
        let coordinate = try #require(Coordinate(latitude: 37.3318, longitude: -122.0312))
        #expect(
            event
                == .fix(
                    Location(
                        coordinate: coordinate, mode: .threeDimensional, horizontalAccuracy: 17.1, altitude: 72.25,
                        ellipsoidalAltitude: 42.5, verticalAccuracy: 27.6, speed: 5.144, speedAccuracy: 0.62,
                        course: 81.5,
                        courseAccuracy: 12.5, timestamp: Timestamp(parsing: "2026-11-20T20:24:49.25Z"),
                        receivedAt: at(7),
                        device: "/dev/ttyACM0", isSimulated: true)))
    }

    @Test("of a report of gpsd 3.25, recorded beside $HCHDG,98.3,20.0,E,12.6,W, the course counts, and not magtrack")
    func laterRelease() throws {
        let event = try event(
            #"{"class":"TPV","device":"udp://127.0.0.1:5000","mode":3,"time":"2026-11-20T20:24:39.000Z","ept":0.005,"#
                + #""lat":37.331800000,"lon":-122.031200000,"altHAE":42.0000,"altMSL":72.0000,"alt":72.0000,"#
                + #""epv":25.990,"track":81.0000,"magtrack":98.3000,"magvar":13.1,"speed":10.000,"climb":0.000,"#
                + #""epc":51.98,"geoidSep":-30.000,"eph":17.100,"sep":27.360}"#)
        let coordinate = try #require(Coordinate(latitude: 37.3318, longitude: -122.0312))
        #expect(
            event
                == .fix(
                    Location(
                        coordinate: coordinate, mode: .threeDimensional, horizontalAccuracy: 17.1, altitude: 72,
                        ellipsoidalAltitude: 42, verticalAccuracy: 25.99, speed: 10, course: 81,
                        timestamp: Timestamp(parsing: "2026-11-20T20:24:39Z"), receivedAt: at(7),
                        device: "udp://127.0.0.1:5000")))
    }

    @Test("fault 5: a fix without a time is a fix")
    func withoutTime() throws {
        let location = try location("")
        #expect(location.timestamp == nil)
        #expect(location.receivedAt == at(7))
    }

    @Test(
        "fault 4: a number that is none, or out of range, is absent",
        arguments: ["null", "NaN", "nan", "Infinity", "1e400", "-1e400", "1e19", "-1e19", "\"7\"", "true", "-99999"])
    func absurdNumbers(number: String) throws {
        for key in ["eph", "speed", "eps", "track", "epd", "epv", "altMSL", "altHAE"] {
            let location = try location(#","\#(key)":\#(number)"#)
            #expect(
                location == Location(coordinate: location.coordinate, receivedAt: at(7)), "\(key) is \(number)")
        }
    }

    @Test(
        "fault 4: a fix whose latitude or longitude is missing is no fix",
        arguments: [
            #""lat":null,"lon":1"#, #""lat":1,"lon":NaN"#, #""lat":1"#, #""lon":1"#, #""x":1"#, #""lat":"1","lon":1"#,
        ])
    func missingPosition(fields: String) throws {
        #expect(try event(#"{"class":"TPV","mode":3,\#(fields)}"#) == nil)
    }

    @Test(
        "fault 8: a latitude of 91 and a longitude of 300 are no position",
        arguments: [
            #""lat":91,"lon":1"#, #""lat":-90.001,"lon":1"#, #""lat":1,"lon":300"#, #""lat":1,"lon":-1e300"#,
            #""lat":1e400,"lon":1"#,
        ])
    func outOfRange(fields: String) throws {
        #expect(try event(#"{"class":"TPV","device":"d","mode":3,\#(fields)}"#) == .invalidFix(device: "d"))
    }

    @Test("modes 0 and 1 are no fix, and modes that gpsd does not have are nothing")
    func modes() throws {
        #expect(try event(#"{"class":"TPV","device":"d","mode":1,"lat":1,"lon":1}"#) == .noFix(device: "d"))
        #expect(try event(#"{"class":"TPV","mode":0}"#) == .noFix(device: nil))
        #expect(try event(#"{"class":"TPV"}"#) == .noFix(device: nil))
        #expect(try event(#"{"class":"TPV","mode":4,"lat":1,"lon":1}"#) == nil)
        #expect(try event(#"{"class":"TPV","mode":-1,"lat":1,"lon":1}"#) == nil)
    }

    @Test("a fix in two dimensions has no altitude")
    func twoDimensions() throws {
        guard
            case .fix(let location) = try event(
                #"{"class":"TPV","mode":2,"lat":1,"lon":1,"altMSL":5,"altHAE":6,"epv":7}"#)
        else {
            Issue.record("no fix")
            return
        }
        #expect(location.mode == .twoDimensional)
        #expect(location.altitude == nil && location.ellipsoidalAltitude == nil && location.verticalAccuracy == nil)
    }

    @Test("without eph, epx and epy make the accuracy")
    func combinedError() throws {
        #expect(try location(#","epx":3,"epy":4"#).horizontalAccuracy == 5)
        #expect(try location(#","epx":3,"epy":4,"eph":6"#).horizontalAccuracy == 6)
        #expect(try location(#","epx":3"#).horizontalAccuracy == nil)
        #expect(try location(#","eph":0"#).horizontalAccuracy == nil)
    }

    @Test("a course of 360 degrees is 0")
    func fullCircle() throws {
        #expect(try location(#","track":360"#).course == 0)
        #expect(try location(#","track":359.99"#).course == 359.99)
        #expect(try location(#","track":360.01"#).course == nil)
    }

    @Test("nothing of one report is left in the next")
    func noLeftovers() throws {
        let gpsd = try #require(LibGPS(GPSDEndpoint()))
        _ = gpsd.position(
            #"{"class":"TPV","device":"a","mode":3,"lat":1,"lon":2,"speed":3,"time":"2026-11-20T20:24:49Z"}"#.utf8)
        #expect(gpsd.position(#"{"class":"TPV"}"#.utf8).event(receivedAt: at(0)) == .noFix(device: nil))
        #expect(gpsd.position(#"{"class":"TPV","mode":3}"#.utf8).event(receivedAt: at(0)) == nil)
        #expect(gpsd.position(#"{"class":"TPV","device":"b"}"#.utf8).time == nil)
    }
}
