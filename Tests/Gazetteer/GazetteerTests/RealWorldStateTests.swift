import PlacemarkModel
import TestSupport
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
        "a municipality that reaches across a border of states, as their polygons have it, lies in one state",
        arguments: [
            ("Balta Albă", 45.2567, 27.3234, "RO-BZ"), ("Pleniţa", 44.2768, 23.1526, "RO-DJ"),
            // The airport, which is a county of Central Bohemia's by its polygon.
            ("Prague", 50.1008, 14.26, "CZ-10"),
            // Codes of places in these cities say another state, or their quarters' do.
            ("Muntinlupa", 14.3986, 121.0367, "PH-00"), ("Budapest", 47.5771, 19.0651, "HU-BU"),
            ("Budapest", 47.4947, 18.9957, "HU-BU"),
        ] as [(String, Double, Double, String)])
    func municipalities(city: String, latitude: Double, longitude: Double, code: String) throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == city && placemark.isoSubdivisionCode == code)
    }

    @Test(
        "a municipality whose polygon is wrong, by state and place, does not take the place's name away",
        arguments: [
            // The source has joined it with a Warth 450 km away, and given it to Băleşti.
            ("Warth", 47.25, 10.1833, "AT-8"), ("Puieștii de Jos", 45.4027, 27.2201, "RO-BZ"),
        ] as [(String, Double, Double, String)])
    func wrongLimits(city: String, latitude: Double, longitude: Double, code: String) throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == city && placemark.isoSubdivisionCode == code)
        #expect(try #require(placemark.distance) < 1000)
    }

    @Test("the middle of a city that is no guess lies in the position's state, but for one in a thousand points")
    func stateOfCity() throws {
        var known = 0
        var astray: [String] = []
        for (_, here) in try positionsNearPlaces(seed: 29) {
            let lookup = ReverseLookup(at: here, in: gazetteer.world)
            guard let choice = lookup.city, choice.source != .nearest, let city = choice.city.place,
                let middle = gazetteer.places.coordinate(at: city)
            else { continue }
            let state = ReverseLookup(at: middle, in: gazetteer.world).stateNumber
            guard state != 0, lookup.stateNumber != 0 else { continue }
            known += 1
            if state != lookup.stateNumber {
                astray.append("\(gazetteer.places.name(at: city) ?? ""), \(choice.source.rawValue)")
            }
        }
        #expect(known > 5000)
        #expect(astray.count * 1000 <= known, "\(astray.count) of \(known): \(astray)")
    }

    @Test("the county lies in the state that is told beside it, wherever both are known")
    func stateOfCounty() throws {
        let cities = try #require(gazetteer.world.cities)
        var known = 0
        var astray: [String] = []
        for (place, here) in try positionsNearPlaces(seed: 30) {
            let lookup = ReverseLookup(at: here, in: gazetteer.world)
            guard lookup.stateNumber != 0, let county = gazetteer.placemark(at: here)?.subAdministrativeArea else {
                continue
            }
            // By its polygon, or else that of the nearest place.
            let ofPolygon = lookup.county.map { cities.state(ofCounty: $0) }
            let state = ofPolygon ?? lookup.nearest.map { cities.state(ofPlace: $0) } ?? 0
            guard state != 0 else { continue }
            known += 1
            guard state != lookup.stateNumber else { continue }
            astray.append("\(county), near \(gazetteer.places.name(at: place) ?? "")")
        }
        #expect(known > 5000)
        #expect(astray == [])
    }

    @Test(
        "a city whose code says another state than its county is named at its middle all the same",
        arguments: [
            ("Irpin", 50.5197, 30.2507), ("Brovary", 50.511, 30.79), ("Moundou", 8.5667, 16.0833),
        ] as [(String, Double, Double)])
    func astray(city: String, latitude: Double, longitude: Double) {
        #expect(gazetteer.placemark(at: Coordinate(latitude, longitude))?.locality == city)
    }

    /// 20,000 positions within some kilometres of a place that is chosen by lot, so also on the other side of borders; each with
    /// the number of its place.
    private func positionsNearPlaces(seed: UInt64) throws -> [(place: Int, position: Coordinate)] {
        var generator = SeededRandom(seed: seed)
        return try (0..<20_000).map { _ in
            let place = Int.random(in: 0..<gazetteer.placeCount, using: &generator)
            let middle = try #require(gazetteer.places.coordinate(at: place))
            return (place, middle.jittered(by: 0.05, using: &generator))
        }
    }
}
