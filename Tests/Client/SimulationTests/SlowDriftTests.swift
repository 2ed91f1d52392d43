import LocationEngine
import PlacemarkModel
import Replay
import Simulation
import Testing

@testable import SimulationSupport

/// A box that moves so slowly that each fix is where the one before was.
@Suite("Slow drift")
struct SlowDriftTests {
    struct Drift: Sendable, CustomTestStringConvertible {
        let metersPerHour: Double
        let days: Int
        let period: Duration
        var testDescription: String { "\(metersPerHour) m/h" }

        static let all = [
            Drift(metersPerHour: 360, days: 1, period: .seconds(10)),
            Drift(metersPerHour: 60, days: 5, period: .seconds(30)),
        ]
    }

    @Test("a boat that drifts gets placemarks and filtered locations all the same", arguments: Drift.all)
    func notStarved(_ drift: Drift) throws {
        var settings = LocationMachine.Settings()
        settings.distanceFilterInMeters = 200
        settings.activity = .otherNavigation
        let start = BootInstant(sinceBoot: .seconds(100))
        var boat = FaultyReceiver(
            ReceiverModel(period: drift.period, sigmaInMeters: 3, givesVelocity: false),
            bootedAt: Timestamp(nanosecondsSinceEpoch: 1_795_204_800_000_000_000), meanTimeBetweenFaults: nil,
            at: start,
            seed: 1)
        var truth = GroundTruth(
            activity: .drift, coordinate: Coordinate(clampingLatitude: -17, wrappingLongitude: 179.97),
            altitudeInMeters: 0, speedInMetersPerSecond: drift.metersPerHour / 3600, courseInDegrees: 90)
        var manager = VirtualLocationManager(settings: settings, at: start) {
            SimulatedGeocoder.placemark(of: $0.coordinate)
        }
        // Where the boat was, in metres from the start, at each of them.
        var placemarks: [Double] = []
        var locations: [Double] = []
        let step = truth.speedInMetersPerSecond * drift.period.inSeconds
        let count = Int(Double(drift.days) * 86_400 / drift.period.inSeconds)
        for index in 0..<count {
            let now = start.advanced(by: drift.period * index)
            truth.coordinate = truth.coordinate.shifted(towards: 90, byMeters: step)
            var reports: [SourceEvent] = []
            boat.tick(at: now, truth: truth, into: &reports)
            for report in reports {
                manager.handle(.source(report), at: now) { publication in
                    for event in publication.events {
                        switch event.kind {
                        case .placemark: placemarks.append(step * Double(index))
                        case .location: locations.append(step * Double(index))
                        default: break
                        }
                    }
                }
            }
        }
        let way = step * Double(count)
        #expect(way > 7000)
        // 1000 m and the errors of two fixes; the filter, and what counts as rest.
        for (points, longest) in [(placemarks, 1050.0), (locations, 350)] {
            let gaps = zip([0] + points, points + [way]).map { $1 - $0 }
            #expect(gaps.allSatisfy { $0 < longest }, "\(gaps.max() ?? 0) m of \(longest) m")
        }
        // And not for each fix, either, nor each time that the drift looks like rest: two more than without stops.
        #expect(placemarks.count <= Int(way / 950) + 1 + 2)
    }
}
