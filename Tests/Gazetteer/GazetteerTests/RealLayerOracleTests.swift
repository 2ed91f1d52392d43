import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// The layers of the world file, which are simplified and indexed, beside the polygons of their sources, which are not.
@Suite("Real layers and their sources", .enabled(if: RealSources.areThere))
struct RealLayerOracleTests {
    /// How many points were told alike, and which were not.
    private struct Comparison {
        var alike = 0
        var inside = 0
        var different: [(point: SourcePoint, told: String?, expected: String?)] = []

        mutating func add(_ point: SourcePoint, told: String?, expected: String?) {
            if told == expected { alike += 1 } else { different.append((point, told, expected)) }
            if expected != nil { inside += 1 }
        }

        /// What differs must be this near to a border, and little.
        func check(_ oracles: [SourceOracle], metersOff: Double, share: Double) {
            let total = alike + different.count
            #expect(inside > 100)
            #expect(Double(different.count) <= share * Double(total), "\(different.count) of \(total)")
            for (point, told, expected) in different {
                let coordinate = Coordinate(point)
                let (x, y, _) = coordinate.unitVector
                let distance =
                    oracles.map {
                        $0.distanceToBorder(from: point, metersPerUnitEast: 0.011_132 * (x * x + y * y).squareRoot())
                    }.min() ?? .infinity
                #expect(
                    distance <= metersOff, "\(coordinate): \(told ?? "nothing") instead of \(expected ?? "nothing")")
            }
        }
    }

    private func layer(_ keyPath: KeyPath<WorldLayers, BoundariesLayer?>) throws -> (Gazetteer, BoundariesLayer) {
        let gazetteer = try RealWorld.gazetteer
        return (gazetteer, try #require(gazetteer.world[keyPath: keyPath]))
    }

    @Test("zones: the smallest of those that hold a point, off by less than the simplification")
    func zones() throws {
        let oracle = try RealSources.zones
        let (gazetteer, layer) = try layer(\.zones)
        defer { withExtendedLifetime(gazetteer) {} }
        var generator = SeededRandom(seed: 1)
        var comparison = Comparison()
        let areas = oracle.boundaries.map(\.areaInSquareMeters)
        for point in oracle.points(240, within: 0.0003...0.02, using: &generator) {
            let smallest = oracle.boundaries(containing: point).min { areas[$0] < areas[$1] }
            let boundary = layer.boundary(at: GridPoint(Coordinate(point)))
            comparison.add(
                point, told: boundary.flatMap { layer.text(ZoneText.timeZone, ofBoundary: $0) },
                expected: smallest.map { oracle.boundaries[$0].name })
            if let boundary, let smallest,
                layer.text(ZoneText.timeZone, ofBoundary: boundary) == oracle.boundaries[smallest].name
            {
                #expect(
                    CountryCode.letters(layer.country(ofBoundary: boundary))
                        == oracle.boundaries[smallest].isoCountryCode)
            }
        }
        comparison.check([oracle], metersOff: 1_100, share: 0.06)
    }

    @Test("states: in the country of the polygon, and one name for each polygon")
    func states() throws {
        let oracle = try RealSources.states
        let (gazetteer, layer) = try layer(\.states)
        defer { withExtendedLifetime(gazetteer) {} }
        var generator = SeededRandom(seed: 2)
        var comparison = Comparison()
        for point in oracle.points(600, within: 0.001...0.02, using: &generator) {
            let sources = oracle.boundaries(containing: point)
            guard sources.allSatisfy({ oracle.boundaries[$0].isoCountryCode != nil }) else { continue }
            let boundary = layer.boundary(at: GridPoint(Coordinate(point)))
            comparison.add(
                point, told: boundary.flatMap { CountryCode.letters(layer.country(ofBoundary: $0)) },
                expected: sources.first.flatMap { oracle.boundaries[$0].isoCountryCode })
        }
        // Borders between countries are coarse here: which country it is, the zones tell.
        comparison.check([oracle], metersOff: 2_500, share: 0.15)
        // Points well inside of some polygons: the same state for all of one.
        var polygonsWithPoints = 0
        for boundary in stride(from: 0, to: oracle.boundaries.count, by: 150) {
            var names: Set<String?> = []
            for point in oracle.boundaries[boundary].rings.joined().prefix(4) {
                guard
                    let near = SourcePoint(
                        longitudeUnits: Int(point.longitude) + .random(in: -300_000...300_000, using: &generator),
                        latitudeUnits: Int(point.latitude) + .random(in: -300_000...300_000, using: &generator)),
                    oracle.boundaries(containing: near) == [boundary],
                    oracle.distanceToBorder(from: near, metersPerUnitEast: 0.005) > 1_100
                else { continue }
                let found = layer.boundary(at: GridPoint(Coordinate(near)))
                names.insert(found.flatMap { layer.text(StateText.name, ofBoundary: $0) })
            }
            if !names.isEmpty { polygonsWithPoints += 1 }
            #expect(names.count <= 1, "\(oracle.boundaries[boundary].name): \(names)")
        }
        // Of thirty polygons most are large enough.
        #expect(polygonsWithPoints >= 10)
    }

    @Test(
        "counties: the first of those that hold a point; most have its name or a longer form of it, others an English one"
    )
    func counties() throws {
        let oracle = try RealSources.counties
        let (gazetteer, layer) = try layer(\.counties)
        defer { withExtendedLifetime(gazetteer) {} }
        var generator = SeededRandom(seed: 3)
        var comparison = Comparison()
        var (unnamed, renamed) = (0, 0)
        for point in oracle.points(400, within: 0.003...0.05, using: &generator) {
            let expected = oracle.boundaries(containing: point).first.map { oracle.boundaries[$0].name }
            let boundary = layer.boundary(at: GridPoint(Coordinate(point)))
            // Where the source has no counties, or not these, there is land without a name.
            if let boundary, layer.text(CountyText.name, ofBoundary: boundary) == nil {
                unnamed += 1
                continue
            }
            // The layer has the counties in the order of the source.
            let source = boundary.map { oracle.boundaries[$0].name }
            comparison.add(point, told: source, expected: expected == "" ? nil : expected)
            let name = boundary.flatMap { layer.text(CountyText.name, ofBoundary: $0) }
            if let name, let source, !(name.lowercased() + " ").hasPrefix(source.lowercased() + " ") { renamed += 1 }
        }
        comparison.check([oracle], metersOff: 4_100, share: 0.1)
        // The territories of the United States are such land as well.
        #expect(unnamed < 50)
        #expect((1..<60).contains(renamed))
    }

    @Test("seas and lakes: the smallest of those that hold a point")
    func water() throws {
        let (seas, lakes) = (try RealSources.seas, try RealSources.lakes)
        let (gazetteer, layer) = try layer(\.water)
        defer { withExtendedLifetime(gazetteer) {} }
        var generator = SeededRandom(seed: 4)
        var comparison = Comparison()
        for point in seas.points(300, within: 0.003...0.1, using: &generator)
            + lakes.points(300, within: 0.003...0.03, using: &generator)
        {
            let found = [(seas, WaterKind.sea), (lakes, WaterKind.lake)].flatMap { oracle, kind in
                oracle.boundaries(containing: point).map { (oracle.boundaries[$0], kind) }
            }
            let smallest = found.min { $0.0.areaInSquareMeters < $1.0.areaInSquareMeters }
            let boundary = layer.boundary(at: GridPoint(Coordinate(point)))
            comparison.add(
                point,
                told: boundary.flatMap { boundary in
                    layer.text(WaterText.name, ofBoundary: boundary).map {
                        "\($0), \(layer.kind(ofBoundary: boundary))"
                    }
                },
                expected: smallest.map { "\($0.0.name), \($0.1.rawValue)" })
        }
        comparison.check([seas, lakes], metersOff: 3_500, share: 0.08)
    }
}
