import PlacemarkCore
import TestSupport
import Testing

@testable import Gazetteer

/// Forward search in the gazetteer of the world, as `make gazetteer` builds it.
@Suite("Real world: forward search")
struct RealWorldSearchTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    @Test(
        "finds places by what people type",
        arguments: [
            ("Paris, TX", "Paris", "Texas", "US"), ("San Jose, California", "San Jose", "California", "US"),
            ("Tokyo", "Tokyo", "Tokyo", "JP"), ("paris", "Paris", "Île-de-France", "FR"),
            ("Zürich", "Zürich", "Zurich", "CH"), ("London, GB", "London", "England", "GB"),
            ("London, Ontario", "London", "Ontario", "CA"),
            ("Springfield, Illinois, US", "Springfield", "Illinois", "US"),
            ("Springfield, Illinois", "Springfield", "Illinois", "US"), ("Paris TX", "Paris", "Texas", "US"),
            ("München", "Munich", "Bavaria", "DE"), ("Munich", "Munich", "Bavaria", "DE"),
            ("東京", "Tokyo", "Tokyo", "JP"), ("München, Deutschland", "Munich", "Bavaria", "DE"),
            ("東京, 日本", "Tokyo", "Tokyo", "JP"),
            ("Москва", "Moscow", "Moscow", "RU"), ("القاهرة", "Cairo", "Cairo", "EG"), ("서울", "Seoul", "Seoul", "KR"),
            ("New York", "New York City", "New York", "US"),
            ("Washington, D.C., USA", "Washington", "District of Columbia", "US"),
            ("Amsterdam, Holland", "Amsterdam", "North Holland", "NL"), ("London UK", "London", "England", "GB"),
            ("Munchn", "Munich", "Bavaria", "DE"), ("Barcelonna, Spain", "Barcelona", "Catalonia", "ES"),
            ("San Franc", "San Francisco", "California", "US"), ("ZRH", "Zürich", "Zurich", "CH"),
            ("Vincennes, Paris", "Vincennes", "Île-de-France", "FR"), ("Paris, U.S.A.", "Paris", "Texas", "US"),
            ("8001 Zürich", "Zürich", "Zurich", "CH"), ("CH-8001 Zürich", "Zürich", "Zurich", "CH"),
            ("10115 Berlin", "Berlin", "State of Berlin", "DE"),
            ("New York, NY 10001", "New York City", "New York", "US"),
            ("Springfield 62701", "Springfield", "Illinois", "US"),
            ("15230 Frankfurt", "Frankfurt (Oder)", "Brandenburg", "DE"),
            ("1012 AB Amsterdam", "Amsterdam", "North Holland", "NL"), ("London SW1A 1AA", "London", "England", "GB"),
        ])
    func search(text: String, name: String, state: String, country: String) throws {
        let placemark = try #require(try gazetteer.search(text).first?.placemark)
        #expect(placemark.name == name)
        #expect(placemark.administrativeArea == state)
        #expect(placemark.isoCountryCode == country)
    }

    @Test("orders places of the same name by population")
    func order() throws {
        let populations = try gazetteer.search("San José", limit: 30).filter { $0.match == .name }.map(\.population)
        #expect(populations.count > 20)
        #expect(populations == populations.sorted(by: >))
    }

    @Test("finds each of the thousand largest places by its name and country")
    func largest() throws {
        let largest = (0..<gazetteer.placeCount).compactMap { gazetteer.place(at: $0) }
            .sorted { $0.population > $1.population }.prefix(1000)
        let found = try largest.filter { place in
            let results = try gazetteer.search("\(place.name), \(place.country ?? "")", limit: 3)
            return results.contains { $0.coordinate == place.coordinate }
        }
        #expect(found.count >= 998)
    }

    @Test("finds the same places as a scan of all names does")
    func equalsScan() throws {
        var indicesOfName: [[UInt8]: Set<Int>] = [:]
        for index in 0..<gazetteer.placeCount {
            guard let place = gazetteer.place(at: index) else { continue }
            indicesOfName[FoldedName(place.name).utf8, default: []].insert(index)
        }
        let layer = try gazetteer.searchLayer.get()
        var wrong: [String] = []
        for (name, indices) in indicesOfName {
            let found = layer.names.values(of: name).map { Array($0) } ?? []
            let own = found.map { PlacePosting($0) }.filter { !$0.isAlternateName }
            if Set(own.map(\.index)) != indices { wrong.append(String(decoding: name, as: UTF8.self)) }
        }
        #expect(wrong == [])
    }

    @Test("each county that a position lies in is found by its name")
    func counties() throws {
        var generator = SeededRandom(seed: 28)
        var known = 0
        var missing: [String] = []
        for _ in 0..<50 {
            let index = Int.random(in: 0..<gazetteer.placeCount, using: &generator)
            guard let place = gazetteer.place(at: index), let placemark = gazetteer.placemark(at: place.coordinate),
                let county = placemark.subAdministrativeArea, let code = placemark.isoCountryCode
            else { continue }
            known += 1
            let found = (try? gazetteer.search(county, in: [code], limit: 50, countiesOnly: true)) ?? []
            let names = found.map(\.placemark.subAdministrativeArea)
            if !names.contains(county) { missing.append("\(county), \(code)") }
        }
        #expect(known > 25)
        #expect(missing == [])
    }

    @Test("a postal code in a country is in its place, and the country has the name of the language that is asked for")
    func postalCodes() throws {
        let result = try #require(try gazetteer.search("8001, Switzerland", preferredLanguages: ["fr"]).first)
        #expect(result.placemark.locality == "Zürich")
        #expect(result.placemark.postalCode == "8001")
        #expect(result.placemark.country == "Suisse")
        #expect(result.coordinate.distance(to: Coordinate(47.372, 8.54)) < 1000)
        // Not the country at its largest city, nor a hamlet that is called so.
        for text in ["80331, Germany", "10001, USA", "00001, DE"] {
            #expect(throws: SearchError.noResult, "\(text)") { try gazetteer.search(text) }
        }
        #expect(try gazetteer.search("SW1A 1AA, UK").first?.placemark.postalCode == "SW1A")
        let country = try #require(try gazetteer.search("Germany", preferredLanguages: ["fr"]).first)
        #expect(country.placemark.name == "Allemagne")
        let city = try #require(try gazetteer.search("Luxembourg", preferredLanguages: ["de"]).first)
        #expect(city.placemark.locality == "Luxembourg" && city.placemark.country == "Luxemburg")
    }
}
