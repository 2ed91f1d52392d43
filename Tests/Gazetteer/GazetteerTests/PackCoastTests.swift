import FoundationEssentials
import Glibc
import PMTiles
import PlacemarkModel
import TestConditions
import TestSupport
import Testing
import VectorTiles

@testable import Gazetteer
@testable import GazetteerBuilding

/// Land and sea of detail packs, against what goes round them, with coasts as extracts have them: in pieces, with ends and mistakes.
@Suite("The coast of detail packs", .timeLimit(.minutes(3)))
struct PackCoastTests {
    /// Round the middle of the map, where a square of the coast's grid is 256 units wide.
    private static let middle = Int32(MapPlane.side / 2)

    /// An uneven ring of land: its vertices in the order that has the land on the left.
    private static func island(radius: Double, seed: UInt64, at centre: (x: Int32, y: Int32) = (0, 0)) -> [TilePoint] {
        var random = SeededRandom(seed: seed)
        let waves = (2...9).map { (number: Double($0), size: Double.random(in: 0...0.5 / Double($0), using: &random)) }
        return stride(from: 0, to: 2 * Double.pi, by: 0.01).map { angle in
            let reach = radius * (1 + waves.reduce(0) { $0 + $1.size * sin($1.number * angle) })
            // North is up and y grows southward: against the clock on the map.
            return TilePoint(
                x: middle + centre.x + Int32((reach * cos(angle)).rounded()),
                y: middle + centre.y - Int32((reach * sin(angle)).rounded()))
        }
    }

    /// The ring in so many ways of a map, in any order; the way of a number is left out.
    private static func ways(of ring: [TilePoint], _ count: Int, leavingOut left: Int? = nil, seed: UInt64 = 7)
        -> [[TilePoint]]
    {
        let closed = ring + [ring[0]]
        var random = SeededRandom(seed: seed)
        return (0..<count).filter { $0 != left }.map { part in
            Array(closed[part * ring.count / count...(part + 1) * ring.count / count])
        }.shuffled(using: &random)
    }

    /// Whether an odd number of lines lies west of a point.
    private static func isInside(_ lines: [[TilePoint]], _ point: TilePoint) -> Bool {
        let y = Double(point.y) + 0.25
        return lines.reduce(false) { inside, line in
            zip(line, line.dropFirst()).reduce(inside) { inside, edge in
                let (a, b) = edge
                guard (Double(a.y) < y) != (Double(b.y) < y) else { return inside }
                let x = Double(a.x) + (y - Double(a.y)) / Double(b.y - a.y) * Double(b.x - a.x)
                return x < Double(point.x) + 0.25 ? !inside : inside
            }
        }
    }

    private static func distance(from point: TilePoint, to lines: [[TilePoint]]) -> Double {
        lines.flatMap { line in
            zip(line, line.dropFirst()).map { LineSimplification.squaredDistance(point, $0, $1) }
        }.min()?.squareRoot() ?? .infinity
    }

