import PlacemarkModel
import Testing

@testable import GPSD

@Suite struct CompassSentencesTests {
    /// As gpsd passes it on, without the end of the line.
    private func reading(_ line: String, of sentences: CompassSentences = CompassSentences()) -> CompassReading? {
        sentences.reading(Array(line.utf8)[...], device: "/dev/ttyUSB0", at: at(7))
    }

    @Test(
        "what a magnetic compass sends is heard, with the deviation and the declination that it knows",
        arguments: [
            // A B&G Zeus, in gpsd's own recording of one.
            ("$SDHDG,228.5,,,1.3,E*3A\r", 228.5, nil, 1.3), ("$SDHDG,230.0,,,1.3,E*36\r", 230, nil, 1.3),
            ("$HCHDG,98.3,0.0,E,12.6,W*57\r", 98.3, 0, -12.6), ("$IIHDG,101.1,,,7.1,W*37\r", 101.1, nil, -7.1),
            ("$HCHDG,360.0,2.0,W,,*3C\r", 0, -2, nil), ("$HCHDM,98.3,M*1B\r", 98.3, nil, nil),
            ("$IIHDM,101.1,M*23", 101.1, nil, nil),
        ] as [(String, Double, Double?, Double?)])
    func magnetic(line: String, degrees: Double, deviation: Double?, declination: Double?) {
        let expected = CompassReading(
            degrees, from: .magnetic, deviation: deviation, declination: declination, receivedAt: at(7),
            device: "/dev/ttyUSB0")
        #expect(reading(line) == expected)
    }

    @Test(
        "a sentence that is damaged, cut, too long or without a checksum, or no direction, is nothing (fault 4)",
        arguments: [
            "$HCHDG,98.3,0.0,E,12.6,W*58\r", "$HCHDG,93.8,0.0,E,12.6,V*57\r", "$HCHDG,98.3,0.0,E,12.6,W*5\r",
            "$HCHDG,98.3,0.0,E,12.6,W*\r", "$HCHDG,98.3,0.0,E,12.6,W\r", "$HCHDG,98.3,0.0,E", "$HCHDG", "$HC", "$", "",
            "$HCHDG,98.3,0.0,E,12.6,W,\(String(repeating: "0", count: 60))*7B\r", "$HCHDG,,,,,*6C\r",
            "$HCHDG,361.0,,,,*46\r", "$HCHDG,-1.0,,,,*6E\r", "$HCHDM,,M*07\r", "$HCHDM,nan,M*66\r",
            "$HCHDG,9e999,,,,*09\r", "$HCHDG,0x10,,,,*25\r",
        ])
    func damaged(line: String) { #expect(reading(line) == nil, "\(line)") }

    @Test(
        "what gpsd makes reports of is left to them",
        arguments: [
            "$HCHDT,98.3,T*1B\r", "$PHDG,98.3*2B\r",
            "$GPRMC,202401.000,A,3719.908000,N,12201.872000,W,19.4,81.0,201126,,,A*7A\r",
        ])
    func others(line: String) { #expect(reading(line) == nil) }

    @Test("from a gpsd that reports headings from magnetic north itself, HDM is not heard twice, and HDG is")
    func laterRelease() {
        var sentences = CompassSentences()
        sentences.heard(ATT(heading: 98.3))
        #expect(reading("$HCHDM,98.3,M*1B", of: sentences)?.degrees == 98.3)
        sentences.heard(ATT(magneticHeading: 98.3))
        sentences.heard(ATT(heading: 98.3))
        #expect(reading("$HCHDM,98.3,M*1B", of: sentences) == nil)
        #expect(reading("$HCHDG,98.3,0.0,E,12.6,W*57", of: sentences)?.degrees == 98.3)
    }
}
