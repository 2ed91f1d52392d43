import Foundation
import TestSupport
import Testing
import VectorTiles

@testable import GazetteerBuilding

@Suite("Coast, roads and rivers of the map")
struct BasemapWaysTests {
    private static func square(_ west: Int32, _ north: Int32, _ side: Int32) -> [TilePoint] {
        [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map { TilePoint(x: west + side * $0.0, y: north + side * $0.1) }
    }

    @Test("a place beside the coast is put on the shore, one far out at sea on an island of its own, one on land stays")
    func dryPlaces() {
        // A land with a lake.
        let rings = [Self.square(100_000, 100_000, 100_000), Self.square(140_000, 140_000, 4000)]
        let places = [
            TilePoint(x: 110_000, y: 120_000), TilePoint(x: 99_000, y: 100_500), TilePoint(x: 142_000, y: 141_000),
            TilePoint(x: 900_000, y: 900_000),
        ]
        let dry = DryPlaces(places, coast: rings)
        #expect(dry.points[0] == places[0])
        #expect(dry.points[1] == TilePoint(x: 100_000, y: 100_000))
        #expect(rings[1].contains(dry.points[2]), "the lake's shore is a shore as well")
        #expect(dry.points[3] == places[3])
        #expect(dry.islands.count == 1)
        #expect(DryPlaces(places, coast: rings + dry.islands).points == dry.points, "on its island it is on land")
        #expect(DryPlaces.areInside(places, rings) == [true, false, false, false])
    }

    @Test("a lake of two sources is water where either has it, and no dot is put on a shore in the other's water")
    func lakesOfTwoSources() {
        let coast = [Self.square(100_000, 100_000, 100_000), Self.square(140_000, 140_000, 4000)]
        let shore = Self.square(139_000, 139_000, 6000)
        // That source has it twice.
        let lakes = [[shore], [shore]]
        let places = [TilePoint(x: 142_000, y: 141_000), TilePoint(x: 139_500, y: 142_000)]
        let dry = DryPlaces(places, coast: coast, lakes: lakes)
        #expect(dry.points.allSatisfy(shore.contains), "\(dry.points)")
        #expect(dry.islands.isEmpty)
        // The other way round: the coast's lake goes on where the other one ends.
        let wide = DryPlaces([places[0]], coast: [coast[0], shore], lakes: [[coast[1]]])
        #expect(wide.points.allSatisfy(shore.contains), "\(wide.points)")
        // Far from any shore it has an island in each lake that it lies in.
        let far = TilePoint(x: 150_000, y: 150_000)
        let reservoir = [Self.square(130_000, 130_000, 40_000)]
        let flooded = DryPlaces([far], coast: [coast[0]], lakes: [reservoir, lakes[0]])
        #expect(flooded.points == [far] && flooded.islands.isEmpty)
        #expect(flooded.lakes.map(\.count) == [2, 1] && DryPlaces.areInside([far], flooded.lakes[0]) == [false])
    }

    @Test("a port that is known to the minute of arc alone counts at a shore, a town far inland does not")
    func ports() throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            "ports.tsv",
            """
            DE\t1\t1\tDortmund\texact
            US\t1\t1\tIndiana\tminutes
            NZ\t0.01\t1\tMarsden\tminutes
            MO\t0.02\t1\tMacau\texact
            MO\t0.01\t1\tMacao\tminutes
            NZ\t0.01\t1\tMacao\tminutes

            """)
        try directory.write("map-airports.tsv", "AD\t42.5\t1.5\tVila Airport\tXXX\n")
        let shore = [(0.0, 0.0), (0.0, 1), (-1, 1), (-1, 0), (0, 0)].map {
            MapPlane.point(latitude: $0.0, longitude: $0.1)
        }
        let marks = try MarkSource(directory: directory.path, coast: CoastSource(rings: [shore]))
        #expect(marks.ports.map(\.name) == ["Dortmund", "Marsden", "Macau", "Macao"], "the last one is New Zealand's")
    }

    /// Two great towns on a line of five nodes, a village on a branch in the middle, and a ring apart.
    private static let graph = RoadGraph(
        coordinates: [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (5, 5), (5, 6), (6, 6)],
        edges: [(0, 1), (1, 2), (2, 3), (3, 4), (2, 5), (6, 7), (7, 8), (8, 6)])

    @Test("a road that joins great towns is greater than one to a village, and what joins nothing is the least")
    func ranks() {
        let towns = [(0, 0, 900_000), (0, 4, 700_000), (1, 2, 30_000)].map {
            (point: MapPlane.point(latitude: Double($0.0), longitude: Double($0.1)), population: $0.2)
        }
        #expect(RoadRanks(Self.graph, towns: towns).ranks == [0, 0, 0, 0, 2, 3, 3, 3])
        let far = [(point: MapPlane.point(latitude: 0, longitude: 0.3), population: 900_000), towns[1]]
        #expect(RoadRanks(Self.graph, towns: far).ranks == Array(repeating: 3, count: 8), "30 km from the road")
    }

    @Test("edges become lines from where three meet to the next such point, and no edge is lost or doubled")
    func lines() {
        let lines = Self.graph.lines { _ in true }
        #expect(lines.map(\.count).sorted() == [2, 3, 3, 4])
        let main = Self.graph.lines { $0 < 4 }
        #expect(main.count == 1 && main[0].count == 5, "without the branch the road goes on")
        #expect(Self.graph.lines { _ in false }.isEmpty)
        let beyond = RoadGraph(coordinates: [(0, -179.9), (0, 179.9)], edges: [(0, 1)])
        #expect(beyond.edges.isEmpty, "no road goes round the earth")
    }

    @Test("the page's style draws each layer that the tiles have")
    func styleOfLayers() throws {
        let style = try String(contentsOfFile: Checkout.file("map/model/basemapStyle.js"), encoding: .utf8)
        for layer in MapLayer.allCases where layer != .areas {
            #expect(style.contains("\"\(layer.rawValue)\""), "\(layer)")
        }
        #expect(style.contains(#""areas", colors"#))
    }

    @Test("names of rivers whose letters are lost are put right, or left out")
    func riverNames() {
        #expect(RiverNames.name("Paran?") == "Paraná")
        #expect(RiverNames.name("S?o  Francisco") == "São Francisco")
        #expect(RiverNames.name("Rhne") == "Rhône")
        #expect(RiverNames.name("Xy?z").isEmpty)
        #expect(RiverNames.name("Rhine") == "Rhine")
    }

    @Test("deep inside of land all tiles are the same, and none is lacking")
    func wholeTiles() throws {
        let side = Int32(MapPlane.side)
        // With a coast that is nowhere near the tile in the middle, and a lake in one corner.
        let land = MapShape(
            layer: .land,
            geometry: .area([Self.square(side / 8, side / 8, side * 3 / 4), Self.square(side / 4, side / 4, 40_000)]),
            attributes: [:], zooms: 0...14)
        var tiles: [VectorTile: Int] = [:]
        try TilePyramid(zoom: 6) { _, tile in tiles[tile, default: 0] += 1 }.cut([land], keepsAll: true)
        let most = tiles.values.max() ?? 0
        // 46 by 46 tiles are inside of the coast with their buffers; the lake is in four of them at most.
        #expect((46 * 46 - 4...46 * 46).contains(most), "\(most)")
        #expect(tiles.values.reduce(0, +) == 50 * 50)
    }

    @Test("a capital is known by its name there or in English, and no town of another name beside it")
    func capitals() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Array("IS\t64.13548\t-21.89541\tReykjavík\n".utf8), to: "capitals.tsv")
        let capitals = try Capitals(path: path)
        #expect(capitals.contains("Reykjavik", latitude: 64.14, longitude: -21.9))
        #expect(capitals.contains("Reykjavík", latitude: 64.13548, longitude: -21.89541))
        #expect(!capitals.contains("Kopavogur", latitude: 64.112, longitude: -21.913))
        #expect(!capitals.contains("Reykjavik", latitude: 40, longitude: -21.9))
    }
}
