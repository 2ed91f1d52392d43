import PlacemarkModel
import Testing

@testable import Recordings

/// Readers get whatever lies on a disk: nothing in it may trap, hang, or take memory without a bound.
@Suite struct RecordingDamageTests {
    private static let samples: [RecordingFormat: String] = [
        .nmea: sentence("GPRMC,083407.500,A,0117.7533,S,10351.1227,W,10.0,153.4,310524,,,A")
            + sentence("GPGGA,083407.500,0117.7533,S,10351.1227,W,1,08,1.2,21.3,M,-3.3,M,,")
            + sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,2.0,1.2,1.5") + sentence("GPVTG,1,T,2,M,3,N,4,K"),
        .gpsd: """
        {"class":"VERSION","release":"3.22"}
        {"class":"TPV","device":"/dev/x","mode":3,"time":"2026-11-20T20:24:49.000Z","lat":47.1,"lon":9.5,"eph":5.5}
        {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x","activated":"2026-11-20T20:24:48.000Z"}]}

        """,
        .gpx: """
        <gpx version="1.1"><trk><trkseg><trkpt lat="47.141" lon="9.521"><ele>455.5</ele>
        <time>2026-11-20T20:24:49Z</time></trkpt></trkseg></trk></gpx>
        """,
        .igc: "AXXX\nHFDTE311223\nI013638FXA\nB2359585206343N00006198WA0058700558004\n",
        .geoJSON: #"""
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"times":[1767225600,null]},
        "geometry":{"type":"LineString","coordinates":[[9.5,47.1,455],[9.6,47.2]]}}]}
        """#,
        .csv: "lat,lon,time,speed\n47.1,9.5,2026-01-01T00:00:00Z,\"1\"\n47.1,9.5,1767225600,2\n",
    ]

    @Test("a file that is cut off anywhere is read to there", arguments: RecordingFormat.allCases)
    func truncated(format: RecordingFormat) throws {
        let whole = Array(try #require(Self.samples[format]).utf8)
        #expect(try !Reading(format, whole).fixes.isEmpty)
        for count in 0...whole.count { _ = try Reading(format, Array(whole.prefix(count)), chunk: 50) }
    }

    @Test("pieces of any size make the same of it", arguments: RecordingFormat.allCases)
    func pieces(format: RecordingFormat) throws {
        let whole = Array(try #require(Self.samples[format]).utf8)
        let expected = try Reading(format, whole, chunk: whole.count)
        for chunk in 1...20 {
            let reading = try Reading(format, whole, chunk: chunk)
            #expect(reading.events == expected.events && reading.damages == expected.damages)
        }
    }

    @Test(
        "a byte order mark and line ends of Windows change nothing", arguments: RecordingFormat.allCases)
    func windows(format: RecordingFormat) throws {
        let plain = try #require(Self.samples[format]).replacing("AXXX\n", with: "").replacing("\r\n", with: "\n")
        let reading = try Reading(format, "\u{feff}" + plain.replacing("\n", with: "\r\n"))
        let expected = try Reading(format, plain)
        #expect(reading.events == expected.events && !expected.fixes.isEmpty)
        #expect(reading.damages.isEmpty, "\(reading.damages)")
    }

    @Test("no change of bytes stops the program", arguments: RecordingFormat.allCases)
    func mutated(format: RecordingFormat) throws {
        let whole = Array(try #require(Self.samples[format]).utf8)
        for seed in 1...400 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[index] = Array("0123456789,.;\"-*$<>{}[]\n".utf8).randomElement(using: &random) ?? 0
                case 2: bytes.insert(contentsOf: bytes[index...].prefix(30), at: 0)
                default: bytes.removeSubrange(index..<min(bytes.count, index + 5))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            for fix in try Reading(format, bytes, chunk: 64).fixes {
                #expect(fix.horizontalAccuracy?.isFinite ?? true, "seed \(seed)")
                #expect(fix.altitude?.isFinite ?? true, "seed \(seed)")
                #expect(fix.speed?.isFinite ?? true, "seed \(seed)")
            }
        }
    }

    @Test("random bytes are in every format nothing", arguments: RecordingFormat.allCases)
    func noise(format: RecordingFormat) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            let bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(try Reading(format, bytes, chunk: 999).fixes.isEmpty, "seed \(seed)")
        }
    }

    @Test(
        "fault 25: a line without an end is skipped, and what follows is read",
        arguments: [.nmea, .igc] as [RecordingFormat])
    func longLine(format: RecordingFormat) throws {
        let sample = try #require(Self.samples[format])
        let reading = try Reading(format, "A" + String(repeating: "x", count: 300_000) + "\n" + sample, chunk: 4096)
        #expect(reading.damagedLines == [1] && reading.fixes.count == 1)
    }

    @Test("numbers beyond all bounds are absent")
    func hugeNumbers() throws {
        let reading = try Reading(
            .csv, "lat,lon,alt,accuracy,speed,time\n1,2,1e300,1e300,-5,99999999999999999999\n1,2,9e99,0,1e99,\n")
        #expect(reading.damagedLines == [2])
        let fix = try #require(reading.fixes.first)
        #expect(fix.altitude == nil && fix.horizontalAccuracy == nil && fix.speed == nil)
    }
}
