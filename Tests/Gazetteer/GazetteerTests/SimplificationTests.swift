import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

@Suite("Simplification of borders")
struct SimplificationTests {
    /// A random walk near the equator, where a step of the grid is as long in both directions: 2.4 m.
    private func line(_ count: Int, using generator: inout SeededRandom) -> [GridPoint] {
        var point = GridPoint(x: 8_000_000, y: Grid.height / 2)
        return (0..<count).map { _ in
            point.x += .random(in: -20...40, using: &generator)
            point.y += .random(in: -30...30, using: &generator)
            return point
        }
    }

    private static let metersPerStep = 40_007_863 / Double(1 << 24)

    /// Square metres at the equator, where the lines of these tests are.
    private func triangle(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Double {
        let doubled = Double(b.x - a.x) * Double(c.y - a.y) - Double(c.x - a.x) * Double(b.y - a.y)
        return abs(doubled) / 2 * Self.metersPerStep * Self.metersPerStep
    }

    @Test(
        "no vertex is left whose triangle is smaller than it may be, and the ends stay",
        arguments: [0.0, 30, 100, 1000])
    func tolerance(meters: Double) throws {
        var generator = SeededRandom(seed: 5)
        let simplification = Simplification(toleranceInMeters: meters)
        for closes in [false, true] {
            for _ in 0..<20 {
                var points = line(200, using: &generator)
                if closes { points.append(points[0]) }
                guard let simple = simplification.simplified(points) else {
                    #expect(closes)
                    continue
                }
                #expect(simple.first == points.first && simple.last == points.last)
                var rest = points[...]
                for vertex in simple { rest = rest[try #require(rest.firstIndex(of: vertex))...] }
                let smallest = simplification.smallestTriangleInSquareMeters
                for index in simple.indices.dropFirst().dropLast() {
                    let area = triangle(simple[index - 1], simple[index], simple[index + 1])
                    // The lines lie within a few degrees of the equator, where a step east is a little shorter.
                    #expect(area >= smallest * 0.99)
                }
                if meters == 0 { #expect(simple == points) }
                if meters >= 100 { #expect(simple.count < points.count) }
            }
        }
    }

    @Test("a tiny ring vanishes, a thin one keeps its corners, and two points are left alone")
    func rings() throws {
        func ring(_ offsets: [(Int32, Int32)]) -> [GridPoint] {
            (offsets + [offsets[0]]).map { GridPoint(x: 8_000_000 + $0.0, y: Grid.height / 2 + $0.1) }
        }
        let hundred = Simplification(toleranceInMeters: 100)
        #expect(hundred.simplified(ring([(0, 0), (30, 0), (30, 20), (0, 20)])) == nil)
        // 2.4 km long, 240 m wide.
        let thin = try #require(
            hundred.simplified(ring([(0, 0), (500, 1), (1000, 0), (1000, 100), (500, 99), (0, 100)])))
        #expect(thin.first == thin.last && Set(thin).count <= 4)
        let two = [GridPoint(x: 5, y: 5), GridPoint(x: 6, y: 5)]
        #expect(hundred.simplified(two) == two)
    }

    @Test("triangles are measured in metres: east and west count less far north")
    func latitude() throws {
        func bulge(_ y: Int32) throws -> Int {
            let points = [(0, 0), (40, 500), (0, 1000)].map { GridPoint(x: 8_000_000 + $0.0, y: y + $0.1) }
            return try #require(Simplification(toleranceInMeters: 100).simplified(points)).count
        }
        // A triangle of 0.11 square kilometres at the equator, and of 0.02 at 80°.
        #expect(try bulge(Grid.height / 2) == 3)
        #expect(try bulge(Int32(170 * Grid.stepsPerDegree)) == 2)
    }
}
