import PlacemarkModel
import TestSupport
import Testing
import VectorTiles

@testable import Gazetteer
@testable import GazetteerBuilding

/// What detail packs have for maps alone: kept, left out, damaged, and drawn.
@Suite("Features of the map")
struct MapFeaturesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A pond in a park, a house, a railway, a tunnel, a road without a name and one with a number.
    private func extract() async throws -> String {
        var extract = SmallExtract()
        _ = extract.rectangle(47.130, 9.510, 47.140, 9.520, ["leisure": "park", "name": "Stadtpark"])
        _ = extract.rectangle(47.131, 9.511, 47.132, 9.512, ["natural": "water"])
        _ = extract.rectangle(47.1341, 9.5141, 47.1342, 9.5142, ["building": "yes"])
        _ = extract.rectangle(47.1351, 9.5151, 47.1352, 9.5152, ["building": "no"])
        func way(_ latitude: Double, _ tags: [String: String]) {
            _ = extract.way([extract.node(latitude, 9.51), extract.node(latitude, 9.52)], tags)
        }
        way(47.136, ["railway": "rail"])
        way(47.137, ["railway": "rail", "tunnel": "yes"])
        way(47.138, ["highway": "service"])
        way(47.139, ["highway": "primary", "name": "Landstrasse", "ref": "28;E43"])
        way(47.1395, ["highway": "residential", "name": "Weg", "ref": "K1"])
        return try await extract.write(to: directory.file("town.osm.pbf"))
    }

    private func pack(_ contents: Set<DetailContent> = Set(DetailContent.allCases)) async throws -> DetailPack {
        let path = directory.file("town.gazetteer")
        _ = try DetailPackImport.make(path, of: [try await extract()], only: contents, gazetteer: RealWorld.path)
        return try DetailPack(path: path, check: .full)
    }

    private func features(of pack: DetailPack) -> [MapFeature] {
        var features: [MapFeature] = []
        pack.forEachMapFeature { features.append($0) }
        return features
    }

    @Test("an import keeps what maps draw, as exactly as a map shows it, and roads without a name or with a number")
    func kept() async throws {
        let pack = try await pack()
        let features = features(of: pack)
        #expect(pack.verify() == [] && pack.mapFeatureCount == features.count)
        let kinds = features.compactMap(\.kind).sorted { $0.rawValue < $1.rawValue }
        #expect(kinds == [.park, .water, .building, .railway, .service, .numberedPrimary])
        #expect(features.first { $0.kind == .numberedPrimary }?.text == "28")
        let house = try #require(features.first { $0.kind == .building }?.lines.first)
        #expect(house.count == 4)
        for corner in house {
            let nearest =
                [47.1341, 47.1342].flatMap { latitude in
                    [9.5141, 9.5142].map { corner.distance(to: Coordinate(latitude, $0)) }
                }.min() ?? .infinity
            #expect(nearest < 0.4)
        }
    }

    @Test("--no-map leaves it out, and look-ups are the same with and without it")
    func leftOut() async throws {
        #expect(DetailContent.chosen(only: nil, noMap: true) == [.boundaries, .streets, .areas])
        #expect(DetailContent.chosen(only: .streets, noMap: false) == [.streets])
        let with = try await pack()
        let without = try await pack(DetailContent.chosen(only: nil, noMap: true))
        #expect(without.mapFeatureCount == 0 && !without.hasMap && without.byteCount < with.byteCount)
        for latitude in stride(from: 47.129, through: 47.141, by: 0.0005) {
            let placemarks = try [with, without].map { pack in
                try Gazetteer(path: RealWorld.path, check: .structure, details: [pack])
                    .placemark(at: Coordinate(latitude, 9.5115))
            }
            #expect(placemarks[0] == placemarks[1])
        }
    }

    @Test("with any byte changed, a pack is refused, or has features that are right or none")
    func damaged() async throws {
        let whole = try await pack([.map])
        let right = Set(features(of: whole))
        var losses = 0
        try directory.forEachDamagedPack(of: directory.file("town.gazetteer")) { pack, offset in
            let found = features(of: pack)
            #expect(right.isSuperset(of: found), "byte \(offset)")
            if found.count < right.count { losses += 1 }
        }
        #expect(losses > 0)
    }

    @Test("a kind that only newer versions know is no fault of a pack, and no map draws it")
    func newerKind() throws {
        let line = [Coordinate(47, 9), Coordinate(47, 9.1)]
        var features = MapFeaturesWriter()
        features.append(MapFeature(kindNumber: 255, lines: [line]))
        features.append(MapFeature(kind: .railway, lines: [line]))
        var writer = GazetteerWriter()
        writer.addMapFeatures(&features, description: SmallPack.description())
        try writer.write(to: directory.file("newer.gazetteer"))
        let pack = try DetailPack(path: directory.file("newer.gazetteer"), check: .full)
        #expect(pack.verify() == [] && pack.mapFeatureCount == 2)
        let shapes = DetailShapes([pack], progress: BuildProgress()).shapes
        #expect(shapes.map { $0.attributes["kind"] } == [.text("railway")])
    }

    @Test("tiles have the ground once, the name of a park as a point, and a shield instead of the number as a name")
    func shapes() async throws {
        let pack = try await pack()
        let shapes = DetailShapes([pack], progress: BuildProgress()).shapes
        func kinds(_ layer: MapLayer) -> [TileValue?] {
            shapes.filter { $0.layer == layer }.map { $0.attributes["kind"] }
        }
        let parks = shapes.filter { $0.attributes["kind"] == .text("park") }
        #expect(parks.count == 2)
        #expect(
            parks.count { if case .point = $0.geometry { $0.attributes["name"] == .text("Stadtpark") } else { false } }
                == 1)
        #expect(kinds(.lines) == [.text("railway")])
        let numbers = shapes.filter { $0.layer == .roadNumbers }
        #expect(numbers.map(\.attributes) == [["ref": .text("28"), "class": .text("primary")]])
        let buildings = shapes.filter { $0.attributes["kind"] == .text("building") }
        #expect(buildings.map(\.zooms) == [14...14])
    }
}
