import PlacemarkModel
import Testing

@testable import Simulation

@Suite struct NMEAEpochTests {
    @Test(
        "the checksum is that of sentences from the literature",
        arguments: [
            ("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "47"),
            ("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W", "6A"),
            ("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1", "39"), ("GPGLL,4916.45,N,12311.12,W,225444,A,", "1D"),
            ("P", "50"), ("\u{1}", "01"),
        ])
    func checksum(body: String, expected: String) {
        #expect(NMEASentence(body).description == "$\(body)*\(expected)\r\n")
    }

    private func epoch(_ latitude: Double, _ longitude: Double, course: Double? = 81.25, altitude: Double? = 72.5)
        throws -> [String]
    {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let time = try #require(Timestamp(parsing: "2026-11-20T20:04:09.050Z"))
        let fix = ReceiverState.Fix(
            coordinate: coordinate, altitudeInMeters: altitude, geoidSeparationInMeters: -30.25,
            speedInMetersPerSecond: 10, courseInDegrees: course, hdop: 0.9, satellites: 4)
        return NMEAEpoch(ReceiverState(time: time, fix: fix)).sentences.map(\.body)
    }

    @Test("an epoch is written as receivers write it")
    func epoch() throws {
        #expect(
            try epoch(37.3318, -122.0312) == [
                "GPGGA,200409.050,3719.908000,N,12201.872000,W,1,04,0.90,72.50,M,-30.25,M,,",
                "GPGSA,A,3,01,02,03,04,,,,,,,,,1.44,0.90,1.13",
                "GPRMC,200409.050,A,3719.908000,N,12201.872000,W,19.4384,81.25,201126,,,A",
            ])
    }

    @Test("an epoch without a fix has neither position nor speed")
    func noFix() throws {
        let time = try #require(Timestamp(parsing: "2026-01-02T03:04:05Z"))
        #expect(
            NMEAEpoch(ReceiverState(time: time, fix: nil)).sentences.map(\.body) == [
                "GPGGA,030405.000,,,,,0,00,,,M,,M,,", "GPGSA,A,1,,,,,,,,,,,,,,,", "GPRMC,030405.000,V,,,,,,,020126,,,N",
            ])
    }

    @Test("a fix in two dimensions has no altitude, and a standing box no course")
    func sparse() throws {
        let sentences = try epoch(1, 2, course: nil, altitude: nil)
        #expect(sentences[0].hasSuffix(",04,0.90,,M,,M,,"))
        #expect(sentences[1].hasPrefix("GPGSA,A,2,"))
        #expect(sentences[2].contains(",19.4384,,201126"))
    }

    @Test(
        "rounding never makes 60 minutes or 360 degrees",
        arguments: [
            (0, 0, 0, "0000.000000,N,00000.000000,E", "0.00"),
            (59.999_999_999_9, -179.999_999_999_9, 359.996, "6000.000000,N,18000.000000,W", "0.00"),
            (-90, 180, 359.99, "9000.000000,S,18000.000000,E", "359.99"),
            (-0.000_000_1, 9.5, 0.004, "0000.000006,S,00930.000000,E", "0.00"),
        ])
    func rounding(latitude: Double, longitude: Double, course: Double, position: String, written: String) throws {
        let sentence = try epoch(latitude, longitude, course: course)[2]
        #expect(sentence.contains(",\(position),19.4384,\(written),"))
    }
}
