import PlacemarkCore
import TestSupport
import Testing

@testable import Gazetteer

@Suite("Forward search")
struct SearchTests {
    private let directory: TemporaryDirectory
    private let gazetteer: Gazetteer

    init() throws {
        directory = try TemporaryDirectory()
        gazetteer = try Gazetteer(path: directory.write(SearchWorld.bytes))
    }

    private func populations(_ text: String, near: Coordinate? = nil, in countries: [String]? = nil) -> [Int] {
        let results = try? gazetteer.search(text, near: near, in: countries)
        return results?.map(\.population) ?? []
    }

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
    func names(text: String, expected: [Int]) { #expect(populations(text) == expected) }

    @Test(
        "finds other names, in other scripts too, behind places that have the name as their own",
        arguments: [
            ("München", [1_260_000, 700]), ("Мюнхен", [1_260_000]), ("ミュンヘン", [1_260_000]), ("みゅんへん", [1_260_000]),
            ("MUC", [1_260_000]),
            ("東京", [8_300_000]), ("도쿄", [8_300_000]), ("Lutetia", [2_100_000]), ("Duesseldorf", [620_000]),
            ("Parish", [24_800, 500]),
        ] as [(String, [Int])])
    func otherNames(text: String, expected: [Int]) { #expect(populations(text) == expected) }

    @Test(
        "understands county, state and country, by name and by code, with and without commas",
        arguments: [
            ("Paris, TX", [24_800]), ("paris , texas", [24_800]), ("Paris,us", [24_800, 9_000]),
            ("Paris, USA", [24_800, 9_000]),
            ("Paris, United States", [24_800, 9_000]), ("Paris, the united states", [24_800, 9_000]),
            ("Paris, KY, US", [9_000]),
            ("Paris, Lamar County", [24_800]), ("Paris, FR", [2_100_000]), ("Paris, ÎLE-DE-FRANCE", [2_100_000]),
            ("Paris TX", [24_800]), ("paris texas", [24_800]), ("Paris TX USA", [24_800]), ("Paris TX, US", [24_800]),
            ("Paris Lamar County Texas", [24_800]), ("San Jose California", [997_000]), ("San José, CR", [340_000]),
            ("France, Paris", [2_100_000]), ("france paris", [2_100_000]), ("München, Deutschland", [1_260_000, 700]),
            ("München, Bayern", [1_260_000]),
            ("パリ、フランス", [2_100_000]), ("باريس، فرنسا", [2_100_000]), ("Zürich, ch", [341_730]),
            ("Paris,", [2_100_000, 24_800, 9_000]), ("Paris, Frnce", [2_100_000]), ("Misato, Saitama, Japan", [1_000]),
        ] as [(String, [Int])])
    func qualified(text: String, expected: [Int]) { #expect(populations(text) == expected) }

    @Test(
        "finds a name with one letter left out, added, replaced or exchanged, when nothing is called so",
        arguments: [
            ("Prais", 2_100_000), ("Pais", 2_100_000), ("Parris", 2_100_000), ("Parys", 2_100_000),
            ("Prais, TX", 24_800),
            ("Baris", 2_100_000), ("Zurch", 341_730), ("Zürihc", 341_730), ("SanJose", 997_000), ("Мюнхэн", 1_260_000),
            ("도코", 8_300_000),
        ])
    func typos(text: String, expected: Int) throws {
        let first = try #require(try gazetteer.search(text).first)
        #expect(first.population == expected)
        #expect(first.match == .correction)
    }

    @Test(
        "finds a name by its beginning, when nothing is called so",
        arguments: [("Dussel", 620_000), ("San Jo", 997_000)])
    func completions(text: String, expected: Int) throws {
        let first = try #require(try gazetteer.search(text).first)
        #expect(first.population == expected)
        #expect(first.match == .completion)
    }

    @Test("tells how a place was found")
    func match() throws {
        #expect(try gazetteer.search("Munich").map(\.match) == [.name])
        #expect(try gazetteer.search("München").map(\.match) == [.alternateName, .name])
        #expect(try gazetteer.search("Paris, Frnce").map(\.match) == [.correction])
    }

    @Test(
        "finds countries and states, where their largest place is, unless that has the name itself",
        arguments: [
            ("Germany", nil, "Germany", 48.14), ("germny", nil, "Germany", 48.14),
            ("USA", nil, "The United States", 37.34),
            ("Texas", "Texas", "The United States", 33.66), ("TX", "Texas", "The United States", 33.66),
            ("Texas, USA", "Texas", "The United States", 33.66), ("Bayern", "Bavaria", "Germany", 48.14),
        ] as [(String, String?, String, Double)])
    func areas(text: String, state: String?, country: String, latitude: Double) throws {
        let result = try #require(try gazetteer.search(text).first)
        var expected = Placemark(geocoder: "gazetteer")
        (expected.name, expected.administrativeArea, expected.country) = (state ?? country, state, country)
        expected.isoCountryCode = country == "Germany" ? "DE" : "US"
        #expect(result.placemark == expected)
        #expect(result.coordinate.latitude == latitude)
        #expect(result.population == 0)
        #expect(result.match == (text == "germny" ? .correction : .area))
    }

    @Test("takes the place for its state when both are called so", arguments: ["Tokyo", "San José", "Zurich"])
    func placeAndState(text: String) throws {
        #expect(try gazetteer.search(text).first?.placemark.locality != nil)
        #expect(try gazetteer.search(text).allSatisfy { $0.match != .area })
    }

    @Test(
        "finds a place near a city that is named instead of an area",
        arguments: ["Parish, Pulaski", "Parish Pulaski", "parish, pulaski, ny"])
    func surroundings(text: String) { #expect(populations(text) == [500]) }

    @Test(
        "finds a place near a city that has the name of an area in which there is no such place",
        arguments: ["Vincennes, Paris", "vincennes paris", "Vincennes, Paris, France"])
    func surroundingsOfArea(text: String) { #expect(populations(text) == [48_000]) }

    @Test("later steps are taken only when the ones before have found nothing")
    func steps() throws {
        // One is in the county of Paris, the larger one only near the city.
        #expect(populations("Montreuil, Paris") == [10])
        #expect(try gazetteer.search("Montreuil, Paris").map(\.match) == [.name])
        #expect(populations("Paris, NY") == [500])
        #expect(try gazetteer.search("Paris, NY").map(\.match) == [.correction])
    }

    @Test("a country does not lie in a part of itself", arguments: ["France, Paris", "Paris France", "france paris"])
    func countryInPart(text: String) { #expect(populations(text) == [2_100_000]) }

    @Test(
        "passes over a postal code before or behind a name",
        arguments: [
            ("8001 Zürich", [341_730]), ("Zürich 8001", [341_730]), ("CH-8001 Zürich", [341_730]),
            ("Zürich, 8001", [341_730]), ("8001, Zürich", [341_730]), ("8001 Zürich, Switzerland", [341_730]),
            ("Bahnhofstrasse 1, 8001 Zürich", []), ("D-80331 München", [1_260_000, 700]),
            ("San Jose, CA 95112", [997_000]), ("San Jose CA 95112-1234", [997_000]),
            ("〒100-0001 東京", [8_300_000]), ("8001 Zurch", [341_730]), ("40210 Duesseldorf", [620_000]),
            ("1012 AB Düsseldorf", [620_000]), ("8001", []), ("123456789012345 Zürich", []),
        ] as [(String, [Int])])
    func postalCodes(text: String, expected: [Int]) { #expect(populations(text) == expected) }

    @Test(
        "a postal code chooses among places of one name",
        arguments: [
            ("Paris 75001", [2_100_000, 24_800, 9_000]), ("75462 Paris", [24_800, 2_100_000, 9_000]),
            ("Paris 40361", [9_000, 2_100_000, 24_800]), ("Paris 99999", [2_100_000, 24_800, 9_000]),
        ] as [(String, [Int])])
    func choosing(text: String, expected: [Int]) throws {
        var writer = try GazetteerWriter(copying: directory.file("test.gazetteer"), without: LayerID.customPlaces)
        let discs = [("US", 33.66, -95.56, "75460"), ("FR", 48.85, 2.35, "75004"), ("US", 38.21, -84.25, "40361")]
            .compactMap {
                PostalDisc(country: $0, code: $3, latitude: $1, longitude: $2, radiusInMeters: 1000)
            }
        writer.add(LayerID.postalCodes, try PostalCodesLayerWriter.bytes(of: discs), description: .test)
        let path = directory.file("with-codes")
        try writer.write(to: path)
        let found = try Gazetteer(path: path).search(text)
        #expect(found.map(\.population) == expected)
        #expect(try Gazetteer(path: path).search(text, limit: 1).map(\.population) == Array(expected.prefix(1)))
    }

    @Test("prefers what is near a hint, and tells how far it is from there")
    func hint() throws {
        let dallas = Coordinate(32.78, -96.8)
        #expect(populations("Paris", near: dallas) == [24_800, 2_100_000, 9_000])
        #expect(populations("Paris", near: Coordinate(50, 3)) == [2_100_000, 24_800, 9_000])
        let placemark = try #require(try gazetteer.search("Paris, TX", near: dallas).first).placemark
        #expect(placemark.distance == dallas.distance(to: Coordinate(33.66, -95.56)).rounded())
        #expect(placemark.bearing == 49)
        #expect(try gazetteer.search("Paris").first?.placemark.distance == nil)
    }

    @Test(
        "leaves out other countries than those asked for",
        arguments: [
            (["US"], [24_800, 9_000]), (["fr"], [2_100_000]), (["FRA", "usa"], [2_100_000, 24_800, 9_000]),
            (["CH"], []),
            (["TX"], []), (["??"], []), ([], []),
        ] as [([String], [Int])])
    func countries(codes: [String], expected: [Int]) { #expect(populations("Paris", in: codes) == expected) }

    @Test(
        "gives at most as many results as asked for, and at least one",
        arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (.max, 3)])
    func limit(limit: Int, count: Int) throws {
        #expect(try gazetteer.search("Paris", limit: limit).count == count)
        #expect(try gazetteer.search("Paris", limit: limit).first?.population == 2_100_000)
    }

    @Test("says that there is no result", arguments: ["Xyzzy", "Paris, Utopia", "Zürich, Texas", "北", "q", "??x"])
    func noResult(text: String) {
        #expect(throws: SearchError.noResult) { try gazetteer.search(text) }
    }

    @Test("says that there is no name", arguments: ["", " , ", "?!", "🌍", String(repeating: "a", count: 1001)])
    func noName(text: String) {
        #expect(throws: SearchError.noName) { try gazetteer.search(text) }
    }

    @Test(
        "takes any text",
        arguments: [
            String(repeating: "a", count: 1000), String(repeating: "a ", count: 500),
            String(repeating: "a,", count: 500),
            String(repeating: "Paris, ", count: 11) + "TX", "\0", "\u{10FFFF}\u{301}",
            "京" + String(repeating: "都", count: 300),
        ])
    func anyText(text: String) { _ = try? gazetteer.search(text, near: Coordinate(90, 0)) }

    @Test("gives the placemark of the place")
    func placemark() throws {
        let result = try #require(try gazetteer.search("Paris, TX").first)
        var expected = Placemark(geocoder: "gazetteer")
        (expected.name, expected.locality, expected.subAdministrativeArea) = ("Paris", "Paris", "Lamar County")
        (expected.administrativeArea, expected.country, expected.isoCountryCode) = ("Texas", "The United States", "US")
        expected.timeZone = "Zone/US"
        #expect(result.placemark == expected)
        #expect(result.coordinate == Coordinate(33.66, -95.56))
    }

    @Test("says that a file has no names to search for, and answers all else")
    func noLayer() throws {
        let path = try directory.write(GazetteerWriter.bytes(of: SearchWorld.places), to: "plain")
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
        let other = try Gazetteer(path: directory.write(writer.bytes, to: "other"))
        #expect(throws: SearchError.unsupportedSearchLayer) { try other.search("Paris") }
    }

    @Test("passes verification, and the same names give the same bytes")
    func verification() throws {
        #expect(gazetteer.verify() == [])
        #expect(try SearchWorld.bytes == SearchWorld.bytes)
    }
}

/// A few places that people look for, and their names.
enum SearchWorld {
    private static let table: [(Place, [String])] = [
        (place("Paris", 33.66, -95.56, 24_800, "US", "Texas", "TX", "Lamar County"), ["Parish"]),
        (
            place("Paris", 48.85, 2.35, 2_100_000, "FR", "Île-de-France", nil, "Paris"),
            ["Lutetia", "Paris", "PARIS", "パリ", "باريس"]
        ),
        (place("Vincennes", 48.85, 2.44, 48_000, "FR", "Île-de-France", nil, "Val-de-Marne"), []),
        (place("Montreuil", 48.86, 2.35, 10, "FR", "Île-de-France", nil, "Paris"), []),
        (place("Montreuil", 48.86, 2.44, 110_000, "FR", "Île-de-France", nil, "Seine-Saint-Denis"), []),
        (place("Vincennes", 38.68, -87.53, 17_000, "US", "Indiana", "IN"), []),
        (place("Paris", 38.21, -84.25, 9_000, "US", "Kentucky", "KY"), []),
        (place("Parish", 43.4, -76.1, 500, "US", "New York", "NY"), []),
        (place("Pulaski", 43.57, -76.13, 2_300, "US", "New York", "NY"), []),
        (place("Zürich", 47.37, 8.55, 341_730, "CH", "Zurich", "ZH"), ["Zurigo"]),
        (place("ÉVREUX", 49.02, 1.15, 50_000, "FR", "Normandy"), []),
        (place("Misato, Saitama", 35.83, 139.87, 1_000, "JP", "Saitama"), []),
        (place("St. Louis", 38.63, -90.2, 301_000, "US", "Missouri", "MO"), []),
        (place("San Jose", 37.34, -121.89, 997_000, "US", "California", "CA"), []),
        (place("San José", 9.93, -84.08, 340_000, "CR", "San José"), []),
        (place("Munich", 48.14, 11.58, 1_260_000, "DE", "Bavaria"), ["München", "Мюнхен", "ミュンヘン", "MUC"]),
        (place("München", 50.9, 11.5, 700, "DE", "Thuringia"), []),
        (place("Tokyo", 35.69, 139.69, 8_300_000, "JP", "Tokyo"), ["東京", "도쿄"]),
        (place("Düsseldorf", 51.22, 6.78, 620_000, "DE", "North Rhine-Westphalia"), []),
    ]

    static let places = table.map(\.0)

    static var bytes: [UInt8] {
        get throws {
            var writer = GazetteerWriter()
            try writer.addPlaces(places, description: .test)
            writer.addSearch(
                places, alternateNames: table.map(\.1),
                areaNames: AreaNames(
                    countries: ["US": ["USA"], "DE": ["Deutschland"], "FR": ["FRA", "フランス", "فرنسا"]],
                    states: [.init(isoCountryCode: "DE", name: "Bavaria"): ["Bayern"]]), description: .test
            )
            return writer.bytes
        }
    }

    private static let countries = [
        "US": "The United States", "FR": "France", "CH": "Switzerland", "JP": "Japan", "CR": "Costa Rica",
        "DE": "Germany",
    ]

    private static func place(
        _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int, _ country: String, _ state: String,
        _ stateCode: String? = nil, _ county: String? = nil
    ) -> Place {
        Place(
            name: name, coordinate: Coordinate(latitude, longitude), population: population,
            country: countries[country],
            isoCountryCode: country, administrativeArea: state, administrativeAreaCode: stateCode,
            subAdministrativeArea: county, timeZone: "Zone/\(country)")
    }
}
