public import LocationEngine
public import PlacemarkModel
import Simulation

/// Regions round a home: circles and polygons, small and large, near and far, of all kinds of reports.
public enum SimulatedRegions {
    /// - Parameter meters: none has its middle farther away.
    public static func around(_ home: Coordinate, within meters: Double, count: Int, seed: UInt64) -> [Region] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { number in
            let center = home.shifted(towards: random.number(in: 0...360), byMeters: random.number(in: 0...meters))
            let radius = random.magnitude(in: 50...max(100, meters / 4))
            return Region(
                identifier: "region \(number)",
                shape: random.happens(0.7)
                    ? .circle(center: center, radiusInMeters: radius)
                    : .polygons([polygon(around: center, radius, &random)]),
                notifyOnEntry: random.happens(0.9), notifyOnExit: random.happens(0.9),
                dwell: .seconds(random.choice([(0, weight: 3), (20, 1), (300, 1)])))
        }
    }

    /// Three to eight corners, now and then with a hole of half the size.
    private static func polygon(
        around center: Coordinate, _ radius: Double, _ random: inout SeededRandom
    ) -> Region.Polygon {
        let corners = 3 + Int(random.next() % 6)
        func ring(_ radius: Double) -> [Coordinate] {
            (0..<corners).map { center.shifted(towards: 360 * Double($0) / Double(corners), byMeters: radius) }
        }
        return Region.Polygon(exterior: ring(radius), holes: random.happens(0.3) ? [ring(radius / 2)] : [])
    }

    /// What a machine is told so that it watches these regions.
    public static func inputs(_ regions: [Region]) -> [LocationMachine.Input] { [.regions(RegionTable(regions))] }
}
