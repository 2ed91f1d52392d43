import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Addresses and postal codes where no detail pack knows the street.
@Suite("Forward search: addresses without packs")
struct WrittenAddressTests {
    private let world: SearchableWorld

    init() throws { world = try SearchableWorld() }

    @Test(
        "an address whose street nobody has gives its city, and says so",
        arguments: [
            ("10 Downing Street, Zürich", 341_730), ("10 Downing Street Zürich", 341_730),
            ("Bahnhofstrasse 1, 8001 Zürich", 341_730), ("Bahnhofstrasse 1 8001 Zürich", 341_730),
            ("Downing Street, Zürich, Switzerland", 341_730), ("1600 Pennsylvania Ave NW, Paris, TX 75460", 24_800),
            ("1600 Pennsylvania Ave NW Paris TX", 24_800), ("Zürich, Bahnhofstrasse 1", 341_730),
            ("221B Baker Street, Marylebone, Paris", 2_100_000), ("Sonnenhalde 3, Zürich", 341_730),
            ("Rua Augusta 1500 - Centro, San Jose - CA", 997_000),
        ])
    func city(text: String, population: Int) throws {
        let results = try world.gazetteer.search(text)
        #expect(results.first?.population == population)
        #expect(results.allSatisfy { $0.match == .withoutStreet && $0.placemark.thoroughfare == nil })
    }

    @Test(
        "nothing is invented for a street in no city, or in a country alone",
        arguments: [
            "150 Elm Street", "10 Downing Street", "12 Paris Street", "5 High Road, Switzerland", "Paris Road 7",
            "Champs-Élysées, France", "XX, Paris",
        ])
    func nothing(text: String) { #expect(world.populations(text) == []) }

    @Test(
        "what is nothing else and may be an address gives its city, and says that the street is not known",
        arguments: [
            ("Champs-Élysées, Paris", 2_100_000), ("Champs-Élysées, 8e, 75008 Paris", 2_100_000),
            ("Unter den Linden, Munich, Germany", 1_260_000), ("Невский проспект, Мюнхен", 1_260_000),
            ("銀座4丁目, 東京", 8_300_000), ("Champs-Élysées, Paris, TX", 24_800),
            ("Damrak 1 Zürich", 341_730), ("Damrak 1-3 Zürich", 341_730), ("Damrak 1 8001 Zürich", 341_730),
            ("Damrak 1 Zürich, Switzerland", 341_730),
            ("12 rue de Rivoli Paris", 2_100_000), ("12 rue Victor Hugo 75001 Paris", 2_100_000),
            ("12 bis rue de Rivoli Paris, France", 2_100_000),
        ])
    func likelyCity(text: String, population: Int) throws {
        let results = try world.gazetteer.search(text)
        #expect(results.first?.population == population)
        #expect(results.allSatisfy { $0.match == .withoutStreet })
    }

    @Test(
        "no city is made of what contradicts itself, of a street's own name, or of a small town without a comma",
        arguments: [
            "Vincennes, Zürich", "Zürich 5 Munich", "Damrak 1 Vincennes", "5 Rue de Paris", "5 Rue du Faubourg Paris",
            "5 Avenue George Munich", "Sonnenhalde Zürich",
        ])
    func unlikelyCity(text: String) { #expect(world.populations(text) == []) }

    @Test(
        "a city that has its name from the street is no address",
        arguments: [("8001 Zurch", 341_730), ("Parish, NY", 500)])
    func noAddress(text: String, population: Int) throws {
        let first = try #require(try world.gazetteer.search(text).first)
        #expect(first.population == population && first.match != .withoutStreet)
    }

    /// The world with codes of the United States, Britain and the Netherlands.
    private func withCodes() throws -> Gazetteer {
        var writer = try GazetteerWriter(copying: world.directory.file("test.gazetteer"), without: LayerID.customPlaces)
        let discs = [
            ("US", 33.66, -95.56, "75460"), ("US", 38.21, -84.25, "40361"), ("FR", 48.85, 2.35, "75460"),
            ("CH", 47.37, 8.55, "SW1A"), ("JP", 35.69, 139.69, "100-0001"), ("DE", 48.14, 11.58, "9401"),
        ].compactMap { PostalDisc(country: $0, code: $3, latitude: $1, longitude: $2, radiusInMeters: 1000) }
        writer.add(LayerID.postalCodes, try PostalCodesLayerWriter.bytes(of: discs), description: .test)
        let path = world.directory.file("with-codes")
        try writer.write(to: path)
        return try Gazetteer(path: path)
    }

    @Test(
        "a postal code alone is found, with and without its country, and as people write it",
        arguments: [
            ("75460", ["FR", "US"]), ("75460 USA", ["US"]), ("75460, TX", ["US"]), ("FR-75460", ["FR"]),
            ("F-75460", ["FR"]), ("75460-1234", ["US"]), ("sw1a 2aa", ["CH"]), ("SW1A2AA", ["CH"]),
            ("SW1A", ["CH"]), ("1000001", ["JP"]), ("100-0001", ["JP"]), ("〒100-0001", ["JP"]), ("9401 AB", ["DE"]),
        ] as [(String, [String])])
    func codes(text: String, countries: [String]) throws {
        let results = try withCodes().search(text)
        #expect(results.map(\.placemark.isoCountryCode) == countries)
        #expect(results.allSatisfy { $0.placemark.name == $0.placemark.postalCode && $0.match == .name })
    }

    @Test("of a code in several countries that of the country there counts, and no other than those asked for")
    func choosing() throws {
        let gazetteer = try withCodes()
        let near = try gazetteer.search("75460", near: Coordinate(33, -96))
        #expect(near.map(\.placemark.isoCountryCode) == ["US"])
        // In Switzerland codes are not such here: then the nearest comes first.
        let beside = try gazetteer.search("75460", near: Coordinate(47.4, 8.5))
        #expect(beside.map(\.placemark.isoCountryCode) == ["FR", "US"])
        #expect(near[0].coordinate.distance(to: Coordinate(33.66, -95.56)) < 20)
        #expect(near[0].placemark.distance.map { $0 > 80_000 } == true)
        #expect(try gazetteer.search("75460", in: ["US"]).map(\.placemark.isoCountryCode) == ["US"])
        #expect(throws: SearchError.noResult) { try gazetteer.search("75460 Switzerland") }
        #expect(throws: SearchError.noResult) { try gazetteer.search("12345") }
    }

    @Test("a number that is no postal code of the country does not stand beside a place for one")
    func noCode() throws {
        #expect(throws: SearchError.noResult) { try withCodes().search("150 Zürich") }
        #expect(try withCodes().search("40361 Paris").first?.population == 9_000)
    }

    @Test(
        "commas, brackets, and strokes between spaces part a text; other strokes do not",
        arguments: [
            ("São Paulo - SP", ["São Paulo ", " SP"]), ("Montréal (QC) Canada", ["Montréal ", "QC", " Canada"]),
            ("Winston-Salem", ["Winston-Salem"]), ("Weg 12 - 14", ["Weg 12 - 14"]), ("a – b", ["a ", " b"]),
            ("- a -", ["- a -"]), ("Rua 12 - Centro", ["Rua 12 ", " Centro"]),
        ] as [(String, [String])])
    func parts(text: String, expected: [String]) { #expect(TextParts.of(text).map(String.init) == expected) }
}
