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
        if case .heading(let heading) = event(fields) { heading.trueHeading } else { nil }
    }

    @Test("a report of gpsd 3.22 arrives")
    func everyField() {
        let fields =
            #","device":"/dev/ttyUSB1","heading":223.400,"mag_st":"N","pitch":-12.20,"pitch_st":"N","roll":34.10,"#
            + #""roll_st":"N","dip":10.900,"mag_x":11.200"#
        #expect(
            event(fields)
                == .heading(
                    Heading(trueHeading: 223.4, origin: .compass, receivedAt: at(7), device: "/dev/ttyUSB1")))
    }

    @Test("a report of a later release, with keys that libgps 3.22 does not know, arrives too")
    func laterRelease() {
        #expect(
            degrees(#","device":"d","time":"2026-11-20T20:24:49Z","heading":81.5,"mheading":68.4,"rot":0.1"#) == 81.5)
    }

    @Test("a course of 360 degrees is 0")
    func fullCircle() {
        #expect(degrees(#","heading":360.0"#) == 0)
        #expect(degrees(#","heading":0"#) == 0)
    }

    @Test(
        "fault 4: a heading that is missing, no number or out of range is none",
        arguments: [
            "", #","pitch":3.0"#, #","mheading":68.4"#, #","heading":null"#, #","heading":NaN"#, #","heading":1e400"#,
            #","heading":-0.1"#, #","heading":360.1"#, #","heading":"7""#,
        ])
    func absurdNumbers(fields: String) { #expect(event(fields) == nil, "\(fields)") }

    @Test("a compass that is in alarm is not believed, one that only warns is", arguments: ["C", "L", "P", "V"])
    func alarms(status: String) {
        #expect(degrees(#","heading":10,"mag_st":"\#(status)""#) == nil)
        for warning in ["N", "M", "O"] { #expect(degrees(#","heading":10,"mag_st":"\#(warning)""#) == 10) }
    }

    @Test("nothing of one report is left in the next, of whichever class")
    func noLeftovers() {
        #expect(degrees(#","device":"a","heading":10,"mag_st":"C""#) == nil)
        #expect(event(#","device":"b""#) == nil)
        #expect(
            event(#","heading":11"#) == .heading(Heading(trueHeading: 11, origin: .compass, receivedAt: at(7))))
        _ = gpsd.position(#"{"class":"TPV","device":"c","mode":3,"lat":1,"lon":2,"track":81}"#.utf8)
        #expect(event("") == nil)
        #expect(gpsd.position(#"{"class":"TPV","mode":3,"lat":1,"lon":2}"#.utf8).track.isNaN)
    }
}
