import PlacemarkModel
import Testing

@testable import Recordings

@Suite struct IGCTests {
    @Test("a flight: date, extensions, fixes in two and three dimensions, and midnight")
    func flight() throws {
        let reading = try Reading(
            .igc,
            """
            AXXX001 a recorder
            HFDTEDATE:311223,01
            HFALGALTGPS:GEO
            I023638FXA3940SIU
            B2359585206343N00006198WA0058700558004
            B2359595206259S00006295EV0059300000012
            LXXX a comment
            B0000000000000N00000000EV0059300000000
            B0000015206259N00006295EA0059300560015
            """)
        #expect(
            reading.fixes.map(\.timestamp?.description) == [
                "2023-12-31T23:59:58Z", "2023-12-31T23:59:59Z", "2024-01-01T00:00:01Z",
            ])
        #expect(reading.noFixes == 1 && reading.damages.isEmpty)
        let fix = reading.fixes[0]
        #expect(abs(fix.coordinate.latitude - 52.105717) < 1e-6 && abs(fix.coordinate.longitude + 0.1033) < 1e-6)
        #expect(fix.horizontalAccuracy == 4 && fix.altitude == 558 && fix.ellipsoidalAltitude == nil)
        #expect(reading.fixes[1].coordinate.latitude < 0 && reading.fixes[1].mode == .twoDimensional)
        #expect(reading.fixes[1].horizontalAccuracy == 12)
    }

    @Test("the altitude is above the ellipsoid unless the recorder says otherwise; the old date has no colon")
    func ellipsoid() throws {
        let reading = try Reading(.igc, "AXXX\r\nHFDTE150624\r\nB1101355206343N00006198WA0058700558\r\n")
        #expect(reading.fixes.first?.ellipsoidalAltitude == 558 && reading.fixes.first?.altitude == nil)
        #expect(reading.fixes.first?.timestamp == Timestamp(parsing: "2024-06-15T11:01:35Z"))
    }

    @Test("damaged records are told with their line")
    func damage() throws {
        let reading = try Reading(
            .igc,
            """
            HFDTE320199
            B1101355206343N00006198W
            B1101355206343X00006198WA0058700558
            B2501355206343N00006198WA0058700558
            B1101355206343N00006198WA0058700558
            """)
        #expect(reading.damagedLines == [1, 2, 3, 4])
        #expect(reading.fixes.count == 1 && reading.fixes.first?.timestamp == nil)
    }
}
