import Foundation
import PlacemarkModel
import TestSupport
import Testing

@testable import Recordings

@Suite struct RecordingTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func entries(_ text: String) throws -> [Recording.Entry] {
        try directory.write("trip", text)
        let recording = try Recording(path: directory.file("trip"))
        var entries: [Recording.Entry] = []
        while let more = try recording.next() { entries += more }
        #expect(recording.bytesRead == text.utf8.count && recording.byteCount == text.utf8.count)
        return entries
    }

    @Test(
        "the content tells the format, whatever stands before it",
        arguments: [
            (.nmea, "# gpsd's comment\n\n$GPRMB,V,,,,,,,,,,,,A,S*0E\r\n"), (.nmea, "garbage\n$GPGLL,,,,,,V,N*64"),
            (.gpsd, "{\"class\":\"VERSION\",\"release\":\"3.22\"}\n"), (.gpsd, "# log\n{\"class\":\"TPV\",\"mode\":1}"),
            (.gpx, "\u{feff}<?xml version=\"1.0\"?>\n<!-- a -->\n<gpx version=\"1.1\">"),
            (.gpx, "<x:gpx xmlns:x=\"u\">"), (.igc, "AXCC64BCompCheck-3.2\r\nHFDTE160701\r\n"),
            (.igc, "B1101355206343N00006198WA0058700558\n"), (.geoJSON, "\n {\n \"type\": \"FeatureCollection\""),
            (.csv, "id;lat;lng\n"), (.csv, "# x\nlatitude\tlongitude\n"),
            (.gpsd, #"{"class": "TPV", "device": "/dev/ttyACM0", "mode": 1}"#), (.gpsd, "{ \"class\" :\t\"SKY\"}"),
            (.nmea, "2017-05-25T14:22:12 -->> $GPGLL,,,,,,V,N*64"), (.nmea, "[1406851200.5] $GPGLL,,,,,,V,N*64"),
            (.nmea, "2014-08-01T00:00:00.814000Z $GPGSV,1,1,00*79\n"),
        ] as [(RecordingFormat, String)])
    func formats(format: RecordingFormat, text: String) {
        #expect(RecordingFormat(beginning: Array(text.utf8)[...], isWhole: true) == format)
    }

    @Test(
        "what is in no format is refused, and what was looked for is named",
        arguments: [
            ("hello\nworld\n", "is in no format"), ("<html></html>", "is in no format"), ("{}", "is in no format"),
            ("\u{1}\u{7f}\u{3}", "is in no format"), (" \n", "is empty"), ("", "is empty"),
            ("name,age,city\nx,1,y\n", "found “name,age,city”, expected names such as latitude"),
        ])
    func unknown(text: String, expected: String) throws {
        try directory.write("trip", text)
        let error = #expect(throws: RecordingError.self) { _ = try Recording(path: directory.file("trip")) }
        #expect(try #require(error).description.contains(expected))
        #expect(try #require(error).description.hasPrefix(directory.file("trip") + ": "))
    }

    @Test(
        "what is compressed, or in UTF-16, is refused with the command that unpacks it",
        arguments: [
            (Array("BZh91AY".utf8), "compressed (bzip2)", "bzcat"),
            ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0], "compressed (xz)", "xzcat"),
            ([0x28, 0xb5, 0x2f, 0xfd, 4], "compressed (zstd)", "zstdcat"),
            ([0x50, 0x4b, 3, 4, 20], "compressed (zip)", "unzip -p"),
            (encodedInUTF16("lat,lon\n1,2\n", isLittleEndian: true), "in UTF-16", "iconv -f UTF-16 -t UTF-8"),
            (encodedInUTF16("$GPGLL,,,,,,V,N*64\n", isLittleEndian: false), "in UTF-16", "iconv -f UTF-16 -t UTF-8"),
        ] as [([UInt8], String, String)])
    func wrapped(bytes: [UInt8], name: String, command: String) throws {
        let path = directory.file("trip.nmea")
        try Data(bytes).write(to: URL(filePath: path))
        let error = #expect(throws: RecordingError.self) { _ = try Recording(path: path) }
        #expect(
            error?.description
                == "\(path): is \(name): expected plain text, as from: \(command) \(path) | placemarkctl replay -")
    }

    @Test("GPX may be in UTF-16, as XML may", arguments: [true, false])
    func utf16(isLittleEndian: Bool) throws {
        let text = """
            <?xml version="1.0" encoding="UTF-16"?>
            <gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
            """
        try Data(encodedInUTF16(text, isLittleEndian: isLittleEndian)).write(to: URL(filePath: directory.file("trip")))
        let recording = try Recording(path: directory.file("trip"))
        #expect(recording.format == .gpx)
        // The points of a track wait for its end, to be put in order.
        var entries: [Recording.Entry] = []
        while let more = try recording.next() { entries += more }
        guard case .event(.fix(let fix), _) = try #require(entries.first) else {
            Issue.record("no fix")
            return
        }
        #expect(fix.coordinate == Coordinate(latitude: 1, longitude: 2))
    }

    @Test("a file that cannot be read says why")
    func unreadable() {
        for path in [directory.file("none"), directory.path] {
            let error = #expect(throws: RecordingError.self) { _ = try Recording(path: path) }
            #expect(error?.description.hasPrefix("\(path): cannot be read: ") == true)
        }
    }

    @Test("events are dated in virtual time, from the beginning on")
    func virtualTime() throws {
        let text =
            sentence("GPRMC,235958,V,,,,,,,311223,,,N") + sentence("GPRMC,235959,A,4700.0,N,00900.0,E,,,311223,,,A")
            + sentence("GPRMC,000009,A,4700.0,N,00900.0,E,,,010124,,,A")
        let instants = try entries(text).compactMap { entry -> Duration? in
            guard case .event(let event, let instant) = entry else { return nil }
            if case .fix(let fix) = event { #expect(fix.receivedAt == instant) }
            return instant.sinceBoot
        }
        #expect(instants == [.zero, .seconds(1), .seconds(11)])
    }

    @Test("gpsd's reports go the way of a live connection: receivers, fixes, compasses and damage")
    func gpsdLog() throws {
        let found = try entries(
            """
            {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
            {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","activated":"2026-11-20T20:24:48Z"}]}
            {"class":"TPV","device":"/dev/ttyUSB0","mode":1}
            {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-20T20:24:49Z","lat":47.1,"lon":9.5,"eph":5.5}
            {"class":"SKY","device":"/dev/ttyUSB0","satellites":[]}
            {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-11-20T20:24:5
            {"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}

            """)
        var (events, damages): ([SourceEvent], [String]) = ([], [])
        for entry in found {
            switch entry {
            case .event(let event, _): events.append(event)
            case .damage(let damage): damages.append(damage.description)
            }
        }
        #expect(events.count == 5)
        #expect(events[0] == .connected && events[1] == .deviceFound(device: "/dev/ttyUSB0"))
        #expect(events[2] == .noFix(device: "/dev/ttyUSB0") && events[4] == .deviceLost(device: "/dev/ttyUSB0"))
        guard case .fix(let fix) = events[3] else { throw Unexpected(event: events[3]) }
        #expect(fix.horizontalAccuracy == 5.5 && fix.timestamp == Timestamp(parsing: "2026-11-20T20:24:49Z"))
        #expect(damages.count == 1 && damages[0].hasPrefix("6: not a report of gpsd's"))
    }

    @Test("gpsd's reports may have blanks between their parts, as most programs that log them write them")
    func blanks() throws {
        let found = try entries(
            """
            {"class": "DEVICES", "devices": [{"class": "DEVICE", "path": "/dev/tty USB0", "activated": "2026-11-20T20:24:48Z"}]}
            {"class": "TPV", "device": "/dev/tty USB0", "mode": 3, "time": "2026-11-20T20:24:49Z", "lat": 47.1, "lon": 9.5}
            { "class" : "TPV", "device" : "a\\" : b", "mode" : 3, "time" : "2026-11-20T20:24:50Z", "lat" : -1, "lon" : 2 }
            """)
        var (fixes, instants): ([Location], [BootInstant]) = ([], [])
        for entry in found {
            guard case .event(let event, let instant) = entry else { throw Unexpected(event: .connected) }
            if case .fix(let fix) = event {
                fixes.append(fix)
                instants.append(instant)
            }
        }
        #expect(fixes.map(\.device) == ["/dev/tty USB0", "a\" : b"] && fixes.map(\.coordinate.latitude) == [47.1, -1])
        #expect(instants.map(\.sinceBoot) == [.zero, .seconds(1)])
    }

    @Test("where the configuration names the receiver that counts, others in the recording do not")
    func onlyDevice() throws {
        let fix = #""mode":3,"time":"2026-11-20T20:24:49Z","lat":47.1,"lon":9.5}"#
        try directory.write(
            "trip", ["/dev/a", "/dev/b"].map { #"{"class":"TPV","device":"\#($0)",\#(fix)"# }.joined(separator: "\n"))
        let recording = try Recording(path: directory.file("trip"), device: "/dev/b")
        var devices: [String?] = []
        while let entries = try recording.next() {
            for case .event(.fix(let fix), _) in entries { devices.append(fix.device) }
        }
        #expect(devices == ["/dev/b"])
    }

    struct Unexpected: Error { let event: SourceEvent }
}

/// The text in UTF-16 with a byte order mark.
private func encodedInUTF16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
    "\u{feff}\(text)".utf16.flatMap { unit in
        let (low, high) = (UInt8(unit & 0xff), UInt8(unit >> 8))
        return isLittleEndian ? [low, high] : [high, low]
    }
}
