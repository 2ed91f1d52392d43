import Testing
import VectorTiles

@Suite("Vector tiles") struct VectorTileTests {
    private static let square = [(0, 0), (100, 0), (100, 100), (0, 100)].map { TilePoint(x: $0, y: $1) }

    private static let tile = VectorTile(layers: [
        TileLayer(
            name: "land",
            features: [
                TileFeature(.polygons([square]), ["name": .text("Zürich <b>"), "rank": .integer(3)]),
                TileFeature(.lines([[TilePoint(x: -5, y: 7), TilePoint(x: 4200, y: -64)]]), ["width": .number(1.5)]),
                TileFeature(.points([TilePoint(x: 1, y: 2)]), ["level": .integer(-2), "is": .flag(true)]),
            ]),
        TileLayer(name: "water", extent: 512, features: [TileFeature(.polygons([square.reversed()]))]),
    ])

    private static func decoded(_ bytes: some Sequence<UInt8>, byteCount: Int = 1 << 20) throws(TileError) -> VectorTile
    {
        var budget = TileBudget(byteCount: byteCount)
        return try VectorTile(decoding: bytes, within: &budget)
    }

    @Test("what is encoded is decoded as it was")
    func roundTrip() throws { #expect(try Self.decoded(Self.tile.encoded) == Self.tile) }

    @Test("the first example of the specification comes out byte for byte")
    func specification() {
        // A point at 25, 17: the command integer 9, then 50 and 34.
        let layer = TileLayer(name: "a", features: [TileFeature(.points([TilePoint(x: 25, y: 17)]))])
        #expect(
            VectorTile(layers: [layer]).encoded == [
                0x1A, 0x11, 0x0A, 0x01, 0x61, 0x12, 0x07, 0x18, 0x01, 0x22, 0x03, 0x09, 0x32, 0x22, 0x28, 0x80, 0x20,
                0x78, 0x02,
            ])
    }

    @Test("a tile that is cut off anywhere gives an error or a part, and never a crash")
    func cut() {
        let bytes = Self.tile.encoded
        for count in bytes.indices {
            if let part = try? Self.decoded(bytes.prefix(count)) { #expect(part.layers.count < 2) }
        }
    }

    @Test("a tile with any byte changed gives an error or another tile, and never a crash")
    func damage() {
        let bytes = Self.tile.encoded
        var differences = 0
        for index in bytes.indices {
            for flip in [UInt8(0xFF), 0x80, 0x01] {
                var damaged = bytes
                damaged[index] ^= flip
                if (try? Self.decoded(damaged)) != Self.tile { differences += 1 }
            }
        }
        #expect(differences > 2 * bytes.count)
    }

    @Test("numbers of somebody's choice are refused before memory is taken for them")
    func hugeNumbers() {
        // A feature with a geometry of 2²⁸ points in three bytes.
        let geometry: [UInt8] = [0x22, 0x05, 0xFA, 0xFF, 0xFF, 0xFF, 0x0F]
        let feature: [UInt8] = [0x12, UInt8(geometry.count + 2), 0x18, 0x02] + geometry
        let layer: [UInt8] = [0x1A, UInt8(feature.count)] + feature
        #expect(throws: TileError.self) { try Self.decoded(layer) }
    }

    @Test(
        "however a tile fills the memory, there is a bound for all tiles together (fault 78)",
        arguments: ["points", "lines", "features", "names"])
    func budget(filling: String) throws {
        let point = TilePoint(x: 1, y: 1)
        let features: [TileFeature] =
            switch filling {
            case "points": [TileFeature(.lines([Array(repeating: point, count: 5000)]))]
            case "lines": [TileFeature(.points(Array(repeating: point, count: 1000)))]
            case "features": Array(repeating: TileFeature(.points([point])), count: 1000)
            default: (0..<1000).map { TileFeature(.points([point]), ["key \($0)": .integer($0)]) }
            }
        let bytes = VectorTile(layers: [TileLayer(name: "a", features: features)]).encoded
        #expect(throws: TileError.tooLarge) { try Self.decoded(bytes, byteCount: 50_000) }
        var budget = TileBudget(byteCount: 1_000_000)
        _ = try VectorTile(decoding: bytes, within: &budget)
        #expect(throws: TileError.tooLarge) { while true { _ = try VectorTile(decoding: bytes, within: &budget) } }
    }
}

@Suite("Areas in tiles") struct TileAreaTests {
    private static func ring(_ numbers: (Int32, Int32)...) -> [TilePoint] {
        numbers.map { TilePoint(x: $0.0, y: $0.1) }
    }

