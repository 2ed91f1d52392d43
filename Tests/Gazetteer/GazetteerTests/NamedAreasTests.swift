import Foundation
import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Named areas of detail packs: crowded, damaged, and of several packs.
@Suite("Named areas")
struct NamedAreasTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Squares of this many steps of the grid around a point, each larger than the one before.
    private func rings(_ count: Int) -> [[[GridPoint]]] {
        let middle = GridPoint(Coordinate(47, 9))
        return (0..<count).map { number in
            let reach = Int32(10 + number)
            return [
                [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { (x: Int32, y: Int32) in
                    GridPoint(x: middle.x + x * reach, y: middle.y + y * reach)
                }
            ]
        }
    }

    private func pack(
        _ count: Int, named prefix: String = "area", version: String = "2026-01-01"
    ) throws -> (pack: DetailPack, leftOutCount: Int) {
        var writer = GazetteerWriter()
        let areas = (0..<count).map { number in
            NamedArea(
                name: "\(prefix) \(number)", kind: number == 0 ? .water : number % 2 == 0 ? .park : .interest,
                importance: number % 3 == 0 ? 9 : 1)
        }
        let leftOut = try writer.addNamedAreas(
            areas, borders: Topology.borders(ofRings: rings(count)),
            description: SmallPack.description(version: version))
        let path = directory.file("\(prefix).gazetteer")
        try writer.write(to: path)
        return (try DetailPack(path: path), leftOut)
    }

    @Test("at most five areas are named, the smallest first, and the water beside them")
    func five() throws {
        let (pack, leftOut) = try pack(8)
        #expect(leftOut == 0 && pack.areaCount == 8 && pack.verify() == [])
        let found = DetailPacks([pack]).namedAreas(at: Coordinate(47, 9))
        #expect(found == NamedAreasLookup(interests: (1...5).map { "area \($0)" }, water: "area 0"))
        #expect(DetailPacks([pack]).namedAreas(at: Coordinate(47.1, 9)).isEmpty)
    }

    @Test("where more meet than the format holds, the least important are left out and counted, and the rest is right")
    func crowded() throws {
        let (pack, leftOut) = try pack(100)
        #expect(leftOut > 0 && pack.verify() == [])
        let layer = try #require(pack.namedAreas)
        let point = GridPoint(Coordinate(47, 9))
        for reach in 0..<120 as Range<Int32> {
            let held = layer.boundaries(at: GridPoint(x: point.x + reach, y: point.y))
            // The edges in the west belong to a square, and those in the east do not.
            let expected = (0..<100).filter { Int(reach) < 10 + $0 }
            #expect(Set(held).isSubset(of: expected))
            #expect(Set(held).isSuperset(of: expected.filter { $0 % 3 == 0 }), "\(reach)")
        }
    }

    @Test("the hint of a position changes at the shore of a pack's water, and not at the edge of another area")
    func hints() throws {
        let details = DetailPacks([try pack(3).pack])
        // The water reaches 10 steps from the middle, the areas 11 and 12.
        func coordinate(steps: Double) -> Coordinate { Coordinate(47, 9 + steps / Grid.stepsPerDegree) }
        let hints = [0, 9, 11, 20].map { details.waterHint(at: coordinate(steps: $0)) }
        #expect(hints[0] != 0 && hints[0] == hints[1] && hints[2] == 0 && hints[3] == 0)
        let gazetteer = try Gazetteer(path: RealWorld.path, check: .structure, details: details.packs)
        let (inside, outside) = (coordinate(steps: 0), coordinate(steps: 11))
        #expect(gazetteer.placemark(at: inside)?.inlandWater == "area 0")
        #expect(gazetteer.nameHint(at: inside)?.inlandWater == hints[0])
        #expect(gazetteer.nameHint(at: outside)?.inlandWater == 0)
        #expect(try gazetteer.nameHint(at: outside) == RealWorld.gazetteer.nameHint(at: outside))
    }

    @Test("fault 85: with any byte changed, a pack is refused, or says what is right or nothing")
    func damaged() throws {
        let whole = try pack(6).pack
        let queries = [Coordinate(47, 9), Coordinate(47.0001, 9.0003), Coordinate(47.0002, 9.0001)]
        let expected = queries.map { DetailPacks([whole]).namedAreas(at: $0) }
        #expect(expected[0].water == "area 0")
        var silences = 0
        try directory.forEachDamagedPack(of: directory.file("area.gazetteer")) { pack, offset in
            for (query, right) in zip(queries, expected) {
                let found = DetailPacks([pack]).namedAreas(at: query)
                #expect(found == right || found.isEmpty, "byte \(offset)")
                if found != right { silences += 1 }
            }
        }
        #expect(silences > 0)
    }

    @Test("fault 86: of packs that overlap the newest counts, and the next one where it knows nothing")
    func overlapping() throws {
        let (old, new) = (
            try pack(60, named: "old", version: "2020-01-01").pack,
            try pack(6, named: "new", version: "2026-01-01").pack
        )
        for packs in [[old, new], [new, old]] {
            #expect(DetailPacks(packs).namedAreas(at: Coordinate(47, 9)).water == "new 0")
            let beside = GridPoint(Coordinate(47, 9))
            let degrees = Double(beside.x + 40) / Grid.stepsPerDegree - 180
            #expect(
                DetailPacks(packs).namedAreas(at: Coordinate(47, degrees)).interests.first?.hasPrefix("old") == true)
        }
    }

    @Test("the map's page has a colour for each kind of area and line that tiles have, and for no other")
    func kindsOnMap() throws {
        let style = try String(contentsOfFile: Checkout.file("map/model/areaKinds.js"), encoding: .utf8)
        let kinds = style.components(separatedBy: "export const ").dropFirst().map { list in
            Set(list.matches(of: /^    (\w+): .*,$/.anchorsMatchLineEndings()).map { String($0.1) })
        }
        var (areas, lines): (Set<String>, Set<String>) = (Set(NamedAreaKind.allCases.map(\.nameOnMap)), [])
        for kind in MapFeatureKind.allCases {
            switch kind.onMap {
            case .area(let name): areas.insert(name)
            case .line(let name): lines.insert(name)
            case .coast: areas.formUnion([MapFeatureKind.OnMap.land, MapFeatureKind.OnMap.sea])
            case .street, .number: break
            }
        }
        #expect(kinds == [areas, lines])
    }

    @Test("docs/explain/basemap.md has each layer that tiles have, with what its features tell, and no other")
    func layersOfPage() throws {
        let rows = try Checkout.text("docs/explain/basemap.md").matches(of: /(?m)^\| `(\w+)`.*?\|.*?\|(.*)\|.*?\|$/)
        #expect(Set(rows.map { String($0.1) }) == Set(MapLayer.allCases.map(\.rawValue)))
        for row in rows {
            for field in MapLayer(rawValue: String(row.1))?.fields.keys.sorted() ?? [] {
                #expect(row.2.contains("`\(field)`"), "\(row.1): \(field)")
            }
        }
    }

    @Test("the map's page draws each layer that tiles have")
    func layersDrawn() throws {
        let style = try Checkout.text("map/model/basemapStyle.js")
        let layer =
            /\b(?:line|label|area)\((?:"[\w-]+"|`[^`]+`|id), "(\w+)"|"source-layer": "(\w+)"|\bmarkLabel\("(\w+)"/
        let drawn = style.matches(of: layer).compactMap { ($0.1 ?? $0.2 ?? $0.3).map { String($0) } }
        #expect(Set(drawn).isSuperset(of: MapLayer.allCases.map(\.rawValue)))
    }
}
