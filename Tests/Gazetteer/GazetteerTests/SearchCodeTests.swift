import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Texts that may be codes, house numbers or airports, in a world where something else is called nearly so.
@Suite("Forward search: codes, house numbers, airports")
struct SearchCodeTests {
    private static let places = [
        place("London", 51.51, -0.13, 8_900_000, "GB"), place("Heathrow", 28.77, -81.37, 6_000, "US"),
        place("Chicago", 41.85, -87.65, 2_700_000, "US"), place("Oharu", 35.17, 136.82, 30_000, "JP"),
        place("Springfield", 39.8, -89.64, 116_000, "US"), place("Park Avenue", 22.31, 114.17, 20_000, "HK"),
        place("Rue", 50.27, 1.67, 3_000, "FR"), place("Pennsburg", 40.39, -75.49, 4_000, "US"),
        place("Yoshkar-Ola", 56.64, 47.89, 280_000, "RU"),
        place("St. John's", 47.56, -52.71, 100_000, "CA", "Newfoundland and Labrador"),
        place("Monterrey", 25.67, -100.31, 1_100_000, "MX", "Nuevo León"), place("Bar", 42.1, 19.1, 17_727, "ME"),
        place("Bar-le-Duc", 48.77, 5.17, 18_000, "FR"), place("Ulm", 48.4, 9.99, 120_000, "DE"),
    ]
    private let directory: TemporaryDirectory
    private let gazetteer: Gazetteer

    init() throws {
        directory = try TemporaryDirectory()
        let (places, order) = (Self.places, GazetteerWriter.order(of: Self.places))
        func city(_ name: String) -> CitiesLayerWriter.City? {
            order.firstIndex { places[$0].name == name }.map { .init(.place($0)) }
        }
        var cities = CitiesLayerWriter(
            places: order.map { _ in .init() }, stateCities: [], counties: [], stateBoundaries: [])
        cities.airports = [
            .init(name: "London Heathrow Airport", code: "LHR", city: city("London")),
            .init(name: "Chicago O'Hare International Airport", code: "ORD", city: city("Chicago")),
            .init(name: "Springfield Airport", code: "FRA", city: city("Springfield")),
            .init(name: "Orlando North Airport", code: "ULM", city: city("Heathrow")),
            .init(name: "Calumet Airport", code: "RUE", city: city("Chicago")),
        ]
        let layer = cities.bytes(names: ["Green Lane"])
        var writer = GazetteerWriter()
        try writer.addPlaces(places, description: .test)
        writer.addSearch(
            places, alternateNames: places.map { $0.name == "Yoshkar-Ola" ? ["YKA", "EZKA"] : [] },
            localNames: places.map { $0.name == "Bar-le-Duc" ? ["Bar"] : [] },
            areaNames: AreaNames(countries: ["FR": ["FRA"]]),
            description: .test)
        writer.add(LayerID.cities, layer.layer, description: .test)
        func add(_ id: UInt32, _ discs: [(String, Double, Double, String)]) throws {
            let discs = discs.compactMap {
                PostalDisc(country: $0.0, code: $0.3, latitude: $0.1, longitude: $0.2, radiusInMeters: 1500)
            }
            writer.add(id, try PostalCodesLayerWriter.bytes(of: discs), description: .test)
        }
        try add(
            LayerID.airports,
            [
                ("GB", 51.47, -0.46), ("US", 41.98, -87.91), ("US", 39.84, -89.68), ("US", 28.8, -81.4),
                ("US", 41.7, -87.5),
            ].enumerated().map {
                ($1.0, $1.1, $1.2, PostalCityCode.text(airport: $0) ?? "")
            })
        try add(
            LayerID.postalCities,
            [("US", 40.33, -75.47, layer.names["Green Lane"].flatMap { PostalCityCode.text($0) } ?? "")])
        try add(
            LayerID.postalCodes,
            [
                ("US", 40.33, -75.47, "18054"), ("US", 41.85, -87.65, "60601"), ("FR", 50.27, 1.67, "80120"),
                ("GB", 51.51, -0.13, "SW1A"),
            ])
        gazetteer = try Gazetteer(path: directory.write(writer.bytes))
    }

    private static func place(
        _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int, _ country: String,
        _ state: String? = nil
    ) -> Place {
        Place(
            name: name, coordinate: Coordinate(latitude, longitude), population: population, isoCountryCode: country,
            administrativeArea: state)
    }

    private func found(_ text: String, near hint: Coordinate? = nil) -> [String] {
        ((try? gazetteer.search(text, near: hint)) ?? []).compactMap(\.placemark.name)
    }