    @Test("a ring that crosses itself becomes two that do not")
    func bowTie() {
        let polygons = TileArea.polygons(of: [Self.ring((0, 0), (10, 10), (10, 0), (0, 10))])
        #expect(polygons.count == 2)
        #expect(polygons.map(\.doubledArea) == [50, 50])
    }

    @Test("a ring in a ring is a hole, and comes behind the ring that is round it")
    func hole() {
        let outer = Self.ring((0, 0), (100, 0), (100, 100), (0, 100))
        let inner = Self.ring((10, 10), (20, 10), (20, 20), (10, 20))
        let island = Self.ring((200, 0), (210, 0), (210, 10), (200, 10))
        let polygons = TileArea.polygons(of: [inner, island, outer])
        #expect(polygons.map(\.doubledArea) == [200, 20_000, -200])
    }

    @Test("what hangs together along a side is taken apart")
    func bridge() {
        // Two bays, joined by a way along the side x = 0 and back.
        let ring = Self.ring((0, 0), (10, 0), (10, 10), (0, 10), (0, 50), (10, 50), (10, 60), (0, 60))
        let polygons = TileArea.polygons(of: [ring])
        #expect(polygons.map(\.doubledArea) == [200, 200])
    }

    @Test("two areas that share a side become one")
    func neighbours() {
        let polygons = TileArea.polygons(of: [
            Self.ring((0, 0), (10, 0), (10, 10), (0, 10)), Self.ring((10, 0), (20, 0), (20, 10), (10, 10)),
        ])
        #expect(polygons.map(\.doubledArea) == [400])
        #expect(polygons.first?.count == 4)
    }

    @Test("a ring is cut to the rectangle, a line to its parts inside")
    func clip() {
        let clip = TileClip(west: 0, north: 0, east: 100, south: 100)
        let cut = clip.clipped(ring: Self.ring((-50, 20), (150, 20), (150, 40), (-50, 40)))
        #expect(cut.map { abs($0.doubledArea) } == 4000)
        #expect(clip.clipped(ring: Self.ring((200, 0), (300, 0), (300, 100))) == nil)
        let lines = clip.clipped(line: Self.ring((-10, 50), (110, 50), (110, 60), (50, 60)))
        #expect(lines == [Self.ring((0, 50), (100, 50)), Self.ring((100, 60), (50, 60))])
    }

    @Test("random rings keep their area by the rule of odd and even", arguments: 0..<20)
    func random(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ bound: Int32) -> Int32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int32((state >> 33) % UInt64(bound))
        }
        let ring = (0..<12).map { _ in TilePoint(x: next(2000), y: next(2000)) }
        let polygons = TileArea.polygons(of: [ring])
        // Points well away from every edge are inside of both, or of neither.
        for _ in 0..<200 {
            let (x, y) = (Double(next(2000)) + 0.5, Double(next(2000)) + 0.5)
            guard Self.distance(x, y, [ring]) > 3 else { continue }
            #expect(Self.isInside(x, y, [ring]) == Self.isInside(x, y, polygons), "seed \(seed): \(x), \(y)")
        }
    }

    private static func isInside(_ x: Double, _ y: Double, _ rings: [[TilePoint]]) -> Bool {
        var isInside = false
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (Double(a.y) > y) != (Double(b.y) > y) {
                let share = (y - Double(a.y)) / (Double(b.y) - Double(a.y))
                if x < Double(a.x) + share * (Double(b.x) - Double(a.x)) { isInside.toggle() }
            }
        }
        return isInside
    }

    private static func distance(_ x: Double, _ y: Double, _ rings: [[TilePoint]]) -> Double {
        var nearest = Double.infinity
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                let (runX, runY) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
                let (awayX, awayY) = (x - Double(a.x), y - Double(a.y))
                let length = runX * runX + runY * runY
                let share = length == 0 ? 0 : min(1, max(0, (awayX * runX + awayY * runY) / length))
                let (restX, restY) = (awayX - share * runX, awayY - share * runY)
                nearest = min(nearest, (restX * restX + restY * restY).squareRoot())
            }
        }
        return nearest
    }
}
