@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("The index of regions")
struct RegionIndexTests {
    private static func boxes(_ count: Int, _ random: inout SeededRandom) -> [GeoBox] {
        (0..<count).map { number in
            // A third are small, and close to the antimeridian, on both sides of it.
            guard number % 3 != 0 else {
                return GeoBox(
                    center: RegionShapes.near(coordinate(0, 180), within: 60_000, using: &random),
                    radiusInMeters: Double.random(in: 1...2000, using: &random))
            }
            let center = RegionShapes.anywhere(using: &random)
            let radius = Double.random(in: 1...(number % 5 == 0 ? 1_000_000 : 50_000), using: &random)
            return GeoBox(center: center, radiusInMeters: radius)
        }
    }

    @Test(
        "finds what a look at every box finds, at the antimeridian and the poles too (faults 15 and 16)",
        arguments: [0, 1, 16, 17, 256, 257, 5000])
    func againstEveryBox(count: Int) {
        var random = SeededRandom(seed: UInt64(count))
        let boxes = Self.boxes(count, &random)
        let index = RegionIndex(boxes.map { [$0] })
        var found: [Int] = []
        var total = 0
        for round in 0..<400 {
            var start = RegionShapes.anywhere(using: &random)
            if round % 5 == 0 { start = RegionShapes.near(coordinate(0, 180), within: 60_000, using: &random) }
            if round % 50 == 0 { start = coordinate(90, start.longitude) }
            let end = round % 2 == 0 ? start : RegionShapes.near(start, within: 20_000, using: &random)
            let query = GeoBox(from: start, to: end)
            index.find(query, into: &found)
            let truth = boxes.indices.filter { Self.overlaps(boxes[$0], query) }
            #expect(found == truth, "count and seed \(count)")
            total += truth.count
        }
        #expect(count < 256 || total > 50)
    }

    /// Compares longitudes as angles, without splitting anything.
    private static func overlaps(_ a: GeoBox, _ b: GeoBox) -> Bool {
        guard a.south <= b.north, b.south <= a.north else { return false }
        func eastward(_ from: Double, _ to: Double) -> Double {
            let turn = (to - from).truncatingRemainder(dividingBy: 360)
            return turn < 0 ? turn + 360 : turn
        }
        return eastward(a.west, b.west) <= a.width || eastward(b.west, a.west) <= b.width
    }

    @Test("a box round a circle holds the whole circle, to GeographicLib's own distances")
    func boxesHoldCircles() {
        var random = SeededRandom(seed: 9)
        for _ in 0..<3000 {
            let center = RegionShapes.anywhere(using: &random)
            let radius = Double.random(in: 1...1_000_000, using: &random)
            let box = GeoBox(center: center, radiusInMeters: radius)
            let point = Coordinate(
                clampingLatitude: center.latitude + Double.random(in: -10...10, using: &random),
                wrappingLongitude: center.longitude + Double.random(in: -30...30, using: &random))
            // `distance` is held against GeographicLib in GeodesyTests.
            if center.distance(to: point) <= radius { #expect(box.holds(point), "\(center) \(radius) \(point)") }
        }
    }
}
