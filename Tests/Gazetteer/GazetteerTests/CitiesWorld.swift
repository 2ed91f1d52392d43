import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// A country of rectangles: two states side by side, municipalities and a city-state in them, airports, and a place that the
/// post names.
enum CitiesWorld {
    /// Latitudes and longitudes in degrees; the country is the square from 0 to 10.
    static let places = [
        Place(name: "Metropolis", coordinate: Coordinate(5, 4.95), population: 2_250_000, isoCountryCode: "AA"),
        Place(name: "Acrossville", coordinate: Coordinate(5, 5.05), population: 20_000, isoCountryCode: "AA"),
        Place(name: "Smallton", coordinate: Coordinate(2, 2), population: 900, isoCountryCode: "AA"),
        Place(name: "Bigburg", coordinate: Coordinate(2, 2.04), population: 250_000, isoCountryCode: "AA"),
        Place(name: "Widetown", coordinate: Coordinate(8, 2), population: 4000, isoCountryCode: "AA"),
        Place(name: "Hamlet", coordinate: Coordinate(8, 2.3), population: 100, isoCountryCode: "AA"),
        Place(name: "Quarter", coordinate: Coordinate(2, 8), population: 90_000, isoCountryCode: "AA"),
        Place(name: "Town", coordinate: Coordinate(2, 8.06), population: 1000, isoCountryCode: "AA"),
        Place(name: "Posttown", coordinate: Coordinate(5, 5.3), population: 1000, isoCountryCode: "AA"),
        Place(
            name: "Borderville", coordinate: Coordinate(6.5, 4.97), population: 3000, isoCountryCode: "AA",
            administrativeArea: "West"),
        Place(name: "Eastend", coordinate: Coordinate(6.42, 5.12), population: 300, isoCountryCode: "AA"),
    ]
    private static let order = GazetteerWriter.order(of: places)

    static func number(_ name: String) -> Int {
        order.firstIndex { places[$0].name == name } ?? -1
    }

    /// West is state 1, east is state 2, and the square in the north-east is the city-state 3.
    static func layer() -> CitiesLayerWriter {
        let entries = order.map { index in
            var entry = CitiesLayerWriter.PlaceEntry()
            let place = places[index]
            entry.state = place.coordinate.longitude < 5 ? 1 : 2
            entry.isQuarter = place.name == "Quarter"
            switch place.name {
            case "Smallton": entry.city = .init(.place(number("Smallton")))
            case "Widetown", "Hamlet": entry.city = .init(.place(number("Widetown")), isSpacious: true)
            case "Borderville": entry.city = .init(.place(number("Borderville")))
            default: break
            }
            return entry
        }
        var layer = CitiesLayerWriter(
            places: entries, stateCities: [nil, nil, .init(.place(number("Metropolis")))],
            counties: [
                (1, .init(.place(number("Smallton")))), (1, .init(.place(number("Widetown")), isSpacious: true)),
                (2, .init(.name("Nameless Parish"))), (2, nil), (1, nil),
            ], stateBoundaries: [1, 2, 3], municipalities: [.init(.place(number("Borderville")))])
        layer.airports = airports.map { .init(name: $0.name, city: .init(.place(number($0.city)))) }
        return layer
    }

    /// Where each lies, and the city that it serves.
    static let airports: [(name: String, city: String, latitude: Double, longitude: Double)] = [
        ("Postfield", "Acrossville", 6, 5.08), ("Smallfield", "Bigburg", 2, 1.95),
        ("Farfield", "Metropolis", 5.1, 5.1), ("Widefield", "Widetown", 7.5, 3.5),
    ]

    static func world(_ cities: [UInt8] = CitiesWorld.layer().bytes().layer) throws -> Gazetteer {
        let directory = try TemporaryDirectory()
        return try Gazetteer(path: directory.write(writer(cities).bytes, to: "cities"))
    }

    static func writer(_ cities: [UInt8]) throws -> GazetteerWriter {
        var writer = GazetteerWriter()
        try writer.addPlaces(places, description: .test)
        try writer.addRectangles(LayerID.zones, [((0, 0, 10, 10), ["Aland", "Zone/AA"])])
        try writer.addRectangles(
            LayerID.states,
            [((0, 0, 5, 10), ["West"]), ((5, 0, 10, 8), ["East"]), ((5, 8, 10, 10), ["Metropolis"])])
        try writer.addRectangles(
            LayerID.counties,
            [
                ((1.9, 1.9, 2.03, 2.1), ["Smallton"]), ((1, 7, 4, 9), ["Widetown"]),
                ((7, 4, 8, 5), ["Nameless Parish"]), ((5.15, 6.4, 5.3, 6.6), ["Eastshire", "East"]),
                ((4.96, 6.49, 4.98, 6.51), ["Westshire", "West"]),
            ])
        // It reaches across the border between the states, as the other layers have that, and over Eastend.
        try writer.addRectangles(LayerID.municipalities, [((4.9, 6.4, 5.2, 6.6), ["Borderville"])])
        writer.add(LayerID.cities, cities, description: .test)
        let disc = try #require(
            PostalDisc(
                country: "AA", code: PostalCityCode.text(CityReference(place: number("Posttown"))) ?? "", latitude: 6,
                longitude: 5.05, radiusInMeters: 5000))
        writer.add(LayerID.postalCities, try PostalCodesLayerWriter.bytes(of: [disc]), description: .test)
        let grounds = try airports.enumerated().map { number, airport in
            try #require(
                PostalDisc(
                    country: "AA", code: PostalCityCode.text(airport: number) ?? "", latitude: airport.latitude,
                    longitude: airport.longitude, radiusInMeters: 800))
        }
        writer.add(LayerID.airports, try PostalCodesLayerWriter.bytes(of: grounds), description: .test)
        return writer
    }
}
