import PlacemarkModel
import Testing

@testable import LocationEngine

@Suite("Which beacon locates the box, and how accurately")
struct BeaconLocatorTests {
    private static func sighting(
        _ reach: Double, _ region: String = "garage", radius: Double = 10, north meters: Double = 0, at second: Double
    ) throws -> BeaconSighting {
        let shape = Region.Shape.circle(center: north(meters, of: cupertino), radiusInMeters: radius)
        return BeaconSighting(
            region: region, ground: try #require(BeaconGround(shape)), reachInMeters: reach, heardAt: at(second),
            end: at(second + 5))
    }

    @Test("the accuracy is the region's radius and the reach, rounded up: at once to more, to less when it is sure")
    func steps() throws {
        var locator = BeaconLocator()
        var accuracies: [Double?] = []
        for (second, reach) in [1.2, 2.5, 1.9, 1.1, 1, 900, 2000, 3].enumerated() {
            locator.update([try Self.sighting(reach, at: Double(second))], limit: 10_000, at: at(Double(second)))
            accuracies.append(locator.place?.location.horizontalAccuracy)
        }
        #expect(accuracies == [12, 15, 15, 15, 12, 1010, 1010, 20])
    }

    @Test("of two regions the nearer one counts; another only when it is clearly nearer for three seconds on end")
    func rivals() throws {
        var locator = BeaconLocator()
        var regions: [String?] = []
        // Reaches of the other region, while the first one's stays at 20 m with a radius of 10 m.
        for (second, reach) in [25.0, 12, 4, 4, 12, 4, 4, 4, 4, 30].enumerated() {
            let now = Double(second)
            locator.update(
                [try Self.sighting(20, "a", at: now), try Self.sighting(reach, "b", north: 500, at: now)], limit: 1000,
                at: at(now))
            regions.append(locator.place?.region)
        }
        #expect(regions == ["a", "a", "a", "a", "a", "a", "a", "a", "b", "b"])
        locator.update([try Self.sighting(20, "a", at: 11)], limit: 1000, at: at(11))
        #expect(locator.place?.region == "a", "the other one is gone")
    }

    @Test("beside a beacon for an hour of fading, the accuracy changes seldom, and holds")
    func fading() throws {
        for distance in [1.0, 3, 8] {
            var (walk, locator) = (BeaconWalk(seed: 7), BeaconLocator())
            var beacon: RangedBeacon?
            var (changes, wrong, last) = (0, 0, Double?.none)
            for second in 0..<3600 {
                let strengths = (0..<10).compactMap { _ in walk.strength(atMeters: distance, after: 0.1) }
                let now = at(Double(second))
                let heard = BeaconObservation(
                    BeaconMonitorTests.garage, measuredPower: BeaconWalk.measuredPower, strengths: strengths)
                beacon?.heard(heard, at: now)
                let ranged = beacon ?? RangedBeacon(heard, at: now)
                beacon = ranged
                locator.update([try Self.sighting(ranged.reach(at: now), at: Double(second))], limit: 1000, at: now)
                let accuracy = try #require(locator.place?.location.horizontalAccuracy)
                if accuracy < distance + 10 { wrong += 1 }
                if let last, last != accuracy { changes += 1 }
                last = accuracy
            }
            #expect(wrong < 180, "in 5 of 100 seconds at most")
            #expect(changes < 120, "\(changes) changes in an hour at \(distance) m")
        }
    }

    @Test("a beacon of unknown strength is as far away as one can be heard at all")
    func unknownStrength() {
        #expect((150...250).contains(BeaconDistance.farthest(measuredPower: -59)))
        #expect(BeaconDistance.farthest(measuredPower: nil) == 1000)
        var beacon = RangedBeacon(
            BeaconObservation(BeaconMonitorTests.garage, measuredPower: -59, strengths: [-59]), at: at(0))
        #expect(beacon.reach(at: at(9)) < 5)
        #expect(beacon.reach(at: at(11)) > 150, "old strengths say nothing")
        beacon.heard(BeaconObservation(BeaconMonitorTests.garage), at: at(12))
        #expect(beacon.reach(at: at(12)) > 150)
    }

    @Test("the ground of a region is a circle that holds it, also across the antimeridian and round a pole")
    func ground() throws {
        let across = [(-17.0, 179.99), (-17, -179.99), (-17.02, -179.99), (-17.02, 179.99)].map { coordinate($0, $1) }
        let pole = [0.0, 90, 180, -90].map { coordinate(89.99, $0) }
        for ring in [across, pole] {
            let ground = try #require(BeaconGround(.polygons([.init(exterior: ring)])))
            #expect(ring.allSatisfy { ground.center.distance(to: $0) <= ground.radiusInMeters })
            #expect(ground.radiusInMeters < 2000)
        }
        #expect(BeaconGround(.unlocated) == nil)
    }
}
