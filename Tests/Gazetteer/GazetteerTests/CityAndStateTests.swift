import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// City and state where polygons, municipalities and the codes of places disagree, in the country of `CitiesWorld`.
@Suite("Cities: their states")
struct CityAndStateTests {
    @Test("with limits across the border of a state lie in the state of their place, and in no county of the other one")
    func acrossTheBorder() throws {
        var layer = CitiesWorld.layer()
        let gazetteer = try CitiesWorld.world(layer.bytes().layer)
        // In the polygons of the western state, of the eastern one, and of an eastern county.
        for longitude in [4.95, 5.1, 5.18] {
            let placemark = try #require(gazetteer.placemark(at: Coordinate(6.5, longitude)))
            #expect(placemark.locality == "Borderville" && placemark.localitySource == .limits, "\(longitude)")
            #expect(placemark.administrativeArea == "West", "\(longitude)")
            #expect(placemark.subAdministrativeArea == nil, "\(longitude)")
        }
        let eastshire = try #require(gazetteer.placemark(at: Coordinate(6.5, 5.25)))
        #expect(eastshire.administrativeArea == "East" && eastshire.subAdministrativeArea == "Eastshire")
        // A guess does not cross the border either, whatever city the named place has.
        layer.places[CitiesWorld.number("Acrossville")].city = .init(.place(CitiesWorld.number("Metropolis")))
        let guess = try #require(CitiesWorld.world(layer.bytes().layer).placemark(at: Coordinate(5, 5.12)))
        #expect(guess.locality == "Acrossville" && guess.localitySource == .nearest)
        // The state of the place may be a city.
        layer.places[CitiesWorld.number("Borderville")].state = 3
        layer.counties[4].state = 3
        let capital = try #require(CitiesWorld.world(layer.bytes().layer).placemark(at: Coordinate(6.5, 5.1)))
        #expect(capital.locality == "Metropolis" && capital.localitySource == .code)
    }

    @Test("are not known by limits that a state's polygon and a place right there contradict, nor by a place far away")
    func wrongLimits() throws {
        var layer = CitiesWorld.layer()
        let east = try #require(CitiesWorld.world(layer.bytes().layer).placemark(at: Coordinate(6.425, 5.12)))
        #expect(east.locality == "Eastend" && east.localitySource == .nearest && east.administrativeArea == "East")
        // The source has joined it with one of the same name elsewhere.
        layer.municipalities[0] = .init(.place(CitiesWorld.number("Town")))
        let west = try #require(CitiesWorld.world(layer.bytes().layer).placemark(at: Coordinate(6.5, 4.95)))
        #expect(west.locality == "Borderville" && west.localitySource == .nearest && west.administrativeArea == "West")
    }

    @Test("do not take a state along that the county of their place contradicts")
    func wrongCode() throws {
        var layer = CitiesWorld.layer()
        layer.places[CitiesWorld.number("Borderville")].state = 2
        let gazetteer = try CitiesWorld.world(layer.bytes().layer)
        withExtendedLifetime(gazetteer) {
            let lookup = ReverseLookup(at: Coordinate(6.5, 4.92), in: gazetteer.world)
            #expect(lookup.stateNumber == 1)
            #expect(lookup.city?.city.place == CitiesWorld.number("Borderville") && lookup.city?.source == .limits)
        }
    }

    @Test("are a state by the code of a place alone only within 25 km, where polygons tell no state")
    func doubtfulCityState() throws {
        var layer = CitiesWorld.layer()
        // The east is several states in one polygon, and its places have the code of the city-state.
        layer.stateBoundaries[1] = 0
        for name in ["Acrossville", "Town"] {
            layer.places[CitiesWorld.number(name)].state = 3
            layer.places[CitiesWorld.number(name)].city = .init(.place(CitiesWorld.number("Metropolis")))
        }
        let gazetteer = try CitiesWorld.world(layer.bytes().layer)
        let far = try #require(gazetteer.placemark(at: Coordinate(2, 8.06)))
        #expect(far.locality == "Town" && far.localitySource == .nearest)
        let near = try #require(gazetteer.placemark(at: Coordinate(5, 5.06)))
        #expect(near.locality == "Metropolis" && near.localitySource == .code)
        // A polygon that tells the state is believed.
        #expect(gazetteer.placemark(at: Coordinate(9, 7))?.localitySource == .code)
    }

    @Test("lie in the state of a place within 1.5 km, where no county tells the state")
    func stateMargin() throws {
        let gazetteer = try CitiesWorld.world()
        // 1 km west of Acrossville, whose state is the eastern one, and on the western side of a border that is drawn coarsely.
        func state(of place: Coordinate, at coordinate: Coordinate) throws -> String? {
            var writer = GazetteerWriter()
            let places = [
                Place(name: "Metropolis", coordinate: Coordinate(5, 4.9), population: 2_250_000, isoCountryCode: "AA"),
                Place(name: "Acrossville", coordinate: place, population: 20_000, isoCountryCode: "AA"),
            ]
            try writer.addPlaces(places, description: .test)
            try writer.addRectangles(LayerID.zones, [((0, 0, 10, 10), ["Aland", "Zone/AA"])])
            try writer.addRectangles(LayerID.states, [((0, 0, 5, 10), ["West"]), ((5, 0, 10, 10), ["East"])])
            var entries = Array(repeating: CitiesLayerWriter.PlaceEntry(), count: 2)
            for (number, index) in GazetteerWriter.order(of: places).enumerated() { entries[number].state = index + 1 }
            writer.add(
                LayerID.cities,
                CitiesLayerWriter(places: entries, stateCities: [nil, nil], counties: [], stateBoundaries: [1, 2])
                    .bytes().layer, description: .test)
            let directory = try TemporaryDirectory()
            let world = try Gazetteer(path: directory.write(writer.bytes, to: "margin"))
            return world.placemark(at: coordinate)?.locality
        }
        let (border, east) = (Coordinate(5, 4.998), 1400.0)
        #expect(try state(of: border.moved(byMeters: east, bearing: 90), at: border) == "Acrossville")
        #expect(try state(of: border.moved(byMeters: 1600, bearing: 90), at: border) == "Metropolis")
        #expect(gazetteer.placemark(at: Coordinate(5, 4.99))?.locality == "Metropolis")
    }
}
