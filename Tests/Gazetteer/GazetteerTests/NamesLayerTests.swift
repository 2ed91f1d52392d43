import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// The layer of names in other languages.
@Suite("Names in other languages")
struct NamesLayerTests {
    private static func names() throws -> [NamesLayerWriter.Name] {
        let (cologne, rome) = (NameKey(place: 3), NameKey(place: 40))
        let state = try #require(NameKey(state: "DE-NW"))
        let country = try #require(NameKey(country: "DE"))
        let table: [(NameKey, String, String)] = [
            (cologne, "de", "Köln"), (cologne, "fr", ""), (cologne, "es", "Colonia"), (cologne, "it", "Colonia"),
            (cologne, "ru", "Кёльн"), (cologne, "uk", "Кельн"), (cologne, "ja", "ケルン"), (cologne, "zh", "科隆"),
            (cologne, "zh_TW", "科隆"), (cologne, "local", "Köln"), (cologne, "de_AT", "Köln am Rhein"),
            (rome, "de", "Rom"), (rome, "zh", "罗马"), (rome, "sr", "Рим"), (rome, "nb", "Roma"),
            (state, "de", "Nordrhein-Westfalen"), (country, "local", "Deutschland"), (country, "de", "Deutschland"),
        ]
        return table.map { NamesLayerWriter.Name($0, language: $1, text: $2) }
            + (100..<140).map { NamesLayerWriter.Name(NameKey(place: $0), language: "de", text: "Ort \($0)") }
    }

