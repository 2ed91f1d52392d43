import PlacemarkModel
import Simulation
import Testing

@testable import Recordings

@Suite struct NMEARecordingTests {
    @Test("the sentences of one time make one fix, with every number that they have")
    func wholeFix() throws {
        let reading = try Reading(
            .nmea,
            sentence("GPRMC,083407.500,A,0117.7533,S,10351.1227,W,10.0,153.4,310524,,,A")
                + sentence("GPGGA,083407.500,0117.7533,S,10351.1227,W,1,08,1.2,21.3,M,-3.3,M,,")
                + sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,2.0,1.2,1.5"))
        let fix = try #require(reading.fixes.first)
        #expect(reading.events.count == 1 && reading.damages.isEmpty)
        #expect(abs(fix.coordinate.latitude + 1.295888) < 1e-6 && abs(fix.coordinate.longitude + 103.852045) < 1e-6)
        #expect(fix.timestamp == Timestamp(parsing: "2024-05-31T08:34:07.5Z"))
        #expect(fix.mode == .threeDimensional && fix.altitude == 21.3 && fix.ellipsoidalAltitude == 18)
        #expect(abs(try #require(fix.horizontalAccuracy) - 22.8) < 1e-9)
        #expect(abs(try #require(fix.verticalAccuracy) - 34.5) < 1e-9)
        #expect(abs(try #require(fix.speed) - 5.14444) < 1e-5 && fix.course == 153.4)
        #expect(!fix.isSimulated)
    }

    @Test(
        "what a receiver says of its fix decides what it is",
        arguments: [
            ("GPRMC,120000,V,,,,,,,010124,,,N", "noFix"), ("GPGGA,120000,,,,,0,00,,,M,,M,,", "noFix"),
            ("GNGNS,120000,,,,,NN,00,,,,,", "noFix"), ("GPGLL,,,,,120000,V,N", "noFix"),
            ("GPGGA,120000,4700.0,N,00900.0,E,1,02,9,10,M,,M,,", "noFix"),
            ("GPGGA,120000,4700.0,N,00900.0,E,1,03,9,10,M,,M,,", "2D"),
            ("GPGGA,120000,4700.0,N,00900.0,E,1,05,9,10,M,,M,,", "3D"),
            ("GPGGA,120000,4700.0,N,00900.0,E,8,05,9,10,M,,M,,", "simulated 3D"),
            ("GNGNS,120000,4700.0,N,00900.0,E,AN,07,1.0,10,40,,", "3D"),
            ("GLGLL,4700.0,N,00900.0,E,120000,A,A", "2D"), ("GPRMC,120000,A,4700.0,N,00900.0,E,,,010124,,,A", "2D"),
            ("GPRMC,120000,A,4700.0,N,00900.0,E,,,010124,,,N", "noFix"),
            ("GPGLL,4700.0,N,00900.0,E,120000,A,N", "noFix"),
            ("GPRMC,120000,D,4700.0,N,00900.0,E,,,010124,,", "2D"),
            ("GPRMC,120000,A,9100.0,N,00900.0,E,,,010124,,,A", "invalid"),
        ])
    func kinds(body: String, expected: String) throws {
        let kind =
            switch try #require(try Reading(.nmea, sentence(body)).events.first) {
            case .noFix: "noFix"
            case .invalidFix: "invalid"
            case .fix(let fix):
                (fix.isSimulated ? "simulated " : "") + (fix.mode == .threeDimensional ? "3D" : "2D")
            default: "something else"
            }
        #expect(kind == expected)
    }

