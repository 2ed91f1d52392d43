import PlacemarkModel
import Testing

@testable import GPSD

@Suite struct ATTTests {
    private let gpsd: LibGPS

    init() throws { gpsd = try #require(LibGPS(GPSDEndpoint())) }

    /// What libgps and the mapping make of a line.
    private func readings(of line: String) -> [CompassReading] {
        let line = Array(line.utf8)
        #expect(ReportLine(line) == .att)
        return gpsd.attitude(line).readings(receivedAt: at(7))
    }

    /// Likewise of a line with these fields.
    private func readings(_ fields: String) -> [CompassReading] { readings(of: #"{"class":"ATT"\#(fields)}"#) }

    private func degrees(_ fields: String) -> Double? { readings(fields).first { $0.north == .true }?.degrees }

    /// What Debian 12's gpsd 3.22 and Debian 13's 3.25 were recorded to make of a compass beside a receiver: the release, the
    /// sentence, what the report had behind its class and device, and what that means.
    private static let recorded: [(String, String, String, [CompassReading.North: Double])] = [
        ("3.22", "$HCHDT,123.4,T", #""heading":123.400"#, [.true: 123.4]),
        (
            "3.22", "$PTNTHTM,123.4,N,-12.2,N,34.1,N,10.9,11.2",
            #"""
            "heading":123.400,"mag_st":"N","pitch":-12.20,"pitch_st":"N","roll":34.10,"roll_st":"N","dip":10.900,\#
            "mag_x":11.200
            """#, [.true: 123.4]
        ),
        ("3.25", "$HEHDT,123.4,T", #""heading":123.400"#, [.true: 123.4]),
        ("3.25", "$HCHDM,98.3,M", #""mheading":98.300"#, [.magnetic: 98.3]),
        ("3.25", "$HCHDM,360.0,M", #""mheading":360.000"#, [.magnetic: 0]),
        ("3.25", "$HCHDM after $HCHDT", #""heading":85.700,"mheading":98.300"#, [.true: 85.7, .magnetic: 98.3]),
        ("3.25", "$HEROT,5.2,A", #""rot":5.200"#, [:]),
        ("3.25", "$HEROT after $HCHDT", #""heading":123.400,"rot":5.200"#, [.true: 123.4]),
        (
            "3.25", "$PTNTHTM,123.4,N,-12.2,N,34.1,N,10.9,11.2",
            #"""
            "heading":123.400,"mag_st":"N","pitch":-12.200,"pitch_st":"N","roll":34.100,"roll_st":"N","dip":10.900,\#
            "mag_x":11.20000
            """#, [.true: 123.4]
        ),
        (
            "3.25", "$PTNTHTM,123.4,C,-12.2,N,34.1,N,10.9,11.2",
            #"""
            "heading":123.400,"mag_st":"C","pitch":-12.200,"pitch_st":"N","roll":34.100,"roll_st":"N","dip":10.900,\#
            "mag_x":11.20000
            """#, [:]
        ),
        (
            "3.25", "$OHPR,180.6,-0.4,-0.7,31.7,39.9,-11.1,-0.1,-0.5,1.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1",
            #"""
            "heading":180.600,"pitch":-0.400,"roll":-0.700,"mag_len":-11.100,"mag_x":-0.10000,"mag_y":-0.50000,\#
            "mag_z":1.10000,"acc_len":0.10000,"acc_x":0.10000,"acc_y":0.10000,"acc_z":0.10000,"gyro_x":0.10000,\#
            "gyro_y":0.10000,"temp":31.700,"depth":12.162
            """#, [.true: 180.6]
        ),
    ]

    @Test("a report as gpsd was recorded to write it arrives", arguments: recorded)
    func recordedReport(release: String, sentence: String, fields: String, degrees: [CompassReading.North: Double]) {
        let device = "udp://127.0.0.1:5000"
        let readings = readings(of: #"{"class":"ATT","device":"\#(device)",\#(fields)}"# + "\r")
        let expected = CompassReading.North.allCases.compactMap { north in
            degrees[north].map { CompassReading($0, from: north, receivedAt: at(7), device: device) }
        }
        #expect(readings == expected, "gpsd \(release), \(sentence)")
    }

    @Test(
        "a heading from magnetic north arrives with any libgps, wherever it stands",
        arguments: [#","mheading":68.400"#, #","pitch":1.0,"mheading":68.4,"yaw":2.0"#, #","mheading":6.84e1"#])
    func magnetic(fields: String) {
        #expect(readings(fields) == [CompassReading(68.4, from: .magnetic, receivedAt: at(7))])
    }

    @Test(
        "fault 4: a magnetic heading that is no number, out of range or in a text is none",
        arguments: [
            #","mheading":null"#, #","mheading":NaN"#, #","mheading":1e400"#, #","mheading":-0.1"#, #","mheading":361"#,
            #","mheading":"7""#, #","mheading":1-2"#, #","device":"a,\"mheading\":7""#, #","xmheading":7"#,
            #","mheading":7,"mag_st":"C""#,
        ])
    func absurdMagnetic(fields: String) { #expect(readings(fields).isEmpty, "\(fields)") }

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
    func absurdNumbers(fields: String) { #expect(readings(fields).isEmpty, "\(fields)") }

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
        #expect(readings(#","device":"b""#).isEmpty)
        #expect(readings(#","heading":11"#) == [CompassReading(11, from: .true, receivedAt: at(7))])
        _ = gpsd.position(#"{"class":"TPV","device":"c","mode":3,"lat":1,"lon":2,"track":81}"#.utf8)
        #expect(readings("").isEmpty)
        #expect(gpsd.position(#"{"class":"TPV","mode":3,"lat":1,"lon":2}"#.utf8).track.isNaN)
    }
}
