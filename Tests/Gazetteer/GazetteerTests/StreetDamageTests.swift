import Glibc
import PlacemarkModel
import TestSupport
import Testing
import Varints

@testable import Gazetteer

/// Damaged streets of detail packs, and packs that contradict each other.
@Suite("Streets, damaged")
struct StreetDamageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

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
        var silences = 0
        try directory.forEachDamagedPack(of: path) { pack, offset in
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

    @Test("fault 85: a pack that is cut short while it is used names the streets that are there, or none")
    func cutWhileUsed() throws {
        var random = SeededRandom(seed: 4)
        let town = SmallTown(centre: Coordinate(47, 9), streetCount: 4, using: &random)
        let path = directory.file("whole.gazetteer")
        let positions = town.streets.flatMap { street in street.numbers.prefix(3).map { Coordinate($0.point) } }
        let length: Int
        do {
            _ = try town.pack(at: path)
            length = try directory.bytes(of: path).count
        }
        for cut in stride(from: 0, to: length, by: 128) {
            let packs = DetailPacks([try town.pack(at: path)])
            let expected = positions.map { Self.answer(of: packs, at: $0)?.street }
            #expect(truncate(path, cut) == 0)
            for position in positions {
                let answer = Self.answer(of: packs, at: position)
                #expect(answer == nil || expected.contains(answer?.street), "cut at \(cut)")
                if cut == 0 { #expect(answer == nil) }
            }
            _ = packs.packs[0].verify()
            _ = packs.packs[0].streetNames?.tiles(ofName: 0, tileCount: 4)
        }
    }

    @Test(
        "fault 86: of two packs that contradict each other the newest counts, and one without streets leaves them to the next"
    )
    func contradiction() throws {
        var town = SmallTown(centre: Coordinate(47, 9))
        let line = [SmallTown.point(0, 0, from: town.centre), SmallTown.point(200, 0, from: town.centre)]
        var packs: [DetailPack] = []
        for (name, version) in [("Old Road", "2020-01-01"), ("New Road", "2026-01-01")] {
            town.streets = [Street(name: name, kind: .residential, lines: [line], numbers: [])]
            packs.append(try town.pack(at: directory.file("\(version).gazetteer"), version: version))
        }
        packs.append(try SmallPack.write(to: directory.file("limits.gazetteer"), version: "2027-01-01"))
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            #expect(Self.answer(of: DetailPacks(order.map { packs[$0] }), at: town.centre)?.street == "New Road")
        }
        #expect(Self.answer(of: DetailPacks([packs[0], packs[2]]), at: town.centre)?.street == "Old Road")
    }

    @Test("fault 85: pieces full of noise under right checksums give wrong answers at most")
    func noise() throws {
        var random = SeededRandom(seed: 9)
        let town = SmallTown(centre: Coordinate(47, 9), streetCount: 8, using: &random)
        let pack = try town.pack(at: directory.file("noise.gazetteer"))
        defer { withExtendedLifetime(pack) {} }
        let layer = try #require(pack.streets)
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
}

extension [UInt8] {
    fileprivate static func varint(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: UInt64(number))
        return bytes
    }
}
