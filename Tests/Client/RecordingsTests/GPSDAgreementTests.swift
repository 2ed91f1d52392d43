import Foundation
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@testable import Recordings

/// Our own reading of NMEA beside that of the real gpsd, on the recordings beside the checkout.
@Suite(.serialized, .tags(.waits)) struct GPSDAgreementTests {
    private static let traces = SharedData.files(in: "traces", withExtension: "nmea")

    @Test(
        "a recording gives the fixes that gpsd makes of it, with the same accuracy",
        .enabled(if: !traces.isEmpty, "no recordings beside the checkout"), .timeLimit(.minutes(2)), arguments: traces)
    func agreement(file: URL) async throws {
        let ours = try Reading(.nmea, Array(try Data(contentsOf: file)), chunk: 65_536)
        // The last one that gpsd reports for each time.
        var theirs: [Timestamp: Location] = [:]
        for case .fix(let fix) in try await eventsOfGPSD(playing: file) {
            if let time = fix.timestamp { theirs[time] = fix }
        }
        #expect(theirs.count <= ours.fixes.count)
        var compared = 0
        var before: Location?
        // The first epochs come before gpsd knows where one ends.
        for event in ours.events.dropFirst(2) {
            guard case .fix(let our) = event else {
                before = nil
                continue
            }
            defer { before = our }
            guard let their = our.timestamp.flatMap({ theirs[$0] }) else { continue }
            compared += 1
            #expect(our.coordinate.distance(to: their.coordinate) < 0.1, "\(String(describing: our.timestamp))")
            #expect(our.mode == their.mode)
            // gpsd writes three decimals.
            expectEqual(our.horizontalAccuracy, their.horizontalAccuracy, within: 0.001)
            expectEqual(our.altitude, their.altitude, within: 0.001)
            // gpsd makes it at the GGA, before it hears this epoch's GSA, and so of the epoch before.
            if let before { expectEqual(before.verticalAccuracy, their.verticalAccuracy, within: 0.001) }
        }
        #expect(compared >= ours.fixes.count - 3 - ours.fixes.count / 100, "\(compared) of \(ours.fixes.count)")
    }

    private func expectEqual(_ our: Double?, _ their: Double?, within tolerance: Double) {
        let isEqual = our == their || abs((our ?? .infinity) - (their ?? -.infinity)) <= tolerance
        #expect(isEqual, "\(String(describing: our)) is not \(String(describing: their))")
    }
}
