import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Names in other languages in detail packs, from an extract to the answer.
@Suite("Names in other languages in detail packs", .timeLimit(.minutes(3)))
struct DetailPackNamesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let position = Coordinate(47.14, 9.525)

    /// A town with a quarter, a street and a park; not each of them has a name in each language.
    private func extract() async throws -> String {
        var extract = SmallExtract()
        let label = extract.node(
            47.145, 9.5251,
            [
                "place": "town", "name": "Weststadt", "name:fr": "Ville-Ouest", "name:zh-Hant": "西城",
                "name:ru": "Вестштадт",
            ])
        extract.boundary("Weststadt", level: 8, [extract.rectangle(47.13, 9.52, 47.15, 9.53)], label: label)
        _ = extract.node(47.1401, 9.5252, ["place": "quarter", "name": "Altstadt", "name:fr": "Vieille-Ville"])
        // The second piece has no French name.
        let ends = [9.522, 9.525, 9.526].map { extract.node(47.14, $0) }
        _ = extract.way(
            [ends[0], ends[1]],
            [
                "highway": "residential", "name": "Bahnhofstrasse", "name:fr": "Rue de la Gare",
                "name:ru": "Вокзальная улица",
            ])
        _ = extract.way([ends[1], ends[2]], ["highway": "residential", "name": "Bahnhofstrasse"])
        _ = extract.rectangle(
            47.139, 9.524, 47.141, 9.527,
            ["leisure": "park", "name": "Stadtpark", "name:fr": "Parc de la ville", "name:de": "Stadtpark"])
        return try await extract.write(to: directory.file("names.osm.pbf"))
    }

    private func pack(_ extract: String, _ languages: String?) throws -> (pack: DetailPack, bytes: [UInt8]) {
        let writer = try DetailPackImport(
            [extract], languages: languages.map { try PackLanguages($0) } ?? .none, world: RealWorld.gazetteer,
            memoryInMegabytes: 1024, temporaryDirectory: directory.path, progress: BuildProgress()
        ).writer()
        let path = directory.file("\(languages ?? "none").gazetteer")
        try writer.write(to: path)
        return (try DetailPack(path: path, check: .full), writer.bytes)
    }

    @Test(
        "city, quarter, street and area come in the reader's language; what a pack lacks stays as everybody is shown it"
    )
    func lookups() async throws {
        let pack = try pack(await extract(), "de,fr,zh-Hant").pack
        #expect(pack.languages == ["de", "fr", "zh_TW"])
        #expect(pack.verify() == [])
        let gazetteer = try Gazetteer(path: RealWorld.path, check: .structure, details: [pack])
        func names(_ languages: String...) throws -> [String?] {
            let found = try #require(gazetteer.placemark(at: Self.position, preferredLanguages: languages))
            return [found.locality, found.subLocality, found.thoroughfare, found.areasOfInterest?.first]
        }
        let shown = ["Weststadt", "Altstadt", "Bahnhofstrasse", "Stadtpark"]
        #expect(try names() == shown)
        #expect(try names("fr-CH") == ["Ville-Ouest", "Vieille-Ville", "Rue de la Gare", "Parc de la ville"])
        // The park is called so in German; whoever reads German first is not shown the French name.
        #expect(try names("de", "fr") == ["Ville-Ouest", "Vieille-Ville", "Rue de la Gare", "Stadtpark"])
        #expect(try names("zh-TW") == ["西城"] + shown.dropFirst())
        // Russian was not asked for when the pack was made.
        #expect(try names("ru") == shown)
        #expect(try names("en", "fr") == shown)
    }

    @Test(
        "search finds each of them by these names, shows them in the reader's language, and knows the city by both names"
    )
    func search() async throws {
        let pack = try pack(await extract(), "fr").pack
        let gazetteer = try Gazetteer(path: RealWorld.path, check: .structure, details: [pack])
        func first(_ text: String) throws -> Placemark? {
            try gazetteer.search(text, near: Self.position, limit: 1, preferredLanguages: ["fr"]).first?.placemark
        }
        for text in ["Bahnhofstrasse, Weststadt", "Rue de la Gare, Weststadt", "Rue de la Gare, Ville-Ouest"] {
            #expect(try first(text)?.thoroughfare == "Rue de la Gare", "\(text)")
        }
        #expect(try first("Stadtpark, Weststadt")?.name == "Parc de la ville")
        #expect(try first("Vieille-Ville, Weststadt")?.name == "Vieille-Ville")
    }

    @Test("without languages a pack has no such layer; with them it has one more, which an older reader skips")
    func bytes() async throws {
        let extract = try await extract()
        let (plain, with) = (try pack(extract, nil), try pack(extract, "fr"))
        #expect(plain.pack.languages == [])
        #expect(plain.pack.layers.map(\.id) == with.pack.layers.map(\.id).filter { $0 != LayerID.detailPackNames })
        #expect(try pack(extract, "fr").bytes == with.bytes)
    }

    @Test("a damaged layer of names gives none or a wrong one, and never ends the program")
    func damage() async throws {
        var writer = DetailPackNamesWriter()
        writer.add(.street(0), ["fr": "Rue"], shown: "Strasse")
        writer.add(.area(1 << 28), ["fr": "Trop"], shown: "Zuviel")
        let bytes = try #require(writer.bytes)
        for index in bytes.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = bytes
                bytes[index] = value
                bytes.withUnsafeBytes { buffer in
                    let layer = NamesLayer(bytes: buffer)
                    _ = DetailPackNames(["fr"], in: layer)?.name(of: .street(0))
                    _ = layer?.faults(limit: 10) { _ in true }
                }
            }
        }
    }

    @Test("a list of languages is refused by name where it is none", arguments: ["", "de,,fr", "de;fr", "1"])
    func refused(list: String) {
        #expect(throws: PackLanguages.Fault.self) { try PackLanguages(list) }
    }

    @Test("no two seas have one key, and none that of a state or a place")
    func seas() {
        let keys = Set(SeaTranslations.names.keys.map { NameKey(water: $0) })
        #expect(keys.count == SeaTranslations.names.count)
        #expect(keys.allSatisfy { $0.place == nil && $0.rawValue >> 30 == 3 })
        #expect(SeaTranslations.names["North Sea"]?["de"] == "Nordsee")
        #expect(SeaTranslations.names["North Sea"]?["ja"] == "北海")
    }
}
