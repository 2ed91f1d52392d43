import FoundationEssentials
import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// The layer of country names, and how a language is chosen.
@Suite("Country names")
struct CountryNamesTests {
    private static func names() throws -> [CountryNamesLayerWriter.Name] {
        let table: [(String, String, String)] = [
            ("de", "CH", "Schweiz"), ("de", "DE", "Deutschland"), ("fr", "CH", "Suisse"), ("pt", "DE", "Alemanha"),
            ("pt_BR", "CH", "Suíça"), ("sr", "DE", "Немачка"), ("sr@latin", "DE", "Nemačka"), ("zh_CN", "DE", "德国"),
            ("zh_TW", "DE", "德國"), ("zh_HK", "CH", "瑞士"), ("nb_NO", "DE", "Tyskland"), ("he", "DE", "גרמניה"),
        ]
        return try table.map {
            CountryNamesLayerWriter.Name(language: $0, country: try #require(CountryCode.packed($1)), text: $2)
        }
    }

    private func withLayer<Result>(_ bytes: [UInt8], _ body: (CountryNamesLayer) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { try body(#require(CountryNamesLayer(bytes: $0))) }
    }

    @Test(
        "are in the first language that has one",
        arguments: [
            ("CH", ["de"], "Schweiz"), ("CH", ["de-CH"], "Schweiz"), ("CH", ["de_CH.UTF-8"], "Schweiz"),
            ("CH", ["DE-ch"], "Schweiz"), ("CH", ["de_DE@euro"], "Schweiz"), ("CH", ["xx", "fr-CH", "de"], "Suisse"),
            ("DE", ["fr", "de"], "Deutschland"), ("DE", ["pt-BR"], "Alemanha"), ("CH", ["pt-BR"], "Suíça"),
            ("CH", ["pt-PT"], nil), ("DE", ["en", "de"], nil), ("DE", ["en_US.UTF-8", "de"], nil), ("DE", [], nil),
            ("DE", ["C", "POSIX", "", "-", "de"], "Deutschland"), ("DE", ["C.UTF-8", "de"], "Deutschland"),
            ("DE", ["sr-Latn-RS"], "Nemačka"), ("DE", ["sr_RS@latin"], "Nemačka"), ("DE", ["sr-Cyrl"], "Немачка"),
            ("DE", ["sr_RS"], "Немачка"), ("DE", ["zh"], "德国"), ("DE", ["zh-Hans-SG"], "德国"),
            ("DE", ["zh-Hant"], "德國"), ("DE", ["zh_TW.UTF-8"], "德國"), ("DE", ["zh-Hant-HK"], "德國"),
            ("CH", ["zh-HK"], "瑞士"), ("CH", ["zh-TW"], "瑞士"), ("DE", ["nb"], "Tyskland"), ("DE", ["no"], "Tyskland"),
            ("DE", ["iw"], "גרמניה"),
            ("XX", ["de"], nil), ("de", ["de"], nil), ("", ["de"], nil),
        ] as [(String, [String], String?)])
    func negotiation(country: String, languages: [String], name: String?) throws {
        try withLayer(CountryNamesLayerWriter.bytes(of: Self.names())) { layer in
            #expect(layer.name(ofCountry: country, preferredLanguages: languages) == name)
            #expect(layer.faults() == [])
        }
    }

    @Test("are written alike in any order")
    func determinism() throws {
        var generator = SeededRandom(seed: 1)
        let bytes = try CountryNamesLayerWriter.bytes(of: Self.names())
        for _ in 0..<5 {
            #expect(try CountryNamesLayerWriter.bytes(of: Self.names().shuffled(using: &generator)) == bytes)
        }
    }

    @Test("do not crash in a damaged layer")
    func damage() throws {
        let bytes = try CountryNamesLayerWriter.bytes(of: Self.names())
        func use(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { buffer in
                guard let layer = CountryNamesLayer(bytes: buffer) else { return }
                for language in ["de", "pt-BR", "sr-Latn", "zh", "fr"] {
                    _ = layer.name(ofCountry: "CH", preferredLanguages: [language])
                }
                _ = layer.faults()
            }
        }
        DamagedBytes.forEach(of: bytes, use)
    }

    @Test("are read from a catalogue of messages, and a damaged one is refused or read without a crash")
    func catalogue() throws {
        var file: [UInt8] = []
        let messages = [
            ("", "header"), ("Chad", "Tschad"), ("France\u{0}Frances", "Frankreich"), ("x\u{4}Mali", "Mali"),
        ]
        for number in [0x9504_12DE, 0, UInt32(messages.count), 28, 28 + 32, 0, 0] as [UInt32] {
            file.append(littleEndian: number)
        }
        var (strings, tables): ([UInt8], [UInt8]) = ([], [])
        for text in messages.map(\.0) + messages.map(\.1) {
            tables.append(littleEndian: UInt32(text.utf8.count))
            tables.append(littleEndian: UInt32(28 + 64 + strings.count))
            strings += Array(text.utf8) + [0]
        }
        file += tables + strings
        let read = try file.withUnsafeBytes { try #require(MOFile(bytes: $0)) }
        #expect(read.translations == ["Chad": "Tschad"])
        for offset in file.indices {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var damaged = file
                damaged[offset] = value
                damaged.withUnsafeBytes { _ = MOFile(bytes: $0) }
            }
            if offset < 28 + 64 { #expect(file.prefix(offset).withUnsafeBytes { MOFile(bytes: $0) == nil }) }
        }
    }

    @Test("of the world are there in the great languages")
    func world() throws {
        let bytes = CountryNamesLayerWriter.bytes(of: try CountryNameSource.names(directory: RealSources.path))
        #expect(bytes.count < 700_000)
        try withLayer(bytes) { layer in
            #expect(layer.faults() == [])
            #expect(layer.languageCount > 150)
            for (language, country, name) in [
                ("de-CH", "CH", "Schweiz"), ("fr", "DE", "Allemagne"), ("ja", "JP", "日本"), ("es", "BO", "Bolivia"),
                ("de", "BO", "Bolivien"), ("zh-TW", "US", "美國"), ("ru", "RU", "Российская Федерация"),
                ("pt-BR", "CH", "Suíça"), ("it", "GB", "Regno Unito"),
            ] {
                #expect(layer.name(ofCountry: country, preferredLanguages: [language]) == name)
            }
        }
    }
}
