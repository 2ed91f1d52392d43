import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

@Suite("Boundaries by polygon")
struct BoundariesLayerTests {
    @Test("Small overlapping boundaries: every vertex, edge and neighbourhood agrees with the even-odd rule")
    func smallBoundaries() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SeededRandom(seed: seed)
            // Inside one root cell nothing is cut, so everything is exact. Coarse coordinates give many coincidences.
            let cell = GridPoint(x: 300 * Grid.cellSide, y: 200 * Grid.cellSide)
            let boundaries = DrawnBoundaries(
                rings: (0..<9).map { _ in
                    [
                        (0..<Int.random(in: 3...8, using: &generator)).map { _ in
                            GridPoint(
                                x: cell.x + .random(in: 0...24, using: &generator) + 8,
                                y: cell.y + .random(in: 0...24, using: &generator) + 8)
                        }
                    ]
                })
            let memory = try boundaries.layer()
            let layer = try #require(memory.layer)
            for x in 0..<48 as Range<Int32> {
                for y in 0..<48 as Range<Int32> {
                    let position = GridPoint(x: cell.x + x, y: cell.y + y)
                    #expect(
                        layer.boundary(at: position) == boundaries.boundary(at: position), "seed \(seed), \(x), \(y)")
                }
            }
        }
    }

    @Test(
        "Large boundaries over many cells agree with the even-odd rule away from the cuts",
        arguments: 1...6 as ClosedRange<UInt64>)
    func largeBoundaries(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let boundaries = DrawnBoundaries(
            rings: (0..<12).map { _ in
                let centre = GridPoint(
                    x: .random(in: 0..<Grid.width, using: &generator),
                    y: .random(in: 0..<Grid.height, using: &generator))
                let size = Double.random(in: 3_000...1_500_000, using: &generator)
                return [DrawnBoundaries.star(at: centre, radius: size / 2...size, corners: 40, using: &generator)]
            })
        let memory = try boundaries.layer()
        let layer = try #require(memory.layer)
        var hits = 0
        for _ in 0..<6_000 {
            let position = GridPoint(
                x: .random(in: 0..<Grid.width, using: &generator), y: .random(in: 0..<Grid.height, using: &generator))
            let expected = boundaries.boundary(at: position)
            guard layer.boundary(at: position) != expected else {
                hits += expected == nil ? 0 : 1
                continue
            }
            #expect(boundaries.isNearEdge(position), "seed \(seed), \(position)")
        }
        #expect(hits > 30)
    }

    @Test("Neighbours share their border, and nothing lies between them, however it is simplified")
    func partition() throws {
        var generator = SeededRandom(seed: 7)
        let side: Int32 = 50_000
        // A board of fields whose corners are moved, drawn with the same corners by all neighbours.
        func corner(_ column: Int, _ row: Int) -> GridPoint { corners[row * 13 + column] }
        let corners = (0..<169).map { index in
            GridPoint(
                x: 8_000_000 + Int32(index % 13) * side + .random(in: -20_000...20_000, using: &generator),
                y: 4_000_000 + Int32(index / 13) * side + .random(in: -20_000...20_000, using: &generator))
        }
        let fields = (0..<144).map { index in
            let (row, column) = (index / 12, index % 12)
            return [
                [
                    corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1),
                ]
            ]
        }
        let borders = Topology.borders(ofRings: fields)
        #expect(borders.count == 2 * 12 * 13 - 4)  // each edge of a field once; the four corners of the board join two
        let records = fields.indices.map { BoundaryRecord(country: CountryCode.none, texts: ["\($0)"]) }
        let memory = LayerInMemory(try BoundaryShapes(borders: borders).layer(records))
        let layer = try #require(memory.layer)
        for _ in 0..<20_000 {
            let position = GridPoint(
                x: .random(in: 8_020_000..<8_580_000, using: &generator),
                y: .random(in: 4_020_000..<4_580_000, using: &generator))
            #expect(layer.boundary(at: position) != nil)
        }
    }

    @Test("A record that does not fit the format is named, with what was expected")
    func unfitRecords() throws {
        let shapes = try BoundaryShapes.rectangles([(0, 0, 1, 1), (1, 0, 2, 1)])
        let good = BoundaryRecord(country: 0, texts: ["A", nil, String(repeating: "é", count: 127) + "x"])
        #expect(try shapes.layer([good, good]).count > 0)
        let four = BoundaryRecord(country: 0, texts: ["B", "b", "c", "d"])
        #expect(throws: UnfitBoundaries.unfitRecord(number: 2, name: "B", expected: "at most 3 texts, not 4")) {
            try shapes.layer([good, four])
        }
        let name = String(repeating: "é", count: 128)
        let error = #expect(throws: UnfitBoundaries.self) {
            try shapes.layer([BoundaryRecord(country: 0, texts: [name]), good])
        }
        #expect(error?.description == "boundary 1 (\(name)): expected texts of at most 255 bytes, not \"\(name)\"")
        let many = [BoundaryRecord](repeating: good, count: 65_536)
        #expect(throws: UnfitBoundaries.tooMany(count: 65_536)) { try shapes.layer(many) }
        #expect(UnfitBoundaries.tooMany(count: 65_536).description == "expected at most 65535 boundaries, not 65536")
    }

    @Test("The first of overlapping boundaries wins; a hole is outside; texts and codes come back")
    func priority() throws {
        func square(_ x: Int32, _ y: Int32, _ side: Int32) -> [GridPoint] {
            [(0, 0), (side, 0), (side, side), (0, side)].map { GridPoint(x: x + $0.0, y: y + $0.1) }
        }
        let rings = [
            [square(100_000, 100_000, 50_000)],
            [square(90_000, 90_000, 200_000), square(200_000, 200_000, 10_000)],
        ]
        let records = [
            BoundaryRecord(
                country: CountryCode.packed("LI") ?? 0, kind: 3, texts: ["Liechtenstein", nil, "Europe/Vaduz"]),
            BoundaryRecord(country: CountryCode.packed("CH") ?? 0, texts: ["Schweiz"]),
        ]
        let memory = LayerInMemory(
            try BoundaryShapes(borders: Topology.borders(ofRings: rings)).layer(records))
        let layer = try #require(memory.layer)
        #expect(layer.boundary(at: GridPoint(x: 120_000, y: 120_000)) == 0)
        #expect(layer.boundary(at: GridPoint(x: 95_000, y: 95_000)) == 1)
        #expect(layer.boundary(at: GridPoint(x: 205_000, y: 205_000)) == nil)
        #expect(layer.boundary(at: GridPoint(x: 80_000, y: 95_000)) == nil)
        #expect(layer.text(0, ofBoundary: 0) == "Liechtenstein")
        #expect(layer.text(1, ofBoundary: 0) == nil)
        #expect(layer.text(2, ofBoundary: 0) == "Europe/Vaduz")
        #expect(CountryCode.letters(layer.country(ofBoundary: 0)) == "LI")
        #expect(layer.kind(ofBoundary: 0) == 3)
        #expect(layer.text(0, ofBoundary: 2) == nil)
    }

    @Test("Poles and the antimeridian belong to the boundaries that reach them")
    func edgesOfTheWorld() throws {
        let (half, width, height) = (Grid.width / 2, Grid.width, Grid.height)
        func ring(_ x: Int32, _ right: Int32) -> [[GridPoint]] {
            [
                [
                    GridPoint(x: x, y: 0), GridPoint(x: right, y: 0), GridPoint(x: right, y: height),
                    GridPoint(x: x, y: height),
                ]
            ]
        }
        let memory = try DrawnBoundaries(rings: [ring(0, half), ring(half, width)]).layer()
        let layer = try #require(memory.layer)
        for (latitude, longitude, boundary) in [
            (90.0, -10.0, 0), (-90, -10, 0), (90, 10, 1), (-90, 10, 1), (0, -180, 0), (0, 179.999_999, 1), (0, 180, 0),
            (12, 0, 1), (12, -0.000_001, 0),
        ] {
            let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
            #expect(layer.boundary(at: GridPoint(coordinate)) == boundary, "\(latitude), \(longitude)")
        }
    }

    @Test("The same boundaries give the same bytes")
    func deterministic() throws {
        var generator = SeededRandom(seed: 3)
        let rings = (0..<30).map { _ in
            [
                DrawnBoundaries.star(
                    at: GridPoint(
                        x: .random(in: 0..<Grid.width, using: &generator),
                        y: .random(in: 0..<Grid.height, using: &generator)),
                    radius: 10_000...100_000, corners: 30, using: &generator)
            ]
        }
        let first = try DrawnBoundaries(rings: rings).layer()
        let second = try DrawnBoundaries(rings: rings).layer()
        #expect(first.bytes.elementsEqual(second.bytes))
    }
}
