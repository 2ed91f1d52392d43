import PlacemarkModel
import Testing

@testable import Recordings

@Suite struct GPXTests {
    private func gpx(_ body: String) -> String {
        #"<?xml version="1.0"?>\#n<gpx version="1.1" creator="a &amp; b" xmlns="http://www.topografix.com/GPX/1/1">\#n"#
            + body + "\n</gpx>\n"
    }

    @Test("a track point has position, time, altitude, accuracy, and speed and course of its extensions")
    func wholePoint() throws {
        let reading = try Reading(
            .gpx,
            gpx(
                """
                <metadata><time>2000-01-01T00:00:00Z</time></metadata><trk><name>47</name><trkseg>
                <trkpt lat="47.141" lon="9.521"><ele> 455.5 </ele><time>2026-11-20T20:24:49Z</time><hdop>1.5</hdop>
                <vdop>2</vdop><extensions><x:speed xmlns:x="u">3.5</x:speed><course>81</course><ele>9</ele></extensions>
                </trkpt></trkseg></trk>
                """))
        let fix = try #require(reading.fixes.first)
        #expect(reading.events.count == 1 && reading.damages.isEmpty)
        #expect(fix.coordinate == Coordinate(latitude: 47.141, longitude: 9.521))
        #expect(fix.timestamp == Timestamp(parsing: "2026-11-20T20:24:49Z") && fix.altitude == 455.5)
        #expect(fix.horizontalAccuracy == 28.5 && fix.verticalAccuracy == 46 && fix.speed == 3.5 && fix.course == 81)
        #expect(fix.mode == .threeDimensional)
    }

    @Test("GPX 1.0 has speed and course beside the time; a fix may have two dimensions, or be none")
    func version10() throws {
        let reading = try Reading(
            .gpx,
            gpx(
                """
                <trk><trkseg><trkpt lat="1" lon="2"><ele>3</ele><course>7</course><speed>2</speed><fix>2d</fix></trkpt>
                <trkpt lat="1" lon="2"><fix>none</fix></trkpt></trkseg></trk>
                """))
        #expect(reading.fixes.map(\.speed) == [2] && reading.fixes.map(\.mode) == [.twoDimensional])
        #expect(reading.noFixes == 1)
    }

    @Test(
        "white space before the XML declaration is passed over, and the lines are counted with it",
        arguments: ["\n", "\r\n \t\n\n", "\u{feff}\n"])
    func blankLine(blank: String) throws {
        let body = "<trk><trkseg><trkpt lat=\"3\" lon=\"3\"/><trkpt lon=\"3\"/></trkseg></trk>"
        for chunk in [1, 7, 4096] {
            let reading = try Reading(.gpx, blank + gpx(body), chunk: chunk)
            #expect(reading.fixes.map(\.coordinate.latitude) == [3])
            #expect(reading.damagedLines == [3 + blank.utf8.count { $0 == 10 }])
        }
        #expect(RecordingFormat(beginning: Array((blank + gpx(body)).utf8)[...], isWhole: true) == .gpx)
    }

    @Test("routes count without tracks, waypoints without both")
    func kinds() throws {
        let waypoint = #"<wpt lat="1" lon="1"/>"#
        let route = #"<rte><rtept lat="2" lon="2"/></rte>"#
        let track = #"<trk><trkseg><trkpt lat="3" lon="3"/></trkseg></trk>"#
        for (body, latitudes) in [
            (waypoint, [1.0]), (waypoint + route, [2]), (waypoint + route + track, [3]), (track + waypoint, [3]),
        ] {
            #expect(try Reading(.gpx, gpx(body)).fixes.map(\.coordinate.latitude) == latitudes)
        }
    }

    @Test("points that are wrong are told with their line, and cost only themselves")
    func damage() throws {
        let reading = try Reading(
            .gpx,
            gpx(
                """
                <trk><trkseg>
                <trkpt lat="1" lon="1"><time>soon</time></trkpt>
                <trkpt lat="x" lon="1"/>
                <trkpt lon="1"/>
                <trkpt lat="91" lon="1"/>
                <trkpt lat="2" lon="2"/>
                </trkseg></trk>
                """))
        #expect(reading.damagedLines == [4, 5, 6])
        #expect(reading.events.first == .invalidFix(device: nil))
        #expect(reading.fixes.map(\.coordinate.latitude) == [2])
    }

