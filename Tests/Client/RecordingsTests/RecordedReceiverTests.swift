import Foundation
import LocationEngine
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// Recordings of real receivers, when they lie beside the checkout, through the real gpsd.
@Suite(.tags(.waits)) struct RecordedReceiverTests {
    /// How many fixes, and reports without a fix, gpsd 3.22 makes of each recording. It reports an epoch up to three
    /// times; another version may do so less often.
    private static let counts: [String: (fixes: Int, noFixes: Int)] = [
        "GPSmap-76S.log": (2, 14), "bt451.log": (18, 12), "bu303-nofix.log": (0, 7), "bundg_zeus_9.log": (2484, 0),
        "gp-320fw-2019-04-06-overflow.log": (26, 0), "nl2008u.log": (13, 0), "nmea-fuzzy-cases.log": (15, 0),
        "quectel-eg25-g.log": (76, 147), "sirf2.log": (615, 160), "ublox-glo.log": (291, 8),
        "drive-fukushima.nmea": (1048, 0), "drive-tokyo-fuji.nmea": (6048, 66), "hike-istria.nmea": (515, 0),
        "still-indoor-sg.nmea": (5930, 2007),
    ]

    private static let recordings =
        SharedData.files(in: "gpsd-logs", withExtension: "log") + SharedData.files(in: "traces", withExtension: "nmea")

    @Test(
        "every recording is read to its end, makes the known number of fixes, and loses none of them to the filter",
        .enabled(if: !recordings.isEmpty, "no recordings beside the checkout"), .timeLimit(.minutes(2)), .serialized,
        arguments: recordings)
    func recording(file: URL) async throws {
        let events = try await eventsOfGPSD(playing: file)
        let fixes = events.filter { if case .fix = $0 { true } else { false } }.count
        let noFixes = events.filter { if case .noFix = $0 { true } else { false } }.count
        if let expected = Self.counts[file.lastPathComponent] {
            #expect(abs(fixes - expected.fixes) <= 3 + expected.fixes / 20)
            #expect(abs(noFixes - expected.noFixes) <= 3 + expected.noFixes / 20)
        }
        #expect(!events.contains { if case .disconnected = $0 { true } else { false } })

        let rejections = Self.rejections(of: events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } })
        // gpsd reports an epoch up to three times. Everything else that a real receiver has said is good.
        #expect(Set(rejections.keys).isSubset(of: [.duplicate]), "\(rejections)")
    }

    /// Plays fixes through the filter, each at the moment that its own time tells. One without a time is of the epoch
    /// that follows.
    private static func rejections(of fixes: [Location]) -> [Rejection: Int] {
        var filter = FixFilter()
        var counts: [Rejection: Int] = [:]
        var now = BootInstant(sinceBoot: .seconds(1000))
        var last: Timestamp?
        for (index, var fix) in fixes.enumerated() {
            if let time = fixes[index...].lazy.compactMap(\.timestamp).first {
                if let last { now = now.advanced(by: max(.milliseconds(10), time.duration(since: last))) }
                last = time
            }
            fix.receivedAt = now
            if let rejection = filter.evaluate(fix, at: now) { counts[rejection, default: 0] += 1 }
        }
        return counts
    }
}
