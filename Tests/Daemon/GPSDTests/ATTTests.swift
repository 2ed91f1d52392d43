import PlacemarkModel
import Testing

@testable import GPSD

@Suite struct ATTTests {
    private let gpsd: LibGPS

    init() throws { gpsd = try #require(LibGPS(GPSDEndpoint())) }

    /// What libgps and the mapping make of a line with these fields.
    private func event(_ fields: String) -> SourceEvent? {
        let line = Array(#"{"class":"ATT"\#(fields)}"#.utf8)
        #expect(ReportLine(line) == .att)
        return gpsd.attitude(line).event(receivedAt: at(7))
    }

    private func degrees(_ fields: String) -> Double? {
        if case .compass(let reading) = event(fields), reading.north == .true { reading.degrees } else { nil }
    }

    @Test("a report of gpsd 3.22 arrives")
    func everyField() {
        let fields =
            #","device":"/dev/ttyUSB1","heading":223.400,"mag_st":"N","pitch":-12.20,"pitch_st":"N","roll":34.10,"#
            + #""roll_st":"N","dip":10.900,"mag_x":11.200"#
        #expect(
            event(fields)
                == .compass(CompassReading(223.4, from: .true, receivedAt: at(7), device: "/dev/ttyUSB1")))
    }

    @Test("a report of a later release, with keys that libgps 3.22 does not know, arrives too")
    func laterRelease() {
        #expect(
            degrees(#","device":"d","time":"2026-11-20T20:24:49Z","heading":81.5,"mheading":68.4,"rot":0.1"#) == 81.5)
    }

    @Test(
        "a heading from magnetic north, as gpsd sends it from 3.25 on, arrives with any libgps",
        arguments: [(#","mheading":68.400"#, 68.4), (#","pitch":1.0,"mheading":360.000,"yaw":2.0"#, 0)])
    func magnetic(fields: String, degrees: Double) {
        #expect(
            event(#","device":"/dev/ttyUSB1""# + fields)
                == .compass(CompassReading(degrees, from: .magnetic, receivedAt: at(7), device: "/dev/ttyUSB1")))
    }

    @Test(
        "fault 4: a magnetic heading that is no number, out of range or in a text is none",
        arguments: [
            #","mheading":null"#, #","mheading":NaN"#, #","mheading":1e400"#, #","mheading":-0.1"#, #","mheading":361"#,
            #","mheading":"7""#, #","mheading":1-2"#, #","device":"a,\"mheading\":7""#, #","xmheading":7"#,
            #","mheading":7,"mag_st":"C""#,
        ])
    func absurdMagnetic(fields: String) { #expect(event(fields) == nil, "\(fields)") }

    @Test("a course of 360 degrees is 0")
    func fullCircle() {
        #expect(degrees(#","heading":360.0"#) == 0)
        #expect(degrees(#","heading":0"#) == 0)
    }

    @Test(
        "fault 4: a heading that is missing, no number or out of range is none",
        arguments: [
            "", #","pitch":3.0"#, #","heading":null"#, #","heading":NaN"#, #","heading":1e400"#,
            #","heading":-0.1"#, #","heading":360.1"#, #","heading":"7""#,
        ])
    func absurdNumbers(fields: String) { #expect(event(fields) == nil, "\(fields)") }

    @Test(
        "a compass that is in alarm is not believed, one that only warns is (fault 98)",
        arguments: ["C", "L", "P", "V"])
    func alarms(status: String) {
        #expect(degrees(#","heading":10,"mag_st":"\#(status)""#) == nil)
        for warning in ["N", "M", "O"] { #expect(degrees(#","heading":10,"mag_st":"\#(warning)""#) == 10) }
    }

    @Test("nothing of one report is left in the next, of whichever class")
    func noLeftovers() {
        #expect(degrees(#","device":"a","heading":10,"mag_st":"C""#) == nil)
        #expect(event(#","device":"b""#) == nil)
        #expect(
            event(#","heading":11"#) == .compass(CompassReading(11, from: .true, receivedAt: at(7))))
        _ = gpsd.position(#"{"class":"TPV","device":"c","mode":3,"lat":1,"lon":2,"track":81}"#.utf8)
        #expect(event("") == nil)
        #expect(gpsd.position(#"{"class":"TPV","mode":3,"lat":1,"lon":2}"#.utf8).track.isNaN)
    }
}