    private static func withLayer<Result>(
        _ bytes: [UInt8], _ body: (NamesLayer) throws -> Result
    ) throws -> Result {
        try bytes.withUnsafeBytes { try body(#require(NamesLayer(bytes: $0))) }
    }

    @Test(
        "each name comes in the first language that has it, by region and then without, and never in another script",
        arguments: [
            (["de"], "Köln", "Rom"), (["de-CH"], "Köln", "Rom"), (["de-AT"], "Köln am Rhein", "Rom"),
            (["de_DE.UTF-8"], "Köln", "Rom"), (["fr", "de"], "Cologne", "Rom"), (["it-CH", "de"], "Colonia", "Rom"),
            (["ru"], "Кёльн", "Rome"), (["ja"], "ケルン", "Rome"), (["zh"], "科隆", "罗马"), (["zh-Hans-SG"], "科隆", "罗马"),
            (["zh-CN"], "科隆", "罗马"), (["zh-Hant"], "科隆", "Rome"), (["zh-TW"], "科隆", "Rome"),
            (["zh-HK"], "科隆", "Rome"), (["sr"], "Cologne", "Рим"), (["sr-Latn"], "Cologne", "Rome"),
            (["no"], "Cologne", "Roma"), (["en", "de"], "Cologne", "Rome"), (["en-GB", "de"], "Cologne", "Rome"),
            (["xx", "de"], "Köln", "Rom"), (["C"], "Cologne", "Rome"), ([], "Cologne", "Rome"),
            (["local"], "Köln", "Rome"), (["local", "de"], "Köln", "Rome"), (["es", "local"], "Colonia", "Rome"),
        ] as [([String], String, String)])
    func negotiation(languages: [String], cologne: String, rome: String) throws {
        try Self.withLayer(#require(NamesLayerWriter.bytes(of: Self.names()))) { layer in
            let reader = ReaderLanguages(languages, in: layer)
            func name(_ place: Int, _ name: String) -> String {
                reader?.name(of: NameKey(place: place), orDefault: name) ?? name
            }
            #expect(name(3, "Cologne") == cologne)
            #expect(name(40, "Rome") == rome)
            #expect(name(4, "Nowhere") == "Nowhere")
            #expect(layer.faults(placeCount: 140) == [])
        }
    }

    @Test("a state has its key by ISO 3166-2, and a country by ISO 3166-1")
    func keys() throws {
        try Self.withLayer(#require(NamesLayerWriter.bytes(of: Self.names()))) { layer in
            let reader = try #require(ReaderLanguages(["de"], in: layer))
            #expect(reader.name(of: NameKey(state: "DE-NW"), orDefault: "") == "Nordrhein-Westfalen")
            #expect(ReaderLanguages(["local"], in: layer)?.country("DE", in: nil) == "Deutschland")
        }
        let codes = ["DE-NW", "DE-N", "DE-W", "AT-9", "AT-09", "MN-035", "GB-ENG", "NW-DE"]
        #expect(Set(codes.map { NameKey(state: $0) }).count == codes.count)
        for wrong in ["DE", "DE-", "de-NW", "DE-NWXX", "DE-N-W", "D-NW", "DE-ü"] {
            #expect(NameKey(state: wrong) == nil)
        }
    }

    @Test("what a writer has laid out is found, and the same names in any order give the same bytes")
    func roundTrip() throws {
        let names = try Self.names()
        let bytes = try #require(NamesLayerWriter.bytes(of: names))
        try Self.withLayer(bytes) { layer in
            for name in names {
                let number = try #require(layer.number(ofLanguage: name.language))
                let found = layer.name(of: name.key, in: [number])
                #expect(found == (name.text.isEmpty ? .isDefault : .name(name.text)))
            }
            #expect(layer.number(ofLanguage: "xx") == nil)
        }
        var generator = SeededRandom(seed: 1)
        for _ in 0..<5 { #expect(NamesLayerWriter.bytes(of: names.shuffled(using: &generator)) == bytes) }
        let many = (0..<256).map { NamesLayerWriter.Name(NameKey(place: 0), language: "x\($0)", text: "y") }
        #expect(NamesLayerWriter.bytes(of: many) == nil)
    }

    @Test("damage gives no name or a wrong one, never ends the program, and is named")
    func damage() throws {
        let bytes = try #require(NamesLayerWriter.bytes(of: Self.names()))
        func use(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { buffer in
                guard let layer = NamesLayer(bytes: buffer) else { return }
                for languages in [["de"], ["zh-TW", "fr"], ["local"]] {
                    let reader = ReaderLanguages(languages, in: layer)
                    for place in [0, 3, 40, 117, 1 << 29] { _ = reader?.name(of: NameKey(place: place), orDefault: "") }
                    _ = reader?.country("DE", in: nil)
                }
                _ = layer.faults(placeCount: 140)
            }
        }
        DamagedBytes.forEach(of: bytes, use)
        try Self.withLayer(bytes) { layer in
            #expect(layer.faults(placeCount: 100).first == "names: place 100 is not there")
        }
        var damaged = bytes
        damaged[damaged.count - 1] = 0xFE
        try Self.withLayer(damaged) { #expect(!$0.faults(placeCount: 140).isEmpty) }
    }

    @Test("the city of a detail pack has the name of the world's for the reader, when the two are the same city")
    func packs() throws {
        let directory = try TemporaryDirectory()
        let place = Place(
            name: "Westville", coordinate: Coordinate(47.05, 9.05), population: 5000, country: "Liechtenstein",
            isoCountryCode: "LI")
        var writer = GazetteerWriter()
        let description = SmallPack.description()
        try writer.addPlaces([place], description: description)
        let names = [("local", "West"), ("de", "Westen"), ("fr", "")].map {
            NamesLayerWriter.Name(NameKey(place: 0), language: $0, text: $1)
        }
        writer.add(LayerID.names, try #require(NamesLayerWriter.bytes(of: names)), description: description)
        let world = directory.file("world.gazetteer")
        try writer.write(to: world)
        func city(_ pack: String, _ languages: [String]) throws -> Placemark? {
            let pack = try SmallPack.write(to: directory.file("\(pack).gazetteer"), west: pack)
            return try Gazetteer(path: world, details: [pack])
                .placemark(at: Coordinate(47.02, 9.02), preferredLanguages: languages)
        }
        for (languages, name) in [([], "Westville"), (["de"], "Westen"), (["fr"], "Westville"), (["local"], "West")] {
            let found = try city("West", languages)
            #expect(found?.locality == name)
            #expect(found?.name == name)
            #expect(found?.localitySource == .limits)
        }
        // Another name is another city.
        #expect(try city("Ville", ["de"])?.locality == "Ville")
        #expect(try Gazetteer(path: world).verify() == [])
    }
}
