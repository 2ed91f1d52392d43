import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

@Suite("Forward search with postal codes")
struct SearchPostalCodeTests {
    private let world: SearchableWorld

    init() throws { world = try SearchableWorld() }

    @Test(
        "passes over a postal code before or behind a name",
        arguments: [
            ("8001 Zürich", [341_730]), ("Zürich 8001", [341_730]), ("CH-8001 Zürich", [341_730]),
            ("Zürich, 8001", [341_730]), ("8001, Zürich", [341_730]), ("8001 Zürich, Switzerland", [341_730]),
            ("D-80331 München", [1_260_000, 700]),
            ("San Jose, CA 95112", [997_000]), ("San Jose CA 95112-1234", [997_000]),
            ("〒100-0001 東京", [8_300_000]), ("8001 Zurch", [341_730]), ("40210 Duesseldorf", [620_000]),
            ("1012 AB Düsseldorf", [620_000]), ("8001", []), ("123456789012345 Zürich", []),
            ("San Jose 12 Costa Rica", []),
        ] as [(String, [Int])])
    func postalCodes(text: String, expected: [Int]) { #expect(world.populations(text) == expected) }

    @Test(
        "a postal code chooses among places of one name",
        arguments: [
            ("Paris 75001", [2_100_000, 24_800, 9_000]), ("75462 Paris", [24_800, 2_100_000, 9_000]),
            ("Paris 40361", [9_000, 2_100_000, 24_800]), ("Paris 99999", [2_100_000, 24_800, 9_000]),
            // One digit of five in common says nothing.
            ("Paris 49999", [2_100_000, 24_800, 9_000]),
        ] as [(String, [Int])])
    func choosing(text: String, expected: [Int]) throws {
        let gazetteer = try withCodes()
        let found = try gazetteer.search(text)
        #expect(found.map(\.population) == expected)
        #expect(try gazetteer.search(text, limit: 1).map(\.population) == Array(expected.prefix(1)))
    }

    @Test(
        "a postal code alone, or with a state or country, is the place where the code is, or nothing",
        arguments: [
            ("75004, France", nil, "75004"), ("France 75004", nil, "75004"), ("75004, FR", nil, "75004"),
            ("75460, Texas", nil, "75460"), ("75460-1234, USA", nil, "75460"), ("75004", ["FR"], "75004"),
            // That of another state, of another country, and of none.
            ("75460, Kentucky", nil, nil), ("75004, Germany", nil, nil), ("99999, France", nil, nil),
            ("75004", ["US"], nil), ("75004", nil, "75004"), ("99999", nil, nil),
        ] as [(String, [String]?, String?)])
    func codeInCountry(text: String, countries: [String]?, code: String?) throws {
        let found = try? withCodes().search(text, in: countries)
        #expect(found?.map(\.placemark.postalCode) == code.map { [$0] })
        guard let result = found?.first else { return }
        #expect(result.placemark.locality == "Paris")
        #expect(result.match == .name && result.placemark.name == code)
        let latitude = code == "75004" ? 48.85 : 33.66
        #expect(abs(result.coordinate.latitude - latitude) < 0.001)
    }

    /// The world with three postal codes.
    private func withCodes() throws -> Gazetteer {
        var writer = try GazetteerWriter(copying: world.directory.file("test.gazetteer"), without: LayerID.customPlaces)
        let discs = [("US", 33.66, -95.56, "75460"), ("FR", 48.85, 2.35, "75004"), ("US", 38.21, -84.25, "40361")]
            .compactMap {
                PostalDisc(country: $0, code: $3, latitude: $1, longitude: $2, radiusInMeters: 1000)
            }
        writer.add(LayerID.postalCodes, try PostalCodesLayerWriter.bytes(of: discs), description: .test)
        let path = world.directory.file("with-codes")
        try writer.write(to: path)
        return try Gazetteer(path: path)
    }
}
