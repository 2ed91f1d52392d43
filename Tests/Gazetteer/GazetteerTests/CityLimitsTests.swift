import Glibc
import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// City limits held against a scan of all rings, and damaged.
@Suite("City limits")
struct CityLimitsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("fault 86: a pack without a date counts behind all that have one, whatever their names")
    func undated() throws {
        let undated = try SmallPack.write(to: directory.file("a.gazetteer"), west: "Undated", version: "undated")
        let dated = try SmallPack.write(to: directory.file("b.gazetteer"), west: "Dated", version: "2015-07-27")
        for packs in [[undated, dated], [dated, undated]] {
            #expect(DetailPacks(packs).packs.map(\.name) == ["b.gazetteer", "a.gazetteer"])
        }
    }

    @Test("a look-up finds exactly the boundaries that a scan of all rings finds", arguments: [1, 2, 3, 4] as [UInt64])
    func oracle(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        // On all parts of the earth, tiny and huge, alone, nested and in heaps.
        let centre = GridPoint(
            x: .random(in: 1 << 20..<15 << 20, using: &random), y: .random(in: 1 << 20..<7 << 20, using: &random))
        let drawn = DrawnBoundaries(
            rings: (0..<40).map { index in
                let reach = Int32([300, 5000, 200_000][index % 3])
                let size = Double([200, 3000, 100_000][index % 3])
                let middle = GridPoint(
                    x: centre.x + .random(in: -reach...reach, using: &random),
                    y: centre.y + .random(in: -reach...reach, using: &random))
                return [
                    DrawnBoundaries.star(
                        at: middle, radius: size * 0.3...size, corners: 3 + index, using: &random)
                ]
            })
        let pack = try pack(of: drawn)
        let layer = try #require(pack.cityLimits)
        #expect(layer.squareCount > 20)
        var positions = drawn.rings.joined().joined().flatMap { vertex in
            (-1...1).flatMap { x in (-1...1).map { GridPoint(x: vertex.x + x, y: vertex.y + Int32($0)) } }
        }
        for reach in [400, 6000, 300_000] as [Int32] {
            positions += (0..<500).map { _ in
                GridPoint(
                    x: centre.x + .random(in: -reach...reach, using: &random),
                    y: centre.y + .random(in: -reach...reach, using: &random))
            }
        }
        // The corners of squares, where the rule for ties counts.
        positions.shuffle(using: &random)
        positions.removeLast(positions.count - 3000)
        positions += (0..<layer.squareCount).compactMap { layer.square(at: $0) }.flatMap { square in
            [(0, 0), (-1, 0), (0, -1), (square.side - 1, square.side - 1)].map { x, y in
                GridPoint(x: Int32(square.x + x), y: Int32(square.y + y))
            }
        }
        var hits = 0
        for position in positions where (0..<Grid.width).contains(position.x) && (0..<Grid.height).contains(position.y)
        {
            let expected = drawn.rings.indices.filter {
                DrawnBoundaries(rings: [drawn.rings[$0]]).boundary(at: position) != nil
            }
            #expect(layer.boundaries(at: position) == expected, "seed \(seed), \(position)")
            hits += expected.count
        }
        #expect(hits > 1000)
        #expect(pack.verify() == [])
    }

    private func pack(of drawn: DrawnBoundaries) throws -> DetailPack {
        var writer = GazetteerWriter()
        try writer.addCityLimits(
            drawn.rings.indices.map { CityLimit(name: "boundary \($0)", country: 0, level: 8, rank: 0) }, places: [],
            borders: Topology.borders(ofRings: drawn.rings), description: SmallPack.description())
        let path = directory.file("drawn.gazetteer")
        try writer.write(to: path)
        return try DetailPack(path: path)
    }

    @Test("verify names a boundary whose country is no code")
    func noCountry() throws {
        var writer = GazetteerWriter()
        let ring = [(47.0, 9.0), (47.0, 9.1), (47.1, 9.1), (47.1, 9.0)].map { GridPoint(Coordinate($0.0, $0.1)) }
        try writer.addCityLimits(
            [CityLimit(name: "West", country: 1, level: 8, rank: 0)], places: [],
            borders: Topology.borders(ofRings: [[ring]]), description: SmallPack.description())
        let path = directory.file("west.gazetteer")
        try writer.write(to: path)
        #expect(try DetailPack(path: path).verify() == ["boundary 0: its country is no code"])
    }

    @Test("the part is the polygon in the city, else the nearest village in it, else the city alone")
    func parts() throws {
        let pack = try SmallPack.write(to: directory.file("a.gazetteer"))
        func names(_ latitude: Double, _ longitude: Double) -> [String?] {
            guard let limits = pack.cityLimits, let city = limits.city(at: Coordinate(latitude, longitude)) else {
                return []
            }
            return [
                limits.record(at: city.city).flatMap { limits.name($0.name) },
                city.part.flatMap { limits.name(of: $0) },
            ]
        }
        #expect(names(47.05, 9.05) == ["West", "Old Town"])
        #expect(names(47.02, 9.02) == ["West", "Hamlet"])
        #expect(names(47.05, 9.15) == ["East", nil])
        #expect(names(47.2, 9.05) == [])
    }

    @Test("fault 85: with any byte changed, a pack is refused, or says what is right or nothing")
    func damaged() throws {
        let path = directory.file("whole.gazetteer")
        let whole = try SmallPack.write(to: path)
        let queries = SmallPack.queries
        let expected = queries.map { SmallPack.answer(of: whole, at: $0) }
        #expect(expected.contains("West/Old Town"))
        var silences = 0
        try directory.forEachDamagedPack(of: path) { pack, offset in
            for (query, right) in zip(queries, expected) {
                let answer = SmallPack.answer(of: pack, at: query)
                #expect(answer == right || answer == nil, "byte \(offset)")
                if answer != right { silences += 1 }
            }
        }
        #expect(silences > 0)
    }

    @Test("fault 85: squares full of noise under right checksums give wrong answers at most")
    func noise() throws {
        var random = SeededRandom(seed: 9)
        let bytes = try SmallPack.squares()
        for _ in 0..<20_000 {
            var noise = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                noise[.random(in: noise.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            noise.withUnsafeBytes { noise in
                guard
                    let square = LimitSquare(
                        key: .random(in: 0...(.max), using: &random), bytes: noise, boundaryCount: 3)
                else { return }
                _ = square.boundaries(at: GridPoint(x: Int32(square.x + 5), y: Int32(square.y + 7)))
            }
        }
    }

    @Test("fault 85: a pack that is cut short while it is used says what is right or less, wherever it is cut")
    func cutWhileUsed() throws {
        let path = directory.file("whole.gazetteer")
        let whole = try SmallPack.write(to: path)
        let expected = SmallPack.queries.map { SmallPack.answer(of: whole, at: $0) }
        let length = try directory.bytes(of: path).count
        for cut in stride(from: 0, to: length, by: 256) {
            let pack = try SmallPack.write(to: path)
            #expect(truncate(path, cut) == 0)
            let answers = SmallPack.queries.map { SmallPack.answer(of: pack, at: $0) }
            for (answer, right) in zip(answers, expected) {
                #expect(answer == nil || right?.hasPrefix(answer ?? "") == true, "cut at \(cut)")
            }
            if cut < 4096 { #expect(answers.allSatisfy { $0 == nil }) }
            _ = pack.verify()
        }
    }

    @Test("fault 85: a pack that is replaced while it is used answers as it was opened")
    func replacedWhileUsed() throws {
        let path = directory.file("town.gazetteer")
        let old = try SmallPack.write(to: path, west: "Old")
        let new = try SmallPack.write(to: path, west: "New")
        #expect(SmallPack.answer(of: old, at: SmallPack.queries[0]) == "Old/Old Town")
        #expect(SmallPack.answer(of: new, at: SmallPack.queries[0]) == "New/Old Town")
    }

    @Test("fault 86: a pack of another version is refused by name, and the others of its directory are found")
    func otherVersion() throws {
        _ = try SmallPack.write(to: directory.file("good.gazetteer"))
        var payload = try SmallPack.writer().layers[0].payload
        payload.store(littleEndian: CityLimitsFormat.version + 1, at: 0)
        var writer = GazetteerWriter()
        writer.add(LayerID.cityLimits, payload, description: SmallPack.description())
        writer.add(
            LayerID.limitSquares, try SmallPack.writer().layers[1].payload, description: SmallPack.description())
        let other = directory.file("other.gazetteer")
        try writer.write(to: other)
        let files = DetailPackFiles(in: [directory.path, "/nowhere"])
        #expect(files.packs.map(\.name) == ["good.gazetteer"])
        let what = "its layer \"\" is cut off, or of another version"
        #expect(files.faults == [.damaged(path: other, what: what)])
    }

    @Test("a pack whose name is no UTF-8 is found as any other (an old disk has such names)")
    func foreignName() throws {
        _ = try SmallPack.write(to: directory.file("town.gazetteer"))
        let path = Array("\(directory.path)/caf".utf8) + [0xE9] + Array(".gazetteer\0".utf8)
        let foreign = path.map(CChar.init(bitPattern:))
        #expect(rename(directory.file("town.gazetteer"), foreign) == 0)
        let files = DetailPackFiles(in: [directory.path])
        #expect(files.faults.isEmpty && files.packs.map(\.name) == ["caf\u{FFFD}.gazetteer"])
        // For those who remove the directory.
        #expect(unlink(foreign) == 0)
    }

    @Test("a file hides those of the same name in later directories")
    func hidden() throws {
        for (folder, city) in [("first", "First"), ("second", "Second")] {
            _ = try directory.write(SmallPack.writer(west: city).bytes, to: "\(folder)/town.gazetteer")
        }
        _ = try directory.write(SmallPack.writer().bytes, to: "second/other.gazetteer")
        let files = DetailPackFiles(in: ["first", "second"].map { directory.file($0) })
        #expect(files.packs.map(\.name) == ["other.gazetteer", "town.gazetteer"])
        #expect(SmallPack.answer(of: files.packs[1], at: SmallPack.queries[0]) == "First/Old Town")
    }

    @Test("fault 86: of packs that contradict each other the newest counts, then the first by name, in any order")
    func contradiction() throws {
        func pack(_ name: String, _ version: String, _ city: String) throws -> DetailPack {
            try SmallPack.write(to: directory.file("\(name).gazetteer"), west: city, version: version)
        }
        let packs = [
            try pack("c", "2015-07-27", "Old"), try pack("b", "2026-01-01", "New"),
            try pack("a", "2026-01-01", "First"),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]] {
            let asked = DetailPacks(order.map { packs[$0] })
            #expect(asked.packs.map(\.name) == ["a.gazetteer", "b.gazetteer", "c.gazetteer"])
            let city = try #require(asked.city(at: Coordinate(47.05, 9.05)))
            #expect(city.layer.record(at: city.lookup.city).flatMap { city.layer.name($0.name) } == "First")
        }
    }
}