    @Test(
        "what is typed as a code is neither corrected nor completed",
        arguments: ["YKB", "ykb", "YK1", "EZKB", "CHIC", "D02 EZ1"])
    func codes(text: String) { #expect(found(text) == []) }

    @Test("a code that is a name of a place is found, and what is no code is corrected and completed")
    func noCodes() {
        #expect(found("YKA") == ["Yoshkar-Ola"])
        #expect(found("Chic") == ["Chicago"])
        #expect(found("Ezkb") == ["Yoshkar-Ola"])
    }

    @Test(
        "a house number is no postal code, where none like it is near",
        arguments: ["17 Park Avenue", "1700 Park Avenue", "6 Green Lane", "17000 Green Lane", "17 Rue"])
    func houseNumbers(text: String) { #expect(found(text) == []) }

    @Test("a postal code stands beside a place that is called as a street is")
    func streetLikePlaces() {
        #expect(found("80120 Rue") == ["Rue"])
        #expect(found("Green Lane") == ["Green Lane"])
        #expect(found("18054 Green Lane") == ["Green Lane"])
        #expect(found("Park Avenue") == ["Park Avenue"])
    }

    @Test("an airport is found by its name, in full and as people say it, before a small place and a near miss")
    func airports() throws {
        for text in ["London Heathrow Airport", "Heathrow Airport"] {
            #expect(found(text) == ["London Heathrow Airport"])
        }
        #expect(found("Heathrow") == ["London Heathrow Airport", "Heathrow"])
        #expect(found("Heathrow", near: Coordinate(28.8, -81.4)) == ["Heathrow", "London Heathrow Airport"])
        #expect(found("O'Hare") == ["Chicago O'Hare International Airport"])
        let result = try #require(try gazetteer.search("O'Hare").first)
        #expect(result.coordinate.distance(to: Coordinate(41.98, -87.91)) < 100)
        #expect(result.placemark.areasOfInterest == ["Chicago O'Hare International Airport"])
        #expect(result.match == .name)
    }

    @Test("an airport is found by its IATA code in any case, and in capitals before a country's code")
    func airportCodes() throws {
        for text in ["LHR", "lhr", "LHR Airport", "LHR, GB"] { #expect(found(text) == ["London Heathrow Airport"]) }
        #expect(found("ORD").first == "Chicago O'Hare International Airport")
        let results = try gazetteer.search("FRA")
        #expect(results.first?.placemark.name == "Springfield Airport")
        #expect(results.last?.match == .area && results.last?.placemark.isoCountryCode == "FR")
        #expect(found("LHR, US") == [])
    }

    @Test("in capitals an airport comes before smaller towns that are called like its code, else after all")
    func airportOrTown() {
        #expect(found("RUE") == ["Calumet Airport", "Rue"])
        #expect(found("rue") == ["Rue", "Calumet Airport"])
        #expect(found("Rue") == ["Rue", "Calumet Airport"])
        #expect(found("ULM") == ["Ulm", "Orlando North Airport"])
        #expect(found("Ulm") == ["Ulm", "Orlando North Airport"])
    }

    @Test("where a text says what a town lies in, an airport of its name comes after it, unless it speaks of one")
    func townInArea() {
        #expect(found("Heathrow, GB") == ["London Heathrow Airport"])
        #expect(found("Heathrow, US") == ["Heathrow"])
    }

    @Test("what a city is called means the city, and the airport only when one is spoken of")
    func cityOrAirport() {
        #expect(found("Springfield") == ["Springfield"])
        #expect(found("Springfield Airport") == ["Springfield Airport"])
    }

    @Test("a postal code is that of the country where somebody is, where codes are such there, and of no other one")
    func codesNearHint() {
        #expect(found("80120") == ["80120"])
        #expect(found("80120", near: Coordinate(41.8, -87.6)) == [])
        #expect(found("60601", near: Coordinate(41.8, -87.6)) == ["60601"])
        // In Britain codes are not such, and in Japan nobody knows.
        #expect(found("80120", near: Coordinate(51.5, -0.1)) == ["80120"])
        #expect(found("80120", near: Coordinate(35.2, 136.8)) == ["80120"])
    }

    @Test(
        "a state is known by what people call it for short",
        arguments: [("St. John's, Newfoundland", "St. John's"), ("Monterrey, N.L.", "Monterrey")])
    func shortStates(text: String, name: String) { #expect(found(text) == [name]) }

    @Test("a place comes before one of which the text is only the first half, until that has twice the inhabitants")
    func halves() { #expect(found("Bar") == ["Bar", "Bar-le-Duc"]) }
}
