import PlacemarkModel
import Testing

@testable import Gazetteer

/// The states that the gazetteer of the world tells where others are near.
@Suite("Real world: states")
struct RealWorldStateTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    @Test(
        "across a river from another state, beside a city-state, and where the source is wrong",
        arguments: [
            ("Newport", 39.0914, -84.4958, "US-KY"), ("the Pentagon", 38.8719, -77.0563, "US-VA"),
            ("the Gateway Arch", 38.6247, -90.1848, "US-MO"), ("Grand Forks", 47.9253, -97.0329, "US-ND"),
            ("Irpin", 50.5197, 30.2507, "UA-32"), ("Brovary", 50.511, 30.79, "UA-32"),
            ("Avellaneda", -34.6637, -58.3648, "AR-B"), ("Nepalgunj", 28.05, 81.6167, "NP-P5"),
            ("Luxor", 25.6989, 32.6421, "EG-LX"), ("Moundou", 8.5667, 16.0833, "TD-LO"),
        ] as [(String, Double, Double, String)])
    func states(place: String, latitude: Double, longitude: Double, code: String) throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.isoSubdivisionCode == code, "\(place): \(placemark.administrativeArea ?? "none")")
    }

    @Test(
        "a city whose code says another state than its county is named at its middle all the same",
        arguments: [
            ("Irpin", 50.5197, 30.2507), ("Brovary", 50.511, 30.79), ("Moundou", 8.5667, 16.0833),
        ] as [(String, Double, Double)])
    func astray(city: String, latitude: Double, longitude: Double) {
        #expect(gazetteer.placemark(at: Coordinate(latitude, longitude))?.locality == city)
    }
}
