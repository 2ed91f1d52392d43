import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

/// A box that stands still for a day near a border while its fixes dance (fault 13).
@Suite("Regions and jitter")
struct RegionJitterTests {
    /// The events of so many hours at one fix a second.
    private static func events(
        sigma: Double, told accuracy: Double, standing metersOutside: Double, of radius: Double, hours: Int,
        seed: UInt64
    ) -> Int {
        var random = SeededRandom(seed: seed)
        var monitor = RegionMonitor()
        let middle = coordinate(47, 9)
        let square = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].map {
            RegionShapes.offset(middle, north: $0.0 * radius, east: $0.1 * radius)
        }
        monitor.replace(
            files: RegionTable([RegionShapes.circle("circle", middle, radius), RegionShapes.polygon("square", square)]))
        let place = RegionShapes.offset(middle, north: radius + metersOutside, east: 0)
        return (0..<hours * 3600).reduce(0) { count, second in
            // Box and Muller, 1958.
            let length = sigma * (-2 * log(Double.random(in: 0x1p-60..<1, using: &random))).squareRoot()
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            let seen = RegionShapes.offset(place, north: length * cos(angle), east: length * sin(angle))
            return count + monitor.accepted(fix(seen, at: Double(second), accuracy: accuracy)).count
        }
    }

    @Test(
        "no event in a day, however near the border, with honest accuracies and with ones told too well (fault 13)",
        arguments: [5.0, 15, 30], [true, false])
    func standingStill(sigma: Double, isHonest: Bool) {
        // 2.448 σ is the radius that holds 95 %.
        let accuracy = isHonest ? 2.448 * sigma : 3
        for (number, distance) in [-3.0, -1.5, -0.5, 0, 0.5, 1, 1.5, 2, 3, 4].enumerated() {
            let seed = UInt64(number) + UInt64(sigma) * 100
            let events = Self.events(
                sigma: sigma, told: accuracy, standing: distance * sigma, of: 150, hours: number == 3 ? 24 : 2,
                seed: seed)
            #expect(events == 0, "\(events) events at \(distance) σ outside, seed \(seed)")
        }
    }

    @Test("the scatter is learnt while the box stands still, and not while it drives, turns round or walks a circle")
    func scatter() {
        func learnt(_ path: (Int) -> (north: Double, east: Double)) -> Double {
            var scatter = FixScatter()
            for second in 0..<120 {
                let (north, east) = path(second)
                scatter.accepted(
                    RegionShapes.offset(cupertino, north: north, east: east), at: at(Double(second)))
            }
            return scatter.radiusInMeters
        }
        var random = SeededRandom(seed: 6)
        func noise(_ sigma: Double) -> Double {
            // A sum of twelve uniform numbers is normal enough.
            (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * sigma
        }
        let still = learnt { _ in (noise(20), noise(20)) }
        #expect((40...75).contains(still), "\(still)")
        #expect(learnt { (Double($0) * 14 + noise(1), noise(1)) } == 0)
        #expect(learnt { (Double($0 < 60 ? $0 : 120 - $0) * 14, 0) } == 0)
        #expect(learnt { (15 * cos(Double($0) / 10), 15 * sin(Double($0) / 10)) } == 0)
        #expect(learnt { _ in (0, 0) } == 0)
    }

    @Test("what has been learnt fades to half in two minutes")
    func fading() {
        var scatter = FixScatter()
        for second in 0..<30 {
            scatter.accepted(north(second % 2 == 0 ? 20 : -20, of: cupertino), at: at(Double(second)))
        }
        let learnt = scatter.radiusInMeters
        #expect(learnt > 30)
        scatter.accepted(cupertino, at: at(29 + 120))
        #expect(abs(scatter.radiusInMeters - learnt / 2) < 0.01)
    }

    @Test("a long way without a gap does not change the scale: east-west scatter is as large in Hamburg as it is")
    func scaleOfTheLatitude() {
        func learnt(after way: [Coordinate]) -> Double {
            var scatter = FixScatter()
            for (second, place) in way.enumerated() { scatter.accepted(place, at: at(Double(second))) }
            for second in 0..<60 {
                let place = coordinate(53.55, 10 + (second % 2 == 0 ? 0.0003 : -0.0003))
                scatter.accepted(place, at: at(Double(way.count + second)))
            }
            return scatter.radiusInMeters
        }
        let fromNaples = (0...1000).map { coordinate(40.85 + 0.0127 * Double($0), 14.25 - 0.00425 * Double($0)) }
        #expect(abs(learnt(after: fromNaples) / learnt(after: []) - 1) < 0.001)
    }
}
