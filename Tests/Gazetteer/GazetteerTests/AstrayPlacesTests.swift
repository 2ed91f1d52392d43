import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Places whose code says another state than all that is around them.
@Suite("Astray places")
struct AstrayPlacesTests {
    private static func place(
        _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int = 1000
    ) -> Place {
        Place(name: name, coordinate: Coordinate(latitude, longitude), population: population, isoCountryCode: "AA")
    }

    private static func label(_ state: String) -> BoundaryVotes.Label { .init(isoCountryCode: "AA", name: state) }

    @Test("are those in a county of another state with no place of their own state within 5 km that is in one of that")
    func found() {
        let places = [
            Self.place("Kyiv", 1, 1), Self.place("Brovary", 1, 1.1), Self.place("Home", 1, 2),
            // 3.3 km from Home: the border is between them.
            Self.place("Border", 1, 1.97), Self.place("Nowhere", 1, 1.2), Self.place("Unknown", 1, 1.3),
        ]
        let (city, oblast) = (Self.label("City"), Self.label("Oblast"))
        let astray = AstrayPlaces(
            places, states: [city, oblast, oblast, oblast, oblast, nil],
            around: [city, city, oblast, city, nil, city])
        #expect(astray.indices == [1])
    }

    /// A country of one county that the source gives to the city, with a state's polygon of the oblast in its east.
    private static let places = [
        place("Kyiv", 5, 5, 2_000_000), place("Brovary", 5, 5.3), place("Darnytsia", 5, 5.2),
    ]
    private static let order = GazetteerWriter.order(of: places)

    private static func world() throws -> Gazetteer {
        var writer = GazetteerWriter()
        try writer.addPlaces(places, description: .test)
        try writer.addRectangles(LayerID.zones, [((0, 0, 10, 10), ["Aland", "Zone/AA"])])
        try writer.addRectangles(LayerID.states, [((4, 4, 5.22, 6), ["City"]), ((5.22, 4, 6, 6), ["Oblast"])])
        try writer.addRectangles(LayerID.counties, [((4, 4, 6, 6), ["Kyiv County", "City"])])
        let entries = order.map { index in
            var entry = CitiesLayerWriter.PlaceEntry()
            entry.state = places[index].name == "Brovary" ? 0 : 1
            return entry
        }
        let cities = CitiesLayerWriter(
            places: entries, stateCities: [.init(.place(order.firstIndex(of: 0) ?? -1)), nil],
            counties: [(1, nil)], stateBoundaries: [1, 2])
        writer.add(LayerID.cities, cities.bytes().layer, description: .test)
        let directory = try TemporaryDirectory()
        return try Gazetteer(path: directory.write(writer.bytes, to: "world"))
    }

    @Test(
        "have the state of the polygon of a state within 5 km, and no county of another; elsewhere the county decides",
        arguments: [
            // 2 km from Brovary.
            (5.0, 5.32, "Brovary", "Oblast", nil),
            // Nearer to Darnytsia, although in the oblast's polygon.
            (5.0, 5.24, "Kyiv", "City", "Kyiv County"),
            // 11 km from Brovary.
            (5.0, 5.4, "Kyiv", "City", "Kyiv County"),
        ] as [(Double, Double, String, String, String?)])
    func lookUp(latitude: Double, longitude: Double, city: String, state: String, county: String?) throws {
        let placemark = try #require(try Self.world().placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == city)
        #expect(placemark.administrativeArea == state)
        #expect(placemark.subAdministrativeArea == county)
    }
}
