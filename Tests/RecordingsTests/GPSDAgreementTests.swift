import Foundation
import PlacemarkCore
import Simulation
import TestSupport
import Testing

@testable import GPSD
@testable import Recordings

/// Our own reading of NMEA beside that of the real gpsd, on the recordings beside the checkout.
@Suite(.serialized) struct GPSDAgreementTests {
    private static let traces = SharedData.files(in: "traces", withExtension: "nmea")

    @Test(
        "a recording gives the fixes that gpsd makes of it, with the same accuracy",
        .enabled(if: !traces.isEmpty, "no recordings beside the checkout"), .timeLimit(.minutes(2)), arguments: traces)
    func agreement(file: URL) async throws {
        let ours = try Reading(.nmea, Array(try Data(contentsOf: file)), chunk: 65_536)
        let theirs = try await fixesOfGPSD(file)
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
            guard let their = theirs[our.timestamp] else { continue }
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

    /// The last fix that a real gpsd reports for each time.
    private func fixesOfGPSD(_ file: URL) async throws -> [Timestamp?: Location] {
        let receiver = try StubServer()
        let gpsd = try await RealGPSD(.device("tcp://127.0.0.1:\(receiver.port)"))
        // A recording in a second is a flood, of which nothing is to be dropped here.
        let provider = GPSDProvider(
            endpoint: GPSDEndpoint(host: "127.0.0.1", port: gpsd.port), limits: SilenceLimits(),
            bufferedEvents: 1_000_000, now: bootTime)
        let log = EventLog(provider.events())
        try await log.first("the connection") { $0 == .connected }
        let plug = try await receiver.accept()
        await plug.send(try Data(contentsOf: file))
        // A receiver at a place where none of the recordings has been marks the end.
        let end = try #require(Coordinate(latitude: -54.5, longitude: 3.375))
        let marker = Task {
            for second in 0... {
                let time = Timestamp(nanosecondsSinceEpoch: 1_795_206_289_000_000_000 + Int64(second) * 1_000_000_000)
                await plug.send(NMEAEpoch(ReceiverState(time: time, fix: .init(coordinate: end))).bytes)
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        defer { marker.cancel() }
        let (_, next) = try await log.first(within: .seconds(100), "the end of the recording") {
            if case .fix(let location) = $0 { location.coordinate.distance(to: end) < 1 } else { false }
        }
        var fixes: [Timestamp?: Location] = [:]
        for case .fix(let fix) in await log.events[..<(next - 1)] where fix.timestamp != nil {
            fixes[fix.timestamp] = fix
        }
        return fixes
    }

    @Sendable private func bootTime() -> BootInstant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootInstant(sinceBoot: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
}
