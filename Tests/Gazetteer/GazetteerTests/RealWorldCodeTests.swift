import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import Gazetteer

/// Postal codes and those of airports, in the gazetteer of the world.
@Suite("Real world: forward search by codes", .timeLimit(.minutes(20)), .tags(.soak))
struct RealWorldCodeTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    @Test(
        "codes and house numbers are not taken for places of other names",
        arguments: [
            "KJFK", "QQQ", "ZZ9", "ZZ9 9ZZ", "17 Park Avenue", "6 Green Lane", "2 Long Lane",
        ])
    func codesAndNumbers(text: String) {
        #expect(throws: SearchError.noResult, "\(text)") { try gazetteer.search(text) }
    }

    @Test(
        "an airport comes first under its IATA code in capitals, and a town or country under its name",
        arguments: [
            ("JFK", 40.64, -73.78), ("LHR", 51.47, -0.46), ("FRA", 50.03, 8.56), ("CDG", 49.01, 2.55),
            ("LAX", 33.94, -118.41), ("ZRH", 47.46, 8.55), ("MAN", 53.35, -2.27), ("SIN", 1.36, 103.99),
            ("LHR, London", 51.47, -0.46), ("jfk", 40.64, -73.78), ("JFK Airport", 40.64, -73.78),
            ("ULM", 48.4, 9.99), ("Bar", 42.1, 19.1), ("lax", 34.05, -118.24),
        ])
    func airportCodes(text: String, latitude: Double, longitude: Double) throws {
        let first = try #require(try gazetteer.search(text).first)
        #expect(first.coordinate.distance(to: Coordinate(latitude, longitude)) < 10_000)
        #expect(try gazetteer.search("USA").first?.placemark.name == "United States")
    }

    @Test(
        "a postal code alone is where most people mean it, in any country that has codes",
        arguments: [
            ("90210", 34.09, -118.41), ("SW1A 2AA", 51.5, -0.13), ("M5V 2T6", 43.64, -79.4), ("75001", 48.86, 2.34),
            ("80331, Germany", 48.14, 11.57), ("10001, USA", 40.75, -74.0), ("100-0001", 35.68, 139.75),
            ("1000-001", 38.72, -9.14), ("238801", 1.3, 103.84), ("D02 X285", 53.34, -6.25), ("V6B", 49.28, -123.11),
            ("EC1A 1BB", 51.52, -0.1), ("1012 AB", 52.37, 4.9), ("00-002", 52.23, 21.0),
            ("110001, India", 28.63, 77.22),
            ("2000, Australia", -33.87, 151.21), ("LV-1050", 56.95, 24.11), ("L-1111", 49.61, 6.13),
            ("01310-100", -23.55, -46.64), ("8340518, Chile", -33.45, -70.65),
            ("100 05", 59.33, 18.06), ("0150, Norway", 59.91, 10.75), ("04524, South Korea", 37.57, 126.98),
        ])
    func codesAlone(text: String, latitude: Double, longitude: Double) throws {
        let first = try #require(try gazetteer.search(text).first)
        #expect(first.coordinate.distance(to: Coordinate(latitude, longitude)) < 15_000, "\(first.placemark)")
    }

    @Test("a country by its code is that country, and not another one that is called so")
    func countryByCode() throws {
        let found = try gazetteer.search("93906", in: ["MY"])
        #expect(found.map(\.placemark.isoCountryCode) == ["MY"])
    }

    @Test("of a thousand codes of the source all are found in their country, but for some that lie beside it")
    func codesOfIndex() throws {
        let index = try #require(gazetteer.world.postalCodeIndex)
        var random = SeededRandom(seed: 74)
        var missing: [String] = []
        for _ in 0..<1000 {
            let country = try #require(index.country(at: .random(in: 0..<index.countryCount, using: &random)))
            let entries = index.entries(ofBlock: .random(in: country.blocks, using: &random), in: country)
            let entry = try #require(entries.randomElement(using: &random))
            let code = try #require(PostalCodeNumber.code(of: entry.number, in: country.characters))
            let letters = try #require(CountryCode.letters(country.letters))
            // A code without a digit is a name, and small islands have strangers' codes.
            guard code.contains(where: \.isNumber), country.codeCount >= 100 else { continue }
            let found = (try? gazetteer.search(code, in: [letters])) ?? []
            if found.first?.placemark.postalCode != code || found.first?.coordinate != entry.coordinate {
                missing.append("\(code), \(letters)")
            }
        }
        #expect(missing.count <= 20, "\(missing)")
    }

    @Test(
        "a postal code near a hint is of the country there, or nothing",
        arguments: [
            ("10001", 40.75, -74.0, "US"), ("10115", 52.52, 13.4, "DE"), ("2000", -33.87, 151.2, "AU"),
            ("75001", 48.86, 2.34, "FR"), ("90210", 34.07, -118.4, "US"),
        ])
    func codesNearHint(text: String, latitude: Double, longitude: Double, country: String) {
        let countries: [String?]
        do throws(SearchError) {
            let found = try gazetteer.search(text, near: Coordinate(latitude, longitude))
            countries = found.map(\.placemark.isoCountryCode)
        } catch {
            #expect(error == .noResult)
            return
        }
        #expect(Set(countries) == [country])
    }

    @Test("a postal code in a country is in its place, and the country has the name of the language that is asked for")
    func postalCodes() throws {
        let result = try #require(try gazetteer.search("8001, Switzerland", preferredLanguages: ["fr"]).first)
        #expect(result.placemark.locality == "Zurich")
        #expect(result.placemark.postalCode == "8001")
        #expect(result.placemark.country == "Suisse")
        #expect(result.coordinate.distance(to: Coordinate(47.372, 8.54)) < 1000)
        // Not the country at its largest city, nor a hamlet that is called so.
        for text in ["00001, DE", "99999, USA", "80331, Kenya"] {
            #expect(throws: SearchError.noResult, "\(text)") { try gazetteer.search(text) }
        }
        #expect(try gazetteer.search("SW1A 1AA, UK").first?.placemark.postalCode == "SW1A")
        let country = try #require(try gazetteer.search("Germany", preferredLanguages: ["fr"]).first)
        #expect(country.placemark.name == "Allemagne")
        let city = try #require(try gazetteer.search("Ettelbruck", preferredLanguages: ["de"]).first)
        #expect(city.placemark.locality == "Ettelbruck" && city.placemark.country == "Luxemburg")
    }
}
