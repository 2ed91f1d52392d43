import PlacemarkCore
import Testing

@testable import Recordings

@Suite struct CSVTests {
    @Test(
        "the header tells the columns, by the names that programs give them",
        arguments: [
            "time,lat,lon,ele,accuracy,speed,course\n2026-01-01T00:00:00Z,47.1,9.5,455,5,2,90\n",
            "Longitude;Latitude;Timestamp;Altitude (m);hAcc;Speed (km/h);Heading\n9,5;47,1;1767225600;455;5;7,2;90\n",
            "\u{feff}\"lat\"\t\"lng\"\t\"epoch\"\televation\thorizontal_accuracy\tspeed_knots\tbearing\r\n"
                + "47.1\t9.5\t1767225600000\t455\t5\t3.8876889848812097\t90\r\n",
            "# a comment\n\nid,GPS Latitude,GPS Longitude,Date,Time,alt,eph,velocity,cog\n"
                + "\"a \"\"b\"\", c\",47.1,9.5,2026-01-01,00:00:00,455,5,2,90\n",
        ])
    func headers(text: String) throws {
        let reading = try Reading(.csv, text)
        let fix = try #require(reading.fixes.first, "\(reading.damages)")
        #expect(reading.events.count == 1)
        #expect(fix.coordinate == Coordinate(latitude: 47.1, longitude: 9.5))
        #expect(fix.timestamp == Timestamp(parsing: "2026-01-01T00:00:00Z"))
        #expect(fix.altitude == 455 && fix.horizontalAccuracy == 5 && fix.course == 90)
        #expect(abs(try #require(fix.speed) - 2) < 1e-9)
    }

    @Test("the dilution of precision makes an accuracy when there is no better one")
    func hdop() throws {
        #expect(try Reading(.csv, "lat,lon,hdop\n1,2,2\n").fixes.first?.horizontalAccuracy == 38)
    }

    @Test("quoted fields may hold separators, quotes and line ends")
    func quotes() throws {
        let reading = try Reading(.csv, "note,lat,lon\n\"a\nb, \"\"c\"\"\",1,2\nplain,3,4\n")
        #expect(reading.fixes.map(\.coordinate.latitude) == [1, 3] && reading.damages.isEmpty)
    }

    @Test("damaged lines are told with their number, and cost only themselves")
    func damage() throws {
        let reading = try Reading(
            .csv, "lat,lon,time\n1,2,2026-01-01T00:00:00Z\nx,2,2026-01-01T00:00:00Z\n1\n1,2,soon\n\n91,2,\n\"1,2\n")
        #expect(reading.damagedLines == [3, 4, 5, 8])
        #expect(reading.fixes.count == 1 && reading.events.last == .invalidFix(device: nil))
    }
}
