import PlacemarkCore
import TestSupport
import Testing

@testable import Gazetteer

/// Streets of a detail pack held against a scan of all of them, and damaged.
@Suite("Streets")
struct StreetsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Rounding moves each point by 0.21 m at most, and the plane is right to some centimetres.
    private static let toleranceInMeters = 0.3

    @Test(
        "a look-up finds exactly the streets and houses that a scan finds, as far away",
        arguments: [
            (1, 47.15, 9.52), (2, -33.9, 151.2), (3, 69.7, 18.9), (4, 0.001, 179.9999), (5, 60.2, -180), (6, -54.8, 0),
        ] as [(UInt64, Double, Double)])
    func oracle(seed: UInt64, latitude: Double, longitude: Double) throws {
        var random = SeededRandom(seed: seed)
        let town = SmallTown(centre: Coordinate(latitude, longitude), streetCount: 60, using: &random)
        let pack = try town.pack(at: directory.file("town.gazetteer"))
        #expect(pack.verify() == [])
        defer { withExtendedLifetime(pack) {} }
        let layer = try #require(pack.streets)
        #expect(layer.tileCount > 9)
        #expect(layer.houseCount == town.streets.map(\.numbers.count).reduce(0, +))
        var (streetsFound, housesFound) = (0, 0)
        for _ in 0..<300 {
            let position = town.coordinate(
                .random(in: -1300...1300, using: &random), .random(in: -1300...1300, using: &random))
            let plane = try #require(StreetPlane(at: position))
            let hits = NearbyStreets(in: layer, around: plane).hits
            for street in town.streets {
                let hit = hits.first { layer.names.name($0.name) == street.name }
                let distance = town.distance(to: street, from: position)
                let found = hit?.distanceInMeters ?? .infinity
                if distance < StreetReach.ofStreetInMeters - Self.toleranceInMeters {
                    #expect(abs(found - distance) < Self.toleranceInMeters, "\(street.name)")
                    streetsFound += 1
                } else if distance > StreetReach.ofStreetInMeters + Self.toleranceInMeters {
                    #expect(found == .infinity)
                }
                let houses = town.houses(of: street, from: position)
                let nearest = houses.map(\.distance).min() ?? .infinity
                if nearest < StreetReach.ofHouseInMeters - Self.toleranceInMeters {
                    let house = try #require(hit?.house, "\(street.name)")
                    #expect(abs(house.distanceToWallInMeters - nearest) < Self.toleranceInMeters)
                    let possible = houses.filter { $0.distance < nearest + 2 * Self.toleranceInMeters }
                    #expect(possible.map(\.text).contains(house.house.label))
                    housesFound += 1
                } else if nearest > StreetReach.ofHouseInMeters + Self.toleranceInMeters {
                    #expect(hit?.house == nil)
                }
            }
        }
        #expect(streetsFound > 150)
        #expect(housesFound > 30)
    }

    @Test("a street that tiles cut is one street: numbers are calculated across the cut as if there were none")
    func acrossCuts() throws {
        var random = SeededRandom(seed: 1)
        // Three kilometres to the east, and a number on the left every 90 m.
        var town = SmallTown(centre: Coordinate(47, 9), using: &random)
        func point(_ east: Double, _ north: Double) -> StreetPoint { SmallTown.point(east, north, from: town.centre) }
        town.streets = [
            Street(
                name: "Long Road", kind: .residential,
                lines: [[point(1500, 0), point(3000, 0)], [point(0, 0), point(700, 0), point(1500, 0)]],
                numbers: (0...33).map { HouseNumber(text: String(1 + $0 * 10), point: point(Double($0) * 90, 20)) })
        ]
        let pack = try town.pack(at: directory.file("road.gazetteer"))
        #expect(try #require(pack.streets).tileCount >= 7)
        var calculated = 0
        for along in stride(from: 4.0, to: 2960, by: 10) {
            let address = try #require(self.address(in: pack, at: town.coordinate(along, 8)))
            #expect(layer(pack).names.name(address.street) == "Long Road")
            // Ten numbers in 90 m, and only odd ones on this side; the nearest house says its own within 30 m.
            let house = (along / 90).rounded() * 90
            let steps = ((along - house + 90) / 18).rounded() - 5
            let isNear = ((along - house) * (along - house) + 144).squareRoot() < 30
            let number = Int(house / 9) + 1 + (isNear ? 0 : 2 * Int(steps))
            #expect(address.houseNumber == String(number), "at \(along) m")
            #expect(address.isInterpolated == (!isNear && steps != 0), "at \(along) m")
            if address.isInterpolated { calculated += 1 }
        }
        #expect(calculated > 50)
        // No number is known on the other side.
        #expect(self.address(in: pack, at: town.coordinate(1200, -30))?.houseNumber == nil)
    }

    private func layer(_ pack: DetailPack) -> StreetsLayer { pack.streets.unsafelyUnwrapped }

    private func address(in pack: DetailPack, at position: Coordinate) -> StreetAddress? {
        guard let plane = StreetPlane(at: position) else { return nil }
        return withExtendedLifetime(pack) { NearbyStreets(in: layer(pack), around: plane).address(around: plane) }
    }

    @Test("fault 85: with any byte changed, a pack is refused, or names the streets that are there, or none")
    func damaged() throws {
        var random = SeededRandom(seed: 4)
        let town = SmallTown(centre: Coordinate(47, 9), streetCount: 4, using: &random)
        let path = directory.file("whole.gazetteer")
        let whole = DetailPacks([try town.pack(at: path)])
        let positions = town.streets.flatMap { street in
            street.numbers.prefix(3).map { Coordinate($0.point) } + [Coordinate(street.lines[0][0])]
        }
        let expected = positions.map { Self.answer(of: whole, at: $0) }
        #expect(expected.allSatisfy { $0 != nil })
        let bytes = try directory.bytes(of: path)
        var silences = 0
        for offset in bytes.indices where bytes[offset] != 0 || offset % 32 == 0 {
            var damaged = bytes
            damaged[offset] ^= offset % 2 == 0 ? 0xFF : 1 << UInt8(offset % 8)
            let other = try directory.write(damaged, to: "damaged.gazetteer")
            guard let pack = try? DetailPack(path: other) else { continue }
            #expect(throws: GazetteerError.self, "byte \(offset)") { try DetailPack(path: other, check: .full) }
            let packs = DetailPacks([pack])
            for (position, right) in zip(positions, expected) {
                let answer = Self.answer(of: packs, at: position)
                // A street that a damaged tile is silent about leaves another one, in the tile beside it.
                #expect(answer == nil || answer == right || expected.contains { $0?.street == answer?.street })
                if answer != right { silences += 1 }
            }
        }
        #expect(silences > 0)
    }

    struct Answer: Hashable {
        let street: String?
        let number: String?
    }

    static func answer(of packs: DetailPacks, at position: Coordinate) -> Answer? {
        guard let streets = packs.lookup(at: position, street: nil).streets else { return nil }
        var placemark = Placemark(geocoder: "")
        streets.apply(to: &placemark, inStreet: nil)
        return Answer(street: placemark.thoroughfare, number: placemark.subThoroughfare)
    }

    @Test("fault 85: pieces full of noise under right checksums give wrong answers at most")
    func noise() throws {
        var random = SeededRandom(seed: 9)
        let town = SmallTown(centre: Coordinate(47, 9), streetCount: 8, using: &random)
        let pack = try town.pack(at: directory.file("noise.gazetteer"))
        defer { withExtendedLifetime(pack) {} }
        let layer = layer(pack)
        let plane = try #require(StreetPlane(at: town.centre))
        var contents: [[UInt8]] = []
        for number in 0..<layer.tileCount {
            var tile = try #require(layer.tile(at: number))
            while let (_, content) = tile.next() { contents.append(Array(content)) }
        }
        for _ in 0..<20_000 {
            var noise = try #require(contents.randomElement(using: &random))
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                noise[.random(in: noise.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let tile = [1, 0, 0, 255, 255] + [UInt8].varint(noise.count) + noise
            tile.withUnsafeBytes { bytes in
                let tile = StreetTile(column: 0, row: 0, bytes: bytes)
                let nearby = NearbyStreets(tile: tile, at: SIMD2(1000, 1000), metersPerUnit: plane.metersPerUnit)
                _ = nearby.ranked
                _ = nearby.address(around: plane)
            }
        }
    }
}

extension [UInt8] {
    fileprivate static func varint(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: UInt64(number))
        return bytes
    }
}
