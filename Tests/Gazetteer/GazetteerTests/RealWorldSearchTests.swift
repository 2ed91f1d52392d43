import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import Gazetteer

/// Forward search by names in the gazetteer of the world, as `make gazetteer` builds it.
@Suite("Real world: forward search", .timeLimit(.minutes(20)), .tags(.soak))
struct RealWorldSearchTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    @Test(
        "finds places by what people type",
        arguments: [
            ("Paris, TX", "Paris", "Texas", "US"), ("San Jose, California", "San Jose", "California", "US"),
            ("Tokyo", "Tokyo", "Tokyo", "JP"), ("paris", "Paris", "Île-de-France", "FR"),
            ("Zürich", "Zurich", "Zurich", "CH"), ("London, GB", "London", "England", "GB"),
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
            ("San Franc", "San Francisco", "California", "US"),
            ("Vincennes, Paris", "Vincennes", "Île-de-France", "FR"), ("Paris, U.S.A.", "Paris", "Texas", "US"),
            ("8001 Zürich", "Zurich", "Zurich", "CH"), ("CH-8001 Zürich", "Zurich", "Zurich", "CH"),
            ("10115 Berlin", "Berlin", "State of Berlin", "DE"),
            ("New York, NY 10001", "New York City", "New York", "US"),
            ("Springfield 62701", "Springfield", "Illinois", "US"),
            ("15230 Frankfurt", "Frankfurt (Oder)", "Brandenburg", "DE"), ("Toronto, ON", "Toronto", "Ontario", "CA"),
            ("São Paulo - SP", "São Paulo", "São Paulo", "BR"), ("Sydney NSW", "Sydney", "New South Wales", "AU"),
            ("Milano MI", "Milan", "Lombardy", "IT"), ("Milan, MI", "Milan", "Michigan", "US"),
            ("Sion", "Sion", "Valais", "CH"), ("Bienne", "Biel/Bienne", "Bern", "CH"),
            ("Halle", "Halle (Saale)", "Saxony-Anhalt", "DE"), ("Cologne", "Cologne", "North Rhine-Westphalia", "DE"),
            ("10 Downing Street, London", "London", "England", "GB"),
            ("1012 AB Amsterdam", "Amsterdam", "North Holland", "NL"), ("London SW1A 1AA", "London", "England", "GB"),
            ("Champs-Élysées, Paris", "Paris", "Île-de-France", "FR"),
            ("Unter den Linden, Berlin", "Berlin", "State of Berlin", "DE"),
            ("12 rue de Rivoli Paris", "Paris", "Île-de-France", "FR"),
            ("Damrak 1 Amsterdam", "Amsterdam", "North Holland", "NL"), ("銀座4丁目, 東京", "Tokyo", "Tokyo", "JP"),
            ("Seattle, Washington State", "Seattle", "Washington", "US"),
        ])
    func search(text: String, name: String, state: String, country: String) throws {
        let placemark = try #require(try gazetteer.search(text).first?.placemark)
        #expect(placemark.name == name)
        #expect(placemark.administrativeArea == state)
        #expect(placemark.isoCountryCode == country)
    }

    @Test(
        "a country or state comes first under its name",
        arguments: [
            ("Monaco", "MC"), ("Andorra", "AD"), ("Grenada", "GD"), ("Malta", "MT"), ("Tonga", "TO"), ("Palau", "PW"),
            ("Greenland", "GL"), ("San Marino", "SM"), ("England", "GB-ENG"), ("Scotland", "GB-SCT"),
            ("Wales", "GB-WLS"), ("Northern Ireland", "GB-NIR"), ("Bavaria", "DE-BY"), ("Texas", "US-TX"),
            ("Wyoming", "US-WY"), ("Luxembourg", "LU"), ("Macau", "MO"), ("Antarctica", "AQ"),
            ("Washington State", "US-WA"), ("Texas State", "US-TX"), ("Georgia State", "US-GA"),
            ("Kerala State", "IN-KL"), ("Ontario Province", "CA-ON"),
        ])
    func entities(text: String, code: String) throws {
        let first = try #require(try gazetteer.search(text).first)
        #expect(first.match == .area && first.placemark.locality == nil)
        let placemark = first.placemark
        #expect((placemark.administrativeArea == nil ? placemark.isoCountryCode : placemark.isoSubdivisionCode) == code)
    }

    @Test(
        "nothing is invented for an address without a city, nor for what contradicts itself",
        arguments: [
            "Paris, Utopia", "Xyzzyville Road 5", "5 Rue de Paris", "150 Elm Street", "5 Avenue George Washington",
            "Grindelwald, Zürich", "Champs-Élysées, Japan",
        ])
    func nothing(text: String) {
        #expect(throws: SearchError.noResult, "\(text)") { try gazetteer.search(text) }
    }

    @Test(
        "a sea is known without that word, before small towns, and a town before a sea that is called after something",
        arguments: [
            ("Mediterranean", "Mediterranean Sea"), ("Caribbean", "Caribbean Sea"), ("Baltic", "Baltic Sea"),
            ("Caspian", "Caspian Sea"), ("Indian", "Indian Ocean"), ("South Pacific", "South Pacific Ocean"),
            ("Java", "Java"), ("Flores", "Flores"),
        ])
    func seasForShort(text: String, name: String) throws {
        #expect(try gazetteer.search(text).first?.placemark.name == name)
    }

    @Test(
        "letters are the state's, unless a city of half a million is called so",
        arguments: [
            ("LA", "Los Angeles"), ("DC", "Washington"), ("TX", "Texas"), ("MO", "Missouri"), ("QLD", "Queensland"),
            ("IL", "Illinois"), ("ON", "Ontario"),
        ])
    func lettersOfStates(text: String, name: String) throws {
        #expect(try gazetteer.search(text).first?.placemark.name == name)
    }

    @Test(
        "a city that no place is called is found by the name that positions are told with, of its limits or by the post",
        arguments: [
            ("Illnau-Effretikon, Switzerland", "Illnau-Effretikon", "CH-ZH"),
            ("8308 illnau effretikon", "Illnau-Effretikon", "CH-ZH"), ("Tollhouse, California", "Tollhouse", "US-CA"),
            ("Kennedy, AL, United States", "Kennedy", "US-AL"), ("Flushing, New York", "Flushing", "US-NY"),
            ("Mogoytuy, Zabaykalskiy Kray, Russia", "Mogoytuy", "RU-ZAB"),
        ])
    func citiesWithoutAPlace(text: String, city: String, state: String) throws {
        let first = try #require(try gazetteer.search(text).first)
        #expect(first.placemark.locality == city && first.placemark.isoSubdivisionCode == state)
        #expect(gazetteer.placemark(at: first.coordinate)?.locality == city)
        #expect(throws: SearchError.noResult) { try gazetteer.search("\(city), Japan", limit: 1) }
    }

    @Test(
        "airports, states for short, and first halves",
        arguments: [
            ("Heathrow", 51.47, -0.45), ("O'Hare", 41.98, -87.9), ("Bar", 42.1, 19.1),
            ("St. John's, Newfoundland", 47.56, -52.71), ("Monterrey, N.L.", 25.67, -100.31),
        ])
    func shortTexts(text: String, latitude: Double, longitude: Double) throws {
        let found = try #require(try gazetteer.search(text).first)
        #expect(found.coordinate.distance(to: Coordinate(latitude, longitude)) < 15_000)
    }

    @Test("orders places of the same name by population")
    func order() throws {
        let found = try gazetteer.search("San José", limit: 30).filter {
            // Others are called so by the first half of their name.
            $0.match == .name && FoldedName($0.placemark.name ?? "") == FoldedName("San José")
        }
        let populations = found.map(\.population)
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
            // Others have it as half of their name, or in the language that people there speak.
            if !indices.isSubset(of: own.map(\.index)) { wrong.append(String(decoding: name, as: UTF8.self)) }
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

    @Test(
        "a city comes before a smaller one by its short form, and before a state of its country by any of its names",
        arguments: [
            ("Frankfurt", 50.11, 8.68), ("Las Palmas", 28.1, -15.41), ("Kiev", 50.45, 30.52), ("Quebec", 46.81, -71.21),
        ])
    func shortForms(text: String, latitude: Double, longitude: Double) throws {
        let found = try #require(try gazetteer.search(text).first)
        #expect(found.coordinate.distance(to: Coordinate(latitude, longitude)) < 15_000)
        #expect(found.placemark.locality != nil)
    }
}