    private static func points(_ count: Int, within reach: Int32, seed: UInt64) -> [TilePoint] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in
            TilePoint(
                x: middle + Int32.random(in: -reach...reach, using: &random),
                y: middle + Int32.random(in: -reach...reach, using: &random))
        }
    }

    @Test(
        "near a coast that is whole each point is land or sea as it should be, in however many pieces it comes",
        arguments: [1, 2, 24])
    func whole(count: Int) {
        var told = 0
        for (seed, radius) in [(1, 3000.0), (2, 700), (3, 90), (4, 20)] as [(UInt64, Double)] {
            let ring = Self.island(radius: radius, seed: seed)
            let coast = PackCoast(Self.ways(of: ring, count))
            for point in Self.points(400, within: Int32(radius * 2 + 600), seed: seed) {
                let isLand = Self.isInside([ring + [ring[0]]], point)
                let distance = Self.distance(from: point, to: [ring + [ring[0]]])
                // The ground is told for some squares round the coast; on the coast itself a point is rounded.
                guard distance > 2 else { continue }
                let found = (land: Self.isInside(coast.land, point), sea: Self.isInside(coast.sea, point))
                if distance < 500 {
                    told += 1
                    #expect(found == (isLand, !isLand), "\(point) of \(radius), \(distance) units from the coast")
                } else {
                    #expect(!(isLand ? found.sea : found.land), "\(point) of \(radius)")
                }
            }
        }
        #expect(told > 300)
    }

    @Test("a lagoon in an island, a bay and islets in one square are what they should be")
    func nested() {
        let outer = Self.island(radius: 2500, seed: 5)
        // A ring the other way round has the sea inside.
        let lagoon = Array(Self.island(radius: 700, seed: 6).reversed())
        let islet = Self.island(radius: 30, seed: 8, at: (x: 100, y: 60))
        let rings = [outer, lagoon, islet].map { $0 + [$0[0]] }
        let coast = PackCoast(rings)
        for point in Self.points(600, within: 4000, seed: 9) + Self.points(200, within: 300, seed: 10) {
            guard (3..<500).contains(Self.distance(from: point, to: rings)) else { continue }
            let isLand = Self.isInside(rings, point)
            #expect(
                Self.isInside(coast.land, point) == isLand && Self.isInside(coast.sea, point) == !isLand, "\(point)")
        }
    }

    @Test(
        "beside an end, a gap or a way that runs backwards nothing is told that is wrong, and the rest of the coast is told",
        arguments: [0, 5, 11])
    func broken(left: Int) {
        let ring = Self.island(radius: 6000, seed: 11)
        let (closed, all) = (ring + [ring[0]], Self.ways(of: ring, 12, seed: 3))
        let gap = Array(closed[left * ring.count / 12...(left + 1) * ring.count / 12])
        let ends = [gap[0], gap[gap.count - 1]]
        var told = 0
        let coast = PackCoast(Self.ways(of: ring, 12, leavingOut: left))
        for point in Self.points(1500, within: 12000, seed: 12) {
            let found = (land: Self.isInside(coast.land, point), sea: Self.isInside(coast.sea, point))
            #expect(!(found.land && found.sea))
            let isLand = Self.isInside([closed], point)
            let far = ends.allSatisfy { LineSimplification.squaredDistance(point, $0, $0) > 3000 * 3000 }
            let distance = Self.distance(from: point, to: [closed])
            guard distance > 2 else { continue }
            #expect(!(isLand ? found.sea : found.land), "\(point)")
            if far, distance < 500, Self.distance(from: point, to: [gap]) > 3000 {
                told += 1
                #expect(found == (isLand, !isLand), "\(point)")
            }
        }
        #expect(told > 20)
        // Backwards, both of its ends are ends of the coast; what lies between may be wrong, and nothing else is.
        let backwards = PackCoast(all.map { $0[0] == gap[0] ? $0.reversed() : $0 })
        for point in Self.points(1500, within: 12000, seed: 13) where Self.distance(from: point, to: [gap]) > 3000 {
            let isLand = Self.isInside([closed], point)
            guard Self.distance(from: point, to: [closed]) > 2 else { continue }
            #expect(!Self.isInside(isLand ? backwards.sea : backwards.land, point), "\(point)")
        }
    }

    @Test(
        "a cape that the extract's edge cuts through does not become land as far as the coast tells its ground",
        arguments: [
            // 600 units wide: the extract has its western side and a bit of its tip.
            [(-3000, 40), (0, 40), (0, 600), (100, 600), (600, 600), (600, 40), (3000, 40)],
            // With an inlet in its western side, at whose mouth the extract ends: so does Monaco's.
            [(-3000, 40), (330, 40), (330, 300), (230, 300), (230, 700), (560, 700), (560, 40), (3000, 40)],
        ] as [[(x: Int32, y: Int32)]])
    func cutCape(corners: [(x: Int32, y: Int32)]) {
        // Land in the north.
        let coast = corners.map { TilePoint(x: Self.middle + $0.x, y: Self.middle + $0.y) }
        let north = [3000, -3000].map { TilePoint(x: Self.middle + $0, y: Self.middle - 3000) }
        let whole = coast + north + [coast[0]]
        let own = PackCoast([Array(coast.prefix(4))])
        for point in Self.points(3000, within: 2900, seed: 15) where Self.distance(from: point, to: [whole]) > 2 {
            let isLand = Self.isInside([whole], point)
            #expect(!Self.isInside(isLand ? own.sea : own.land, point), "\(point)")
        }
        // Far from the cut both sides are told, and so is the bay beside the cape.
        for (x, y, isLand) in [(-2000, -400, true), (-2000, 480, false), (-200, 100, false)] {
            let point = TilePoint(x: Self.middle + Int32(x), y: Self.middle + Int32(y))
            #expect(Self.isInside(own.land, point) == isLand && Self.isInside(own.sea, point) == !isLand, "\(x), \(y)")
        }
    }

    @Test("lines that are no coast make no land and no sea, and a tangle makes the same map each time and no fault")
    func senseless() {
        let point = TilePoint(x: Self.middle, y: Self.middle)
        let far = TilePoint(x: 0, y: Int32(MapPlane.side))
        let lines: [[TilePoint]] = [[], [point], [point, point], [far, point], [point, far, point]]
        let coast = PackCoast(lines)
        #expect(coast.land.isEmpty && coast.sea.isEmpty)
        var random = SeededRandom(seed: 14)
        for _ in 0..<20 {
            let tangle = (0..<12).map { _ in
                Self.points(Int.random(in: 1...9, using: &random), within: 2000, seed: random.next())
            }
            let (first, second) = (PackCoast(tangle + tangle.prefix(3)), PackCoast(tangle + tangle.prefix(3)))
            #expect(first.land == second.land && first.sea == second.sea)
        }
    }

    @Test(
        "an import keeps the coast in its direction, tiles have it, and it goes through the pack of an extract with a gap"
    )
    func imported() async throws {
        let directory = try TemporaryDirectory()
        var extract = SmallExtract()
        // The sea is in the south, the coast goes from west to east; a mole is a breakwater and coast as well, and an islet a ring.
        let nodes: [Int] = stride(from: 7.40, through: 7.46, by: 0.002).map { longitude in
            extract.node(43.7300 + 0.002 * sin(longitude * 300), longitude)
        }
        for part in [Array(nodes[0...10]), Array(nodes[10...20]), Array(nodes[20...])] {
            _ = extract.way(part, ["natural": "coastline"])
        }
        _ = extract.rectangle(43.7200, 7.4300, 43.7204, 7.4305, ["natural": "coastline", "man_made": "breakwater"])
        _ = extract.way([nodes[20], nodes[20]], ["natural": "coastline"])
        let path = try await extract.write(to: directory.file("coast.osm.pbf"))
        let file = directory.file("coast.gazetteer")
        let made = try DetailPackImport.make(file, of: [path], only: [.map], gazetteer: RealWorld.path)
        #expect(made.summary.contains("a coast with 2 ends"), "\(made.summary)")
        let shapes = DetailShapes([try DetailPack(path: file, check: .full)], progress: BuildProgress()).shapes
        #expect(shapes.count { $0.attributes["kind"] == .text("pier") } == 1)
        func lines(_ kind: String) -> [[TilePoint]] {
            shapes.filter { $0.attributes["kind"] == .text(kind) }.flatMap { shape -> [[TilePoint]] in
                guard case .area(let lines) = shape.geometry else { return [] }
                return lines
            }
        }
        for (latitude, longitude, isLand) in [
            // The coast is at 43.728 there; what is told ends 600 m from it.
            (43.731, 7.43, true), (43.726, 7.43, false), (43.7202, 7.43025, true), (43.7202, 7.4310, false),
            (43.7190, 7.4302, false),
        ] {
            let point = MapPlane.point(latitude: latitude, longitude: longitude)
            #expect(
                Self.isInside(lines("land"), point) == isLand && Self.isInside(lines("sea"), point) == !isLand,
                "\(latitude), \(longitude)")
        }
    }

    @Test("Monaco's pack has Monaco-Ville on land and Port Hercule and Fontvieille's harbour in the sea")
    func monaco() throws {
        let extract = try SharedData.extractOrCancel("monaco.osm.pbf")
        let directory = try TemporaryDirectory()
        let file = directory.file("monaco.gazetteer")
        _ = try DetailPackImport.make(file, of: [extract.path], only: [.map], gazetteer: RealWorld.path)
        let shapes = DetailShapes([try DetailPack(path: file, check: .full)], progress: BuildProgress()).shapes
        for zoom in BasemapZooms.ofDetails {
            var found: [String: String] = [:]
            try TilePyramid(zoom: zoom) { id, tile in
                for (name, latitude, longitude) in Self.placesOfMonaco {
                    let point = MapPlane.point(latitude: latitude, longitude: longitude).rounded(toZoom: zoom)
                    guard Int(point.x) >> 12 == id.column, Int(point.y) >> 12 == id.row, let areas = tile.layer("areas")
                    else { continue }
                    let own = TilePoint(x: point.x & 4095, y: point.y & 4095)
                    for feature in areas.features {
                        guard case .polygons(let rings) = feature.geometry,
                            Self.isInside(rings.map { $0 + [$0[0]] }, own),
                            case .text(let kind) = feature.attributes["kind"], ["land", "sea"].contains(kind)
                        else { continue }
                        found[name, default: ""] += kind
                    }
                }
            }.cut(shapes, keepsAll: zoom == 14)
            #expect(
                found == [
                    "Monaco-Ville": "land", "Casino": "land", "Port Hercule": "sea", "Fontvieille's harbour": "sea",
                    "Fontvieille": "land", "off Larvotto": "sea",
                ], "zoom \(zoom)")
        }
    }

    private static let placesOfMonaco = [
        ("Monaco-Ville", 43.7306, 7.4247), ("Casino", 43.7396, 7.4282), ("Port Hercule", 43.7347, 7.4262),
        ("Fontvieille's harbour", 43.7291, 7.4207), ("Fontvieille", 43.7270, 7.4155), ("off Larvotto", 43.7440, 7.4360),
        // The sea beyond the end of the extract's coast, which turns to the south just there: Monaco's pack knows nothing of it.
        ("off Pointe de la Veille", 43.7493, 7.4487), ("off the inlet there", 43.7505, 7.4475),
    ]
}
