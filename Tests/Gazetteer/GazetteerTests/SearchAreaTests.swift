import PlacemarkModel
import Testing

@testable import Gazetteer

@Suite("Forward search in areas")
struct SearchAreaTests {
    private let world: SearchableWorld

    init() throws { world = try SearchableWorld() }

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
    func qualified(text: String, expected: [Int]) { #expect(world.populations(text) == expected) }

    @Test(
        "finds countries and states, where their largest place is, unless that has the name itself",
        arguments: [
            ("Germany", nil, "Germany", 48.14), ("germny", nil, "Germany", 48.14),
            ("USA", nil, "The United States", 37.34),
            ("Texas", "Texas", "The United States", 33.66), ("TX", "Texas", "The United States", 33.66),
            ("Texas, USA", "Texas", "The United States", 33.66), ("Bayern", "Bavaria", "Germany", 48.14),
        ] as [(String, String?, String, Double)])
    func areas(text: String, state: String?, country: String, latitude: Double) throws {
        let result = try #require(try world.gazetteer.search(text).first)
        var expected = Placemark(geocoder: "gazetteer")
        (expected.name, expected.administrativeArea, expected.country) = (state ?? country, state, country)
        expected.isoCountryCode = country == "Germany" ? "DE" : "US"
        #expect(result.placemark == expected)
        #expect(result.coordinate.latitude == latitude)
        #expect(result.population == 0)
        #expect(result.match == (text == "germny" ? .correction : .area))
    }

    @Test("finds counties that no place has the name of, or only counties, where their largest place is")
    func counties() throws {
        let county = try #require(try world.gazetteer.search("Lamar County, Texas").first)
        var expected = Placemark(geocoder: "gazetteer")
        (expected.name, expected.subAdministrativeArea) = ("Lamar County", "Lamar County")
        (expected.administrativeArea, expected.country, expected.isoCountryCode) = ("Texas", "The United States", "US")
        #expect(county.placemark == expected)
        #expect(county.match == .area && county.population == 0 && county.coordinate.latitude == 33.66)
        // The city comes before its county, unless the county is what is asked for.
        #expect(try world.gazetteer.search("Paris, France").first?.placemark.locality == "Paris")
        let paris = try world.gazetteer.search("Paris", countiesOnly: true)
        #expect(paris.map(\.placemark.subAdministrativeArea) == ["Paris"])
        #expect(paris.map(\.coordinate.latitude) == [48.85])
        #expect(throws: SearchError.noResult) {
            try world.gazetteer.search("Paris, Texas", countiesOnly: true)
        }
        #expect(throws: SearchError.noResult) {
            try world.gazetteer.search("Lamar County", in: ["FR"], countiesOnly: true)
        }
    }

    @Test("takes the place for its state when both are called so", arguments: ["Tokyo", "San José", "Zurich"])
    func placeAndState(text: String) throws {
        #expect(try world.gazetteer.search(text).first?.placemark.locality != nil)
        #expect(try world.gazetteer.search(text).allSatisfy { $0.match != .area })
    }

    @Test(
        "finds a place near a city that is named instead of an area",
        arguments: ["Parish, Pulaski", "Parish Pulaski", "parish, pulaski, ny"])
    func surroundings(text: String) { #expect(world.populations(text) == [500]) }

    @Test(
        "finds a place near a city that has the name of an area in which there is no such place",
        arguments: ["Vincennes, Paris", "vincennes paris", "Vincennes, Paris, France"])
    func surroundingsOfArea(text: String) { #expect(world.populations(text) == [48_000]) }

    @Test("later steps are taken only when the ones before have found nothing")
    func steps() throws {
        // One is in the county of Paris, the larger one only near the city.
        #expect(world.populations("Montreuil, Paris") == [10])
        #expect(try world.gazetteer.search("Montreuil, Paris").map(\.match) == [.name])
        #expect(world.populations("Paris, NY") == [500])
        #expect(try world.gazetteer.search("Paris, NY").map(\.match) == [.correction])
    }

    @Test("a country does not lie in a part of itself", arguments: ["France, Paris", "Paris France", "france paris"])
    func countryInPart(text: String) { #expect(world.populations(text) == [2_100_000]) }

    @Test(
        "leaves out other countries than those asked for",
        arguments: [
            (["US"], [24_800, 9_000]), (["fr"], [2_100_000]), (["FRA", "usa"], [2_100_000, 24_800, 9_000]),
            (["CH"], []),
            (["TX"], []), (["??"], []), ([], []),
        ] as [([String], [Int])])
    func countries(codes: [String], expected: [Int]) { #expect(world.populations("Paris", in: codes) == expected) }
}
