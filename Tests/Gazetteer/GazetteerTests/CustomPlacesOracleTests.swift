import PlacemarkModel
import Testing

@testable import Gazetteer

/// The own layer, held against a scan of all features.
@Suite("Own layer, oracle")
struct CustomPlacesOracleTests {
    @Test("a lookup finds exactly what a scan of all features finds", arguments: World.allCases)
    func oracle(world: World) throws {
        var generator = SeededRandom(seed: 21)
        var (features, truths): ([CustomPlace], [Truth]) = ([], [])
        for (index, center) in world.coordinates(using: &generator).prefix(250).enumerated() {
            if index % 3 == 0 {
                let radius = [50, 5000, 300_000][index / 3 % 3] * Double.random(in: 0.5...1, using: &generator)
                features.append(
                    CustomPlace(name: "\(index)", shape: .circle(center: center, radiusInMeters: radius.rounded())))
                truths.append(.circle(center, radius.rounded()))
                continue
            }
            let stars = (0..<1 + index % 2).map { _ in
                Star(
                    center.jittered(by: 0.5, using: &generator), size: [0.01, 1, 20][index / 3 % 3],
                    hasHole: index % 4 == 1, using: &generator)
            }
            let polygons = stars.compactMap { $0.polygon() }
            guard polygons.count == stars.count else { continue }
            features.append(CustomPlace(name: "\(index)", shape: .polygons(polygons)))
            truths.append(.stars(stars))
        }
        let layer = try CustomPlacesInMemory(features)
        #expect(layer.places.faults() == [])

        var queries = [Coordinate(90, 0), Coordinate(-90, 0), Coordinate(0, 180), Coordinate(0, -180)]
        for truth in truths {
            switch truth {
            case .circle(let center, _): queries += [center, center.jittered(by: 2, using: &generator)]
            case .stars(let stars):
                let corner = try #require(stars[0].rings[0].randomElement(using: &generator))
                let vertex = Coordinate(Double(corner.y) / 1e7, Double(corner.x) / 1e7)
                queries += [vertex, vertex.jittered(by: 0.01, using: &generator)]
            }
        }
        queries += queries.prefix(100).map { Coordinate($0.latitude, $0.longitude < 0 ? -180 : 180) }
        queries += (0..<100).map { _ in Coordinate.random(using: &generator) }
        var hits = 0
        for query in queries {
            let expected = zip(features, truths).filter { $1.contains(query) }.map(\.0.name)
            let found = layer.names(at: query)
            #expect(found.sorted() == expected.sorted(), "\(query)")
            let areas = found.compactMap { name in features.first { $0.name == name }?.areaInSquareMeters }
            #expect(areas == areas.sorted(), "not the smallest first: \(found)")
            hits += found.count
        }
        #expect(hits > 0)
    }

    @Test("the point that stands for a feature lies in it", arguments: [World.random, .poles, .antimeridian])
    func innerPoint(world: World) throws {
        var generator = SeededRandom(seed: 5)
        for (index, center) in world.coordinates(using: &generator).prefix(400).enumerated() {
            let star = Star(center, size: [0.001, 0.1, 10][index % 3], hasHole: index % 2 == 0, using: &generator)
            guard let polygon = star.polygon() else { continue }
            let feature = CustomPlace(name: "a", shape: .polygons([polygon]))
            #expect(star.contains(feature.coordinate), "\(feature.coordinate) of \(star)")
        }
    }
}
