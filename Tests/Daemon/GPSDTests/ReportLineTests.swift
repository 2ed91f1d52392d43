import Testing

@testable import GPSD

@Suite struct ReportLineTests {
    private func report(_ text: String) -> ReportLine { ReportLine(Array(text.utf8)) }

    @Test("knows gpsd's reports by their class")
    func classes() {
        #expect(report(#"{"class":"VERSION","release":"3.22","proto_major":3}"#) == .version)
        #expect(report("{\"class\":\"TPV\",\"mode\":1}\r") == .tpv)
        #expect(report(#"{"class":"TPV","device":"/dev/{odd}","mode":1}"#) == .tpv)
        #expect(report(#"{"class":"ATT","heading":123.4}"#) == .att)
        #expect(report(#"{"class":"SKY","satellites":[{"PRN":1},{"PRN":2}]}"#) == .sky)
        #expect(report(#"{"class":"TPV2"}"#) == .other)
    }

    @Test("fault 19: sees that a receiver has gone, which libgps cannot")
    func deactivated() {
        #expect(
            report(#"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#)
                == .device(.init(path: "/dev/ttyACM0", isActive: false)))
        #expect(
            report(
                #"{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox","activated":"2026-11-21T01:36:26.830Z"}"#)
                == .device(.init(path: "/dev/ttyACM0", isActive: true, driver: "u-blox")))
        #expect(
            report(#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"a","activated":"t"},{"path":"b"}]}"#)
                == .devices([.init(path: "a", isActive: true), .init(path: "b", isActive: false)]))
        #expect(report(#"{"class":"DEVICES","devices":[]}"#) == .devices([]))
    }

    @Test(
        "fault 27: drops what gpsd would not write",
        arguments: [
            "", "{", "}", "[]", "garbage", #""class":"TPV""#, #"{"class":"TPV""#, #"{"class":"TPV"}}"#,
            #"{"class":"TPV"} "#,
            #"{"mode":3,"class":"TPV"}"#,  // gpsd's class comes first
            #"{"class":"TPV","mode":3,"lat":1"#,  // truncated
            #"{"class":"TPV","x":[1],"class":"TPV"}"#,  // libgps loops for ever over it
            #"{"class":"TPV","mode":3} x "class":"TPV""#,  // the same
            #"{"class":"TPV","mode":3,"mode":3}"#,  // a key that comes twice
            #"{"class":"TPV","x":{"mode":3,"lat":1}}"#,  // libgps would take lat for the report's
            #"{"class":"TPV","device":"\ud800"}"#, "{\"class\":\"TPV\",\"device\":\"a\u{0}b\"}",
            "{\"class\":\"TPV\",\u{1}\"mode\":3}", #"{"class":"TPV","device":"\"#, #"{"class":"TPV","device":"\u"#,
            #"{"class":"ATT","imu":[{"heading":1}]}"#, #"{"class":"ATT","heading":1,"heading":2}"#,
            #"{"class":"DEVICE"}"#, #"{"class":"DEVICES","devices":{}}"#, #"{"class":"DEVICE","path":7}"#,
        ])
    func damaged(line: String) {
        #expect(report(line) == .damaged)
    }

    @Test("fault 27: drops bytes that are not UTF-8")
    func badUTF8() {
        let line = Array(#"{"class":"TPV","device":""#.utf8) + [0xff, 0xfe] + Array(#""}"#.utf8)
        #expect(ReportLine(line) == .damaged)
    }

    @Test(
        "fault 27: nesting of any depth takes no stack",
        arguments: [#"{"class":"DEVICES","devices":"#, #"{"class":"TPV","x":"#])
    func deep(prefix: String) {
        let depth = 100_000
        let text = prefix + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        #expect(report(text) == .damaged)
    }

    @Test("fault 27: no prefix and no single changed byte of a report traps")
    func fuzz() {
        let line = Array(
            #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-20T20:24:49Z","lat":37.3}"#.utf8)
        for length in 0..<line.count { #expect(ReportLine(line.prefix(length)) == .damaged) }
        var kept = 0
        for index in line.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = line
                changed[index] = byte
                if ReportLine(changed) == .tpv { kept += 1 }
            }
        }
        // Most changes are within a value, where they make another value.
        #expect(kept > 0 && kept < line.count * 256)
    }
}
