import PlacemarkModel
@testable import Publishing
import Testing

@Suite("Records of the track")
struct TrackRecordTests {
    @Test("the checksum is that of everybody else")
    func checksum() { #expect(Array("123456789".utf8).crc32 == 0xCBF4_3926) }

    @Test("a point comes back as it was, to a centimetre and a millisecond")
    func roundTrip() throws {
        let full = TrackPoint(
            coordinate: Coordinate(clampingLatitude: -37.3318001, wrappingLongitude: 179.9999999),
            time: .receiver(try #require(Timestamp(parsing: "2026-11-20T20:24:49.125Z"))), altitude: -430.25,
            speed: 12.34, horizontalAccuracy: 4.1, startsSegment: true)
        let bare = TrackPoint(
            coordinate: Coordinate(clampingLatitude: 90, wrappingLongitude: -180), time: .sinceBoot(.milliseconds(1500))
        )
        for point in [full, bare] {
            let record = TrackRecord.encode(point)
            #expect(record.count == TrackRecord.byteCount)
            #expect(TrackRecord.decode(record[...]) == point)
        }
    }

    @Test(
        "numbers that do not fit become the nearest that do", arguments: [1e300, -1e300, .infinity, -.infinity, .nan])
    func extremes(number: Double) throws {
        let point = TrackPoint(
            coordinate: Coordinate(clampingLatitude: 0, wrappingLongitude: 0), time: .sinceBoot(.seconds(-5)),
            altitude: number, speed: number, horizontalAccuracy: number)
        let decoded = try #require(TrackRecord.decode(TrackRecord.encode(point)[...]))
        #expect(decoded.time == .sinceBoot(.zero))
        if number == .infinity { #expect(decoded.speed == 655.34) }
    }

    @Test("whichever bit is flipped, the record is known to be damaged (fault 41)")
    func flipped() {
        let record = TrackRecord.encode(TrackPoint(coordinate: Snapshots.fix.coordinate, time: .sinceBoot(.seconds(1))))
        for bit in 0..<record.count * 8 {
            var damaged = record
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(TrackRecord.decode(damaged[...]) == nil)
        }
        #expect(TrackRecord.decode([UInt8](repeating: 0, count: 32)[...]) == nil)
        #expect(TrackRecord.decode(record.dropLast()) == nil)
    }
}

@Suite("What follows the word track")
struct TrackQueryTests {
    @Test("a duration, a time, clear, or nothing")
    func parsing() throws {
        #expect(try TrackQuery(parsing: "") == .all)
        #expect(try TrackQuery(parsing: "clear") == .clear)
        #expect(try TrackQuery(parsing: "since 1.5h") == .last(.seconds(5400)))
        #expect(
            try TrackQuery(parsing: "since 1970-01-01T00:00:01Z")
                == .since(Timestamp(nanosecondsSinceEpoch: 1_000_000_000)))
    }

    @Test(
        "anything else is a bad request that says what there is",
        arguments: [
            "since", "since yesterday", "since 2h ago", "clear all", "since -2h", "since 1e9d", "since 2026-11-20",
            "since .5h", "since 5.", "since 999999999999999d", "all", "since ١h",
        ])
    func bad(arguments: String) {
        let error = #expect(throws: RequestError.self) { try TrackQuery(parsing: arguments) }
        #expect(error?.sentence.hasPrefix("'track' takes 'clear'") == true)
    }
}