    @Test(
        "compasses are heard: HDT from true north, HDM and HDG from magnetic north, of any talker",
        arguments: [
            ("HEHDT,274.07,T", CompassReading.North.true, 274.07, nil, nil),
            ("HCHDM,98.3,M", .magnetic, 98.3, nil, nil),
            ("HCHDG,98.3,1.5,E,12.6,W", .magnetic, 98.3, 1.5, -12.6), ("SDHDG,360.0,,,1.3,E", .magnetic, 0, nil, 1.3),
            ("IIHDG,7,2.0,W,,", .magnetic, 7, -2, nil),
        ] as [(String, CompassReading.North, Double, Double?, Double?)])
    func compass(
        body: String, north: CompassReading.North, degrees: Double, deviation: Double?, declination: Double?
    ) throws {
        let reading = try Reading(.nmea, sentence(body) + sentence("GPGLL,4700.0,N,00900.0,E,120000,A,A"))
        #expect(reading.events.count == 2)
        guard case .compass(let found)? = reading.events.last else { throw Missing() }
        #expect(
            found
                == CompassReading(
                    degrees, from: north, deviation: deviation, declination: declination, receivedAt: found.receivedAt))
    }

    @Test(
        "fault 4: what is no direction is passed over",
        arguments: ["HEHDT,,T", "HEHDT,361,T", "HEHDT,-1,T", "HEHDT,nan,T", "HCHDM,x,M", "HCHDG,,1,E,1,E"])
    func noDirection(body: String) throws {
        let reading = try Reading(.nmea, sentence(body) + sentence("GPGLL,4700.0,N,00900.0,E,120000,A,A"))
        #expect(reading.events.count == 1 && reading.fixes.count == 1 && reading.damages.isEmpty)
    }

    @Test("of a compass that reports ten times between two fixes the last word counts, at the time of the fix")
    func fastCompass() throws {
        var text = ""
        for second in 0..<3 {
            text += sentence("GPRMC,12000\(second),A,4700.0,N,00900.0,E,,,010124,,,A")
            for tenth in 0..<10 { text += sentence("HEHDT,\(second)\(tenth).0,T") }
        }
        let degrees = try Reading(.nmea, text).events.compactMap { event in
            if case .compass(let reading) = event { reading.degrees } else { nil }
        }
        #expect(degrees == [9, 19, 29])
    }

    private struct Missing: Error {}

    @Test(
        "a time that a logger has put before each sentence is passed over",
        arguments: [
            "2017-05-25T14:22:12 -->> ", "2014-08-01T00:00:00.814000Z ", "2014-08-01 00:00:00,814: ",
            "[1406851200.814] ",
            "1406851200814;", "(2014-08-01T00:00:00+02:00) -> ",
        ])
    func loggedTimes(prefix: String) throws {
        let text =
            prefix + sentence("GNGGA,120000.5,4700.0,N,00900.0,E,1,05,9,10,M,,M,,") + prefix
            + sentence("GNRMC,120000.5,A,4700.0,N,00900.0,E,,,010124,,,A") + prefix + "\\s:x*00\\"
            + sentence("GNRMC,120001.5,A,4700.0,N,00900.0,E,,,010124,,,A")
        let reading = try Reading(.nmea, text)
        #expect(reading.damages.isEmpty && reading.fixes.count == 2)
        // What the receiver says of the time counts.
        #expect(reading.fixes.first?.timestamp == Timestamp(parsing: "2024-01-01T12:00:00.5Z"))
    }

    @Test(
        "what stands before a sentence and is no time makes the line none",
        arguments: ["12 apples ", "x ", "2014-13-01T00:00:00Z "])
    func noLoggedTime(prefix: String) throws {
        let reading = try Reading(.nmea, prefix + sentence("GPRMC,120000,A,4700.0,N,00900.0,E,,,010124,,,A"))
        #expect(reading.events.isEmpty && reading.damagedLines == [1])
    }

    @Test(
        "where no sentence tells the date, a logger's time that tells its offset from UTC does; the time of day is the receiver's",
        arguments: [
            ("2014-08-01T00:00:01Z", "235959.5", "2014-07-31T23:59:59.5Z"),
            ("2014-08-01T23:59:59Z", "000001", "2014-08-02T00:00:01Z"),
            ("2014-08-01T02:00:01+02:00", "000000", "2014-08-01T00:00:00Z"),
            ("1406851200", "000000", "2014-08-01T00:00:00Z"),
            ("2014-08-01T00:00:01", "000000", nil),
        ] as [(String, String, String?)])
    func loggedDate(logged: String, timeOfDay: String, expected: String?) throws {
        let text = logged + " " + sentence("GPGGA,\(timeOfDay),4700.0,N,00900.0,E,1,05,9,10,M,,M,,")
        let fix = try #require(try Reading(.nmea, text).fixes.first)
        #expect(fix.timestamp == expected.flatMap { Timestamp(parsing: $0) })
    }

    @Test("a differential fix is four times as accurate, as gpsd has it")
    func differential() throws {
        let reading = try Reading(.nmea, sentence("GPGGA,120000,4700.0,N,00900.0,E,2,05,2.0,10,M,,M,,"))
        #expect(reading.fixes.first?.horizontalAccuracy == 9.5)
    }

    @Test("a receiver whose GSA says that there is no fix has none, whatever it carries on")
    func noFixByGSA() throws {
        let position = sentence("GPGGA,120000,4700.0,N,00900.0,E,1,05,2.0,10,M,,M,,")
        let none = sentence("GPGSA,A,1,,,,,,,,,,,,,9.9,9.9,9.9")
        #expect(try Reading(.nmea, position + none).noFixes == 1)
        // Of several systems, one with a fix is enough.
        let other = sentence("GNGSA,A,3,01,02,03,04,,,,,,,,,2.0,1.5,1.5")
        #expect(try Reading(.nmea, position + none + other).fixes.first?.horizontalAccuracy == 28.5)
    }

    @Test("the date goes on at midnight, also for sentences that have none")
    func midnight() throws {
        let reading = try Reading(
            .nmea,
            sentence("GPRMC,235959,A,4700.0,N,00900.0,E,,,311223,,,A")
                + sentence("GPGGA,000000,4700.0,N,00900.0,E,1,05,2.0,10,M,,M,,")
                + sentence("GPRMC,000001,A,4700.0,N,00900.0,E,,,010124,,,A")
                + sentence("GPGLL,4700.0,N,00900.0,E,000002,A,A"))
        #expect(
            reading.fixes.map(\.timestamp?.description) == [
                "2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z", "2024-01-01T00:00:01Z", "2024-01-01T00:00:02Z",
            ])
    }

    @Test("fault 33: second 60 is the next minute's second 0")
    func leapSecond() throws {
        let reading = try Reading(.nmea, sentence("GPRMC,235960,A,4700.0,N,00900.0,E,,,311216,,,A"))
        #expect(reading.fixes.first?.timestamp == Timestamp(parsing: "2017-01-01T00:00:00Z"))
    }

    @Test("without a date a fix has no timestamp, and its time still goes on")
    func noDate() throws {
        let reading = try Reading(
            .nmea,
            ["235958", "235959", "000000"].map { sentence("GPGGA,\($0),4700.0,N,00900.0,E,1,05,2.0,10,M,,M,,") }
                .joined())
        #expect(reading.fixes.map(\.timestamp) == [nil, nil, nil])
        let times = reading.times.compactMap(\.self)
        #expect(zip(times.dropFirst(), times).map { $0.duration(since: $1) } == [.seconds(1), .seconds(1)])
    }

    @Test("ZDA tells the date, with all four digits of the year")
    func zda() throws {
        let reading = try Reading(
            .nmea,
            sentence("GPZDA,120000,09,12,2031,00,00") + sentence("GPGGA,120000,4700.0,N,00900.0,E,1,05,2,10,M,,M,,"))
        #expect(reading.fixes.first?.timestamp == Timestamp(parsing: "2031-12-09T12:00:00Z"))
    }

    @Test("a receiver that does not know the time makes a report of each round")
    func untimed() throws {
        let round =
            sentence("GPRMC,,V,,,,,,,,,,N") + sentence("GPGGA,,,,,,0,00,99.99,,,,,,")
            + sentence("GPGSA,A,1,,,,,,,,,,,,,,,")
        let reading = try Reading(.nmea, round + round + round)
        #expect(reading.noFixes == 3 && reading.times == [nil, nil, nil])
    }

    @Test("damaged lines are told with their number, and cost only themselves")
    func damage() throws {
        let good = sentence("GPRMC,120000,A,4700.0,N,00900.0,E,,,010124,,,A")
        let reading = try Reading(
            .nmea,
            "# a comment\n" + good + "$GPRMC,120001,A,4700.0,N,00900.0,E,,,010124,,,A*00\r\n" + "garbage\n\n"
                + "$GPRMC,120002,A,47\0" + "00.0,N,00900.0,E,,,010124,,,A\n" + "$GPRMC,1200"
                + good.replacing("120000", with: "120003"))
        #expect(reading.fixes.count == 1)
        #expect(reading.damagedLines == [3, 4, 6, 7])
        let right = sentence("GPRMC,120001,A,4700.0,N,00900.0,E,,,010124,,,A").dropLast().suffix(2)
        #expect(reading.damages[0].reason == "the checksum is 00: expected \(right)")
    }

    @Test("other sentences, TAG blocks and lines without a checksum are no damage")
    func tolerated() throws {
        let reading = try Reading(
            .nmea,
            sentence("GPGSV,3,1,10,03,41,050,46") + sentence("PGRME,15.0,M,45.0,M,25.0,M")
                + "!AIVDM,1,1,,A,14eG,0*5C\n".replacing("*5C", with: "")
                + #"\s:one,c:1717144447*50\"# + sentence("GPRMC,120000,A,4700.0,N,00900.0,E,,,010124,,,A")
                + "$GPRMC,120001,A,4700.0,N,00900.0,E,,,010124,,,A\n")
        #expect(reading.damages.isEmpty)
        #expect(reading.fixes.count == 2)
    }

    @Test("a simulated receiver is read as it was meant")
    func simulated() throws {
        let from = try #require(Coordinate(latitude: -18.1416, longitude: 178.4419))
        let to = try #require(Coordinate(latitude: -17.8, longitude: -178.6))
        let drive = Drive(
            from: from, to: to, speedInKilometersPerHour: 3600,
            startingAt: try #require(Timestamp(parsing: "2026-11-20T23:58:00Z")))
        let states = Array(drive)
        let reading = try Reading(.nmea, states.flatMap { NMEAEpoch($0).bytes }, chunk: 1000)
        #expect(reading.fixes.count == states.count)
        for (fix, state) in zip(reading.fixes, states) {
            let meant = try #require(state.fix)
            #expect(fix.coordinate.distance(to: meant.coordinate) < 0.01)
            #expect(fix.timestamp == state.time)
            #expect(abs(try #require(fix.speed) - 1000) < 0.001)
            #expect(abs(try #require(fix.horizontalAccuracy) - 17.1) < 1e-9)
        }
    }
}
