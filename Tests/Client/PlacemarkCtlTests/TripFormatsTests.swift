import Foundation
import FoundationXML
import PlacemarkModel
import Testing

@testable import placemarkctl

@Suite("Trips for other programs")
struct TripFormatsTests {
    private static let trip: TripRecord = {
        let json = #"""
            {"id":"5d0c3a7b9e1f2048","state":"final","start":{"coordinate":{"latitude":47.141,"longitude":9.521},
            "timestamp":"2026-11-20T23:30:00Z","utcOffset":3600,
            "placemark":{"geocoder":"gazetteer","locality":"Vaduz, \"FL\""}},
            "end":{"coordinate":{"latitude":47.2,"longitude":180},"timestamp":"2026-11-21T00:30:00Z"},
            "duration":3600,"distance":41234,"distanceError":950,"movingTime":3300,"meanSpeed":12.5,
            "gaps":[{"duration":400,"distance":2000}],
            "countries":[{"isoCountryCode":"LI","timestamp":"2026-11-20T23:30:00Z"},{"isoCountryCode":"AT"}],
            "places":[],
            "label":{"class":"business","note":"=1+1; to <Ghent> & back","by":1000}}
            """#
        guard let trip = try? JSONDecoder().decode(TripRecord.self, from: Data(json.utf8)) else {
            preconditionFailure("not a trip")
        }
        return trip
    }()

    @Test("CSV has the times of the places, and text that no spreadsheet takes for a formula")
    func csv() {
        let lines = TripFormats.csv([Self.trip]).components(separatedBy: "\r\n")
        #expect(lines.count == 3 && lines[2].isEmpty)
        #expect(lines[0].split(separator: ",").count == 21)
        #expect(
            lines[1] == "5d0c3a7b9e1f2048,final,2026-11-21T00:30:00+01:00,2026-11-21T00:30:00Z,\"Vaduz, \"\"FL\"\"\",,"
                + "47.1410000,9.5210000,47.2000000,180.0000000,41234,950,3600,3300,12.50,,1,LI AT,"
                + "LI 2026-11-20T23:30:00Z AT,business,"
                + "'=1+1; to <Ghent> & back")
    }

    @Test("GPX, GeoJSON and calendars are what their readers take")
    func documents() throws {
        let gpx = TripFormats.gpx([Self.trip], TripWays(of: []))
        #expect(XMLParser(data: Data(gpx.utf8)).parse())
        #expect(gpx.contains("lon=\"-180.0000000\""))
        let geoJSON = try #require(
            try JSONSerialization.jsonObject(with: Data(TripFormats.geoJSON([Self.trip], TripWays(of: [])).utf8))
                as? [String: Any])
        #expect((geoJSON["features"] as? [Any])?.count == 1)
        let calendar = TripFormats.calendar([Self.trip], at: try #require(Self.trip.end.timestamp))
        let lines = calendar.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.contains("DTSTART:20261120T233000Z") && lines.contains("DTEND:20261121T003000Z"))
        #expect(lines.contains(#"DESCRIPTION:business: =1+1\; to <Ghent> & back"#))
    }

    @Test("a straight line over the antimeridian is cut there")
    func antimeridian() throws {
        var trip = Self.trip
        trip.start.coordinate = Coordinate(clampingLatitude: -18, wrappingLongitude: 178)
        trip.end.coordinate = Coordinate(clampingLatitude: -20, wrappingLongitude: -178)
        let geoJSON = TripFormats.geoJSON([trip], TripWays(of: []))
        #expect(try JSONSerialization.jsonObject(with: Data(geoJSON.utf8)) is [String: Any])
        let cut = "[180.0000000,-19.0000000]],[[-180.0000000,-19.0000000],[-178.0000000,-20"
        #expect(geoJSON.contains(cut), "\(geoJSON)")
        #expect(TripFormats.geoJSON([Self.trip], TripWays(of: [])).contains("\"LineString\",\"coordinates\":[[9.521"))
    }

    @Test("a line break in a name ends neither a line of CSV nor one of a calendar", arguments: ["\n", "\r\n", "\r"])
    func lineBreaks(_ lineBreak: String) throws {
        var trip = Self.trip
        trip.label?.note = "one\(lineBreak)two"
        #expect(TripFormats.csv([trip]).hasSuffix(",business,\"one\(lineBreak)two\"\r\n"))
        let calendar = TripFormats.calendar([trip], at: try #require(trip.end.timestamp))
        #expect(calendar.components(separatedBy: "\r\n").contains(#"DESCRIPTION:business: one\ntwo"#))
    }

    @Test("a trip has its way where the track has it: all of its points, and no other's")
    func ways() throws {
        let start = try #require(Self.trip.start.timestamp)
        var ways = TripWays(of: [Self.trip])
        for (minute, longitude) in [
            (-1, 9.0), (0, 9.521), (10, 179.9), (20, -179.9), (40, -179.8), (59, -179.7), (61, 9),
        ] {
            let time = try #require(start.advanced(by: .seconds(minute * 60)))
            ways.add(
                TrackPoint(
                    coordinate: Coordinate(clampingLatitude: 47, wrappingLongitude: longitude), time: .receiver(time),
                    startsSegment: minute == 40))
        }
        let gpx = TripFormats.gpx([Self.trip], ways)
        #expect(XMLParser(data: Data(gpx.utf8)).parse())
        #expect(gpx.components(separatedBy: "<trkpt").count == 6 && gpx.components(separatedBy: "<trkseg>").count == 3)
        #expect(!gpx.contains("<rte>"))
        let geoJSON = TripFormats.geoJSON([Self.trip], ways)
        #expect(try JSONSerialization.jsonObject(with: Data(geoJSON.utf8)) is [String: Any])
        #expect(
            geoJSON.contains("[179.9000000,47.0000000],[180.0000000,47.0000000]],[[-180.0000000,47.0000000],[-179.9"))
    }

    @Test("a table has a line for each trip, and says what is not certain")
    func table() {
        let text = TripTable.text([Self.trip], withIdentities: true)
        #expect(text.contains("2026-11-21 00:30:00 +01:00") && text.contains("a gap, business"))
        #expect(TripTable.details(Self.trip).contains("AT"))
        #expect(TripTable.offset(-12_600) == "-03:30")
    }
}
