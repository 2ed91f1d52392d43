import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

@Suite("Forward search")
struct SearchTests {
    private let world: SearchableWorld

    init() throws { world = try SearchableWorld() }

    @Test(
        "finds names in any case and spelling, the largest place first",
        arguments: [
            ("Paris", [2_100_000, 24_800, 9_000]), ("PARIS", [2_100_000, 24_800, 9_000]),
            ("  paris. ", [2_100_000, 24_800, 9_000]),
            ("zurich", [341_730]), ("ZÜRICH", [341_730]), ("Zu\u{308}rich", [341_730]), ("Evreux", [50_000]),
            ("Misato, Saitama", [1_000]), ("misato saitama", [1_000]), ("Saint Louis", [301_000]),
            ("st. louis", [301_000]),
            ("St Louis", [301_000]), ("San Jose", [997_000, 340_000]),
        ] as [(String, [Int])])
    func names(text: String, expected: [Int]) { #expect(world.populations(text) == expected) }

    @Test(
        "finds other names, in other scripts too, behind places that have the name as their own",
        arguments: [
            ("München", [1_260_000, 700]), ("Мюнхен", [1_260_000]), ("ミュンヘン", [1_260_000]), ("みゅんへん", [1_260_000]),
            ("MUC", [1_260_000]),
            ("東京", [8_300_000]), ("도쿄", [8_300_000]), ("Lutetia", [2_100_000]), ("Duesseldorf", [620_000]),
            ("Parish", [500, 24_800]),
        ] as [(String, [Int])])
    func otherNames(text: String, expected: [Int]) { #expect(world.populations(text) == expected) }

    @Test(
        "finds a name with one letter left out, added, replaced or exchanged, when nothing is called so",
        arguments: [
            ("Prais", 2_100_000), ("Pais", 2_100_000), ("Parris", 2_100_000), ("Parys", 2_100_000),
            ("Prais, TX", 24_800),
            ("Baris", 2_100_000), ("Zurch", 341_730), ("Zürihc", 341_730), ("SanJose", 997_000), ("Мюнхэн", 1_260_000),
            ("도코", 8_300_000),
        ])
    func typos(text: String, expected: Int) throws {
        let first = try #require(try world.gazetteer.search(text).first)
        #expect(first.population == expected)
        #expect(first.match == .correction)
    }

    @Test(
        "finds a name by its beginning, when nothing is called so",
        arguments: [("Dussel", 620_000), ("San Jo", 997_000)])
    func completions(text: String, expected: Int) throws {
        let first = try #require(try world.gazetteer.search(text).first)
        #expect(first.population == expected)
        #expect(first.match == .completion)
    }

    @Test("tells how a place was found")
    func match() throws {
        #expect(try world.gazetteer.search("Munich").map(\.match) == [.name])
        #expect(try world.gazetteer.search("München").map(\.match) == [.alternateName, .name])
        #expect(try world.gazetteer.search("Paris, Frnce").map(\.match) == [.correction])
    }

    @Test("prefers what is near a hint, and tells how far it is from there")
    func hint() throws {
        let dallas = Coordinate(32.78, -96.8)
        #expect(world.populations("Paris", near: dallas) == [24_800, 2_100_000, 9_000])
        #expect(world.populations("Paris", near: Coordinate(50, 3)) == [2_100_000, 24_800, 9_000])
        let placemark = try #require(try world.gazetteer.search("Paris, TX", near: dallas).first).placemark
        #expect(placemark.distance == dallas.distance(to: Coordinate(33.66, -95.56)).rounded())
        #expect(placemark.bearing == 49)
        #expect(try world.gazetteer.search("Paris").first?.placemark.distance == nil)
    }

    @Test(
        "gives at most as many results as asked for, and at least one",
        arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (.max, 3)])
    func limit(limit: Int, count: Int) throws {
        #expect(try world.gazetteer.search("Paris", limit: limit).count == count)
        #expect(try world.gazetteer.search("Paris", limit: limit).first?.population == 2_100_000)
    }

    @Test("says that there is no result", arguments: ["Xyzzy", "Paris, Utopia", "Zürich, Texas", "北", "q", "??x"])
    func noResult(text: String) {
        #expect(throws: SearchError.noResult) { try world.gazetteer.search(text) }
    }

    @Test("says that there is no name", arguments: ["", " , ", "?!", "🌍", String(repeating: "a", count: 1001)])
    func noName(text: String) {
        #expect(throws: SearchError.noName) { try world.gazetteer.search(text) }
    }

    @Test(
        "takes any text",
        arguments: [
            String(repeating: "a", count: 1000), String(repeating: "a ", count: 500),
            String(repeating: "a,", count: 500),
            String(repeating: "Paris, ", count: 11) + "TX", "\0", "\u{10FFFF}\u{301}",
            "京" + String(repeating: "都", count: 300),
        ])
    func anyText(text: String) { _ = try? world.gazetteer.search(text, near: Coordinate(90, 0)) }

    @Test("gives the placemark of the place")
    func placemark() throws {
        let result = try #require(try world.gazetteer.search("Paris, TX").first)
        var expected = Placemark(geocoder: "gazetteer")
        (expected.name, expected.locality, expected.subAdministrativeArea) = ("Paris", "Paris", "Lamar County")
        (expected.administrativeArea, expected.country, expected.isoCountryCode) = ("Texas", "The United States", "US")
        expected.timeZone = "Zone/US"
        #expect(result.placemark == expected)
        #expect(result.coordinate == Coordinate(33.66, -95.56))
    }

    @Test("says that a file has no names to search for, and answers all else")
    func noLayer() throws {
        let path = try world.directory.write(GazetteerWriter.bytes(of: SearchWorld.places), to: "plain")
        let plain = try Gazetteer(path: path)
        #expect(throws: SearchError.noSearchLayer) { try plain.search("Paris") }
        #expect(plain.placemark(at: Coordinate(48.85, 2.35))?.name == "Paris")
    }

    @Test("refuses names that were folded or laid out otherwise", arguments: [0, 4])
    func otherVersion(offset: Int) throws {
        let payload = [UInt8](repeating: 1, count: 64).enumerated().map { $0.offset == offset ? 99 : $0.element }
        var writer = GazetteerWriter()
        try writer.addPlaces(SearchWorld.places, description: .test)
        writer.add(LayerID.search, payload, description: .test)
        let other = try Gazetteer(path: world.directory.write(writer.bytes, to: "other"))
        #expect(throws: SearchError.unsupportedSearchLayer) { try other.search("Paris") }
    }

    @Test("passes verification, and the same names give the same bytes")
    func verification() throws {
        #expect(world.gazetteer.verify() == [])
        #expect(try SearchWorld.bytes == SearchWorld.bytes)
    }
}
