import PlacemarkModel
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

    @Test(
        "a first column without a name, as pandas writes it, and Excel's sep= are no obstacle",
        arguments: [
            ",lat,lon,time\n0,47.1,9.5,2026-01-01T00:00:00Z\n",
            "\tlat\tlon\ttime\n0\t47.1\t9.5\t2026-01-01T00:00:00Z\n",
            "sep=;\r\nlat;lon;time\r\n47,1;9,5;2026-01-01T00:00:00Z\r\n", "SEP=,\nlat,lon,time\n47.1,9.5,1767225600\n",
        ])
    func exported(text: String) throws {
        let reading = try Reading(.csv, text)
        #expect(reading.fixes.map(\.coordinate) == [Coordinate(latitude: 47.1, longitude: 9.5)], "\(reading.damages)")
        #expect(reading.times == [Timestamp(parsing: "2026-01-01T00:00:00Z")])
        #expect(RecordingFormat(beginning: Array(text.utf8)[...], isWhole: true) == .csv)
    }

    @Test("Columbus' loggers write hemispheres behind the degrees, dates as six digits, and km/h")
    func columbus() throws {
        let text =
            "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,FIX MODE,VALID,PDOP,HDOP,VDOP,VOX\r\n"
            + "1,T,260421,061053,24.768576N,121.015819E,86,36,274,3D,SPS ,1.7,1.5,0.8,         \r\n"
            + "2,T,260421,061054,33.5S,70.25W,86,0,274,3D,SPS ,1.7,1.5,0.8,\r\n3,T,260421,061055,33.5E,70.25W,1,0,2,,,,,,\r\n"
        let reading = try Reading(.csv, text)
        #expect(RecordingFormat(beginning: Array(text.utf8)[...], isWhole: true) == .csv)
        #expect(reading.fixes.map(\.coordinate.latitude) == [24.768576, -33.5])
        #expect(reading.fixes.map(\.coordinate.longitude) == [121.015819, -70.25])
        #expect(reading.times.first == Timestamp(parsing: "2026-04-21T06:10:53Z"))
        #expect(abs((reading.fixes.first?.speed ?? 0) - 10) < 1e-9 && reading.damagedLines == [4])
    }

    @Test("day and month are told apart by the first date with a number above 12, also for the lines before it")
    func slashedDates() throws {
        func times(_ dates: [String]) throws -> (times: [String], damaged: [Int]) {
            let reading = try Reading(.csv, "lat,lon,time\n" + dates.map { "1,2,\($0)\n" }.joined())
            return (reading.times.map { $0.map { "\($0)" } ?? "" }, reading.damagedLines)
        }
        let european = try times(["12/05/2026 23:59:59", "13/05/2026 00:00:00"])
        #expect(european.times == ["2026-05-12T23:59:59Z", "2026-05-13T00:00:00Z"] && european.damaged == [])
        let american = try times(["5/12/2026 9:05", "5/13/2026 10:00", "5/6/2026 10:00"])
        #expect(american.times == ["2026-05-12T09:05:00Z", "2026-05-13T10:00:00Z", "2026-05-06T10:00:00Z"])
        #expect(try times(["01.05.2026 10:00"]).times == ["2026-05-01T10:00:00Z"])
        #expect(try times(["05/05/2026 10:00"]).times == ["2026-05-05T10:00:00Z"])
        let ambiguous = try Reading(.csv, "lat,lon,date,time\n1,2,01/05/2026,10:00:00\n1,2,02/05/2026,10:00:00\n")
        #expect(ambiguous.fixes.isEmpty && ambiguous.damagedLines == [2, 3])
        #expect(ambiguous.damages.first?.description.contains("expected --dates dmy (day first)") == true)
        #expect(try times(["13/13/2026 10:00", "40/05/2026 10:00"]).damaged == [2, 3])
    }

    @Test(
        "the order that the user gives reads dates without a number above 12, and one that contradicts it is damaged",
        arguments: [
            (.dayFirst, ["2026-05-01", "2026-05-02"], [5, 7], "dmy: expected a month from 1 to 12 as its second"),
            (.monthFirst, ["2026-01-05", "2026-02-05"], [6, 8], "mdy: expected a month from 1 to 12 as its first"),
        ] as [(DateOrder, [String], [Int], String)])
    func toldDates(order: DateOrder, days: [String], damaged: [Int], reason: String) throws {
        let open = "lat,lon,date,time\n1,2,01/05/2026,10:00:00\n1,2,2/5/2026,9:05\n"
        let expected = zip(days, ["10:00:00", "09:05:00"]).map { Timestamp(parsing: "\($0)T\($1)Z") }
        let reading = try Reading(.csv, open, dates: order)
        #expect(reading.times == expected && reading.damages.isEmpty, "\(reading.damages)")
        // Dates that tell the order themselves do not overrule the user: the two would be read as different months.
        let more = ["1,2,2026-05-03,10:00:00", "1,2,5/13/2026,10:00", "1,2,13/5/2026,10:00", "1,2,5.13.2026,10:00"]
        let mixed = try Reading(.csv, open + (more + ["1,2,13.5.2026,10:00\n"]).joined(separator: "\n"), dates: order)
        #expect(mixed.times.prefix(2) == expected[...] && mixed.times.count == 5 && mixed.damagedLines == damaged)
        #expect(mixed.damages.first?.reason == "the date contradicts --dates \(reason) number")
    }
}
