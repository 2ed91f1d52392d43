import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// What happens when the names are damaged, and nobody has looked at the checksums.
@Suite("Damaged search layer")
struct SearchDamageTests {
    private static let queries = [
        "Paris", "Paris, Texas", "Place 7", "Plaec 7", "Place", "Plac 1 State 3", "Place 12, Country 1", "東京", "x",
        "zzzz zz",
    ]
    private let directory: TemporaryDirectory
    private let bytes: [UInt8]
    /// Where the search layer lies.
    private let start: Int

    init() throws {
        directory = try TemporaryDirectory()
        var generator = SeededRandom(seed: 31)
        let places = SearchWorld.places + World.random.places(using: &generator).prefix(500)
        var writer = GazetteerWriter()
        try writer.addPlaces(places, description: .test)
        start = writer.bytes.count
        writer.addSearch(
            places, alternateNames: places.map { [$0.name + "stadt", "東京 " + $0.name] },
            areaNames: AreaNames(countries: ["C1": ["One"]]),
            description: .test)
        bytes = writer.bytes
    }

    /// Asks for all that there is. That this returns is what is tested.
    private func use(_ bytes: [UInt8]) throws {
        let gazetteer: Gazetteer
        do {
            gazetteer = try Gazetteer(path: directory.write(bytes), check: .structure)
        } catch GazetteerError.damaged(_, "its layer \"places\" is cut off") {
            return
        }
        for query in Self.queries {
            _ = try? gazetteer.search(query, near: Coordinate(10, 10), in: query == "x" ? ["C1"] : nil)
        }
        _ = gazetteer.verify()
    }

    @Test("a flipped bit on any page is harmless", arguments: 0..<4)
    func flipped(part: Int) throws {
        var offsets = Array(start..<start + 64) + Array(stride(from: start + 64, to: bytes.count, by: 53))
        #expect(Set(offsets.map { $0 / 4096 }).count == (bytes.count - start) / 4096)
        offsets = offsets.enumerated().filter { $0.offset % 4 == part }.map(\.element)
        for offset in offsets {
            var damaged = bytes
            damaged[offset] ^= 1 << (offset % 8)
            try? use(damaged)
        }
    }

    @Test(
        "a layer full of wrong numbers gives no names, and no crash",
        arguments: [0x00, 0x01, 0x0F, 0x7F, 0x80, 0xFF] as [UInt8])
    func wrongNumbers(filler: UInt8) throws {
        var generator = SeededRandom(seed: UInt64(filler))
        for isRandom in [false, true] {
            for share in [1, 10, 100] {
                var damaged = bytes
                // Everything but the counts, which tell where the sections are.
                for offset in (start + 64..<damaged.count) where Int.random(in: 0..<share, using: &generator) == 0 {
                    damaged[offset] = isRandom ? .random(in: 0...255, using: &generator) : filler
                }
                try use(damaged)
            }
        }
    }

    @Test("a layer that is shorter than its counts say is refused", arguments: 2..<9)
    func wrongCounts(field: Int) throws {
        for count in [UInt32.max, UInt32.max / 16, 1_000_000] {
            var damaged = bytes
            damaged.store(littleEndian: count, at: start + field * 4)
            let path = try directory.write(damaged)
            #expect(throws: GazetteerError.damaged(path: path, what: "its layer \"places\" is cut off")) {
                try Gazetteer(path: path, check: .structure)
            }
        }
    }

    @Test("a layer that is cut off is refused or harmless, at every length")
    func cut() throws {
        for length in Array(0..<70) + Array(stride(from: 70, to: bytes.count - start, by: 331)) {
            var writer = GazetteerWriter()
            try writer.addPlaces(SearchWorld.places, description: .test)
            writer.add(LayerID.search, Array(bytes[start..<start + length]), description: .test)
            try use(writer.bytes)
        }
    }

    @Test("verification finds names that are in the wrong order, and values that are out of range")
    func verification() throws {
        let whole = try Gazetteer(path: directory.write(bytes))
        #expect(whole.verify() == [])
        var findings = 0
        for offset in stride(from: start + 64, to: bytes.count, by: 101) {
            var damaged = bytes
            damaged[offset] ^= 0x10
            let gazetteer = try Gazetteer(path: directory.write(damaged, to: "damaged"), check: .structure)
            if gazetteer.verify().contains(where: { $0.hasPrefix("search") }) { findings += 1 }
        }
        #expect(findings > 30)
    }
}