    @Test("a file that is cut off is read up to there, and the line is told")
    func truncated() throws {
        let whole = gpx("<trk><trkseg>\n<trkpt lat=\"1\" lon=\"1\"/>\n<trkpt lat=\"2\" lon=\"2\"/>\n</trkseg></trk>")
        let reading = try Reading(.gpx, String(whole.prefix(whole.count - 40)))
        #expect(reading.fixes.count == 1)
        #expect(reading.damages.count == 1 && reading.damagedLines == [5])
    }

    @Test(
        "what attacks readers of XML is refused",
        arguments: [
            (#"<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><gpx>&b;</gpx>"#, "a document type"),
            (#"<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>"#, "a document type"),
            ("<gpx>" + String(repeating: "<a>", count: 200_000), "the elements are nested too deeply"),
        ])
    func attacks(text: String, reason: String) throws {
        let reading = try Reading(.gpx, text, chunk: 4096)
        #expect(reading.damages.count == 1 && reading.events.isEmpty)
        #expect(reading.damages.first?.reason.hasPrefix(reason) == true, "\(reading.damages)")
    }

    /// A segment whose points lie on the latitude `name`, and on the longitudes 0, 1, and so on.
    private func segment(_ name: Int, _ times: [String?]) -> String {
        let points = times.enumerated().map { number, time in
            "<trkpt lat=\"\(name)\" lon=\"\(number)\">\(time.map { "<time>\($0)</time>" } ?? "")</trkpt>"
        }
        return "<trkseg>\(points.joined())</trkseg>"
    }

    @Test(
        "segments come in the order of their times, those of one stay as they are, and one without times behind its neighbour"
    )
    func order() throws {
        let newest = segment(1, ["2026-03-01T10:00:00Z", "2026-03-01T10:00:01Z"])
        let odd = segment(2, ["2026-01-01T10:00:05Z", "2026-01-01T10:00:00Z"])
        let body =
            "<trk>\(newest)\(segment(3, [nil]))</trk><trk>\(odd)</trk><trk>\(segment(4, ["2026-02-01T10:00:00Z"]))</trk>"
        for chunk in [7, 4096] {
            let reading = try Reading(.gpx, gpx(body), chunk: chunk)
            #expect(reading.fixes.map(\.coordinate.latitude) == [2, 2, 4, 1, 1, 3])
            #expect(reading.fixes.map(\.coordinate.longitude) == [0, 1, 0, 0, 1, 0])
        }
        let cut = try Reading(.gpx, String(gpx("<trk>\(newest)\(odd)</trk>").prefix { $0 != "§" }.dropLast(20)))
        #expect(cut.fixes.map(\.coordinate.latitude) == [2, 2, 1, 1] && cut.damages.count == 1)
    }

    @Test("a segment that has the newest point first is turned round; a clock that was set back turns nothing")
    func newestFirst() throws {
        let times = (0...5).map { "2026-01-01T10:00:0\($0)Z" }
        let (late, early) = (segment(1, [times[5], times[4], times[3]]), segment(2, [times[2], times[1], times[0]]))
        let turned = try Reading(.gpx, gpx("<trk>\(late)\(early)</trk>"))
        #expect(turned.times == times.map { Timestamp(parsing: $0) })
        #expect(turned.fixes.map(\.coordinate.latitude) == [2, 2, 2, 1, 1, 1])
        #expect(turned.fixes.map(\.coordinate.longitude) == [2, 1, 0, 2, 1, 0])
        for kept in [
            [times[5], times[4]], [times[0], times[5], times[2], times[3]], [times[5], times[4], times[4]],
            [times[5], times[4], nil, times[3]],
        ] as [[String?]] {
            let reading = try Reading(.gpx, gpx("<trk>\(segment(1, kept))</trk>"))
            #expect(reading.fixes.map(\.coordinate.longitude) == kept.indices.map { Double($0) })
        }
    }
}
