import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Which city a position is in, in a country of rectangles: two states side by side, and municipalities in them.
@Suite("Cities")
struct CitiesTests {
    /// Latitudes and longitudes in degrees; the country is the square from 0 to 10.
    private static let places = [
        Place(name: "Metropolis", coordinate: Coordinate(5, 4.95), population: 2_250_000, isoCountryCode: "AA"),
        Place(name: "Acrossville", coordinate: Coordinate(5, 5.05), population: 20_000, isoCountryCode: "AA"),
        Place(name: "Smallton", coordinate: Coordinate(2, 2), population: 900, isoCountryCode: "AA"),
        Place(name: "Bigburg", coordinate: Coordinate(2, 2.04), population: 250_000, isoCountryCode: "AA"),
        Place(name: "Widetown", coordinate: Coordinate(8, 2), population: 4000, isoCountryCode: "AA"),
        Place(name: "Hamlet", coordinate: Coordinate(8, 2.3), population: 100, isoCountryCode: "AA"),
        Place(name: "Quarter", coordinate: Coordinate(2, 8), population: 90_000, isoCountryCode: "AA"),
        Place(name: "Town", coordinate: Coordinate(2, 8.06), population: 1000, isoCountryCode: "AA"),
        Place(name: "Posttown", coordinate: Coordinate(5, 5.3), population: 1000, isoCountryCode: "AA"),
    ]
    private static let order = GazetteerWriter.order(of: places)

    private static func number(_ name: String) -> Int {
        order.firstIndex { places[$0].name == name } ?? -1
    }

    /// West is state 1, east is state 2, and the square in the north-east is the city-state 3.
    private static func layer() -> CitiesLayerWriter {
        let entries = order.map { index in
            var entry = CitiesLayerWriter.PlaceEntry()
            let place = places[index]
            entry.state = place.coordinate.longitude < 5 ? 1 : 2
            entry.isQuarter = place.name == "Quarter"
            switch place.name {
            case "Smallton": entry.city = .init(.place(number("Smallton")))
            case "Widetown", "Hamlet": entry.city = .init(.place(number("Widetown")), isSpacious: true)
            default: break
            }
            return entry
        }
        return CitiesLayerWriter(
            places: entries, stateCities: [nil, nil, .init(.place(number("Metropolis")))],
            counties: [
                (1, .init(.place(number("Smallton")))), (1, .init(.place(number("Widetown")), isSpacious: true)),
                (2, .init(.name("Nameless Parish"))),
            ], stateRegions: [1, 2, 3])
    }

    private static func points(_ degrees: [(Double, Double)]) -> [Coordinate] { degrees.map { Coordinate($0, $1) } }

    private static func world(_ cities: [UInt8], to name: String = "cities") throws -> Gazetteer {
        let directory = try TemporaryDirectory()
        return try Gazetteer(path: directory.write(writer(cities).bytes, to: name))
    }

    private static func writer(_ cities: [UInt8]) throws -> GazetteerWriter {
        var writer = GazetteerWriter()
        try writer.addPlaces(places, description: .test)
        func add(_ id: UInt32, _ regions: [(Rectangle, [String?])]) throws {
            let country = try #require(CountryCode.packed("AA"))
            let records = regions.map { RegionRecord(country: country, texts: $0.1) }
            writer.add(id, try RegionShapes.rectangles(regions.map(\.0)).layer(records), description: .test)
        }
        try add(LayerID.zones, [((0, 0, 10, 10), ["Aland", "Zone/AA"])])
        try add(
            LayerID.states,
            [((0, 0, 5, 10), ["West"]), ((5, 0, 10, 8), ["East"]), ((5, 8, 10, 10), ["Metropolis"])])
        try add(
            LayerID.counties,
            [((1.9, 1.9, 2.03, 2.1), ["Smallton"]), ((1, 7, 4, 9), ["Widetown"]), ((7, 4, 8, 5), ["Nameless Parish"])])
        writer.add(LayerID.cities, cities, description: .test)
        let disc = try #require(
            PostalDisc(
                country: "AA", code: PostalCityCode.text(CityReference(place: number("Posttown"))) ?? "", latitude: 6,
                longitude: 5.05, radiusInMeters: 5000))
        writer.add(LayerID.postalCities, try PostalCodesLayerWriter.bytes(of: [disc]), description: .test)
        return writer
    }

    @Test(
        "are told by a state that is a city, a municipality, the post, and else by the named place in the position's state",
        arguments: [
            // The metropolis is in the other state, and its bonus of 15 km does not reach across.
            (5, 5.12, "Acrossville", "nearest"), (5, 4.99, "Metropolis", "nearest"),
            // Bigburg's bonus reaches, and Smallton's limits win.
            (2, 2.02, "Smallton", "limits"), (2, 2.06, "Bigburg", "nearest"),
            // In a spacious municipality the village counts, and where none is near, the municipality.
            (8, 2.3, "Hamlet", "nearest"), (8, 2.01, "Widetown", "nearest"), (7.1, 3.9, "Widetown", "limits"),
            (4.5, 7.5, "Nameless Parish", "limits"), (9, 7, "Metropolis", "code"), (6, 5.06, "Posttown", "post"),
            // While a town is within 10 km, a quarter is none.
            (2, 8, "Town", "nearest"),
        ] as [(Double, Double, String, String)])
    func rules(latitude: Double, longitude: Double, city: String, source: String) throws {
        let gazetteer = try Self.world(Self.layer().bytes().layer)
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.locality == city)
        #expect(placemark.localitySource?.rawValue == source)
        #expect(gazetteer.verify().isEmpty)
    }

    @Test("have the nearest place as a part only where that is known to belong to no other city")
    func parts() throws {
        let gazetteer = try Self.world(Self.layer().bytes().layer)
        #expect(gazetteer.placemark(at: Coordinate(2, 8))?.subLocality == "Quarter")
        // The nearest place is Bigburg, which is beside the limits.
        #expect(gazetteer.placemark(at: Coordinate(2, 2.0299))?.subLocality == nil)
        #expect(gazetteer.placemark(at: Coordinate(8, 2.3))?.subLocality == nil)
    }

    @Test("have the nearest place as a part within 3 km on land, and within 1.5 km on the water")
    func farParts() throws {
        let cities = Self.layer().bytes().layer
        let land = try Self.world(cities)
        var writer = try Self.writer(cities)
        let lake = RegionRecord(country: 0, kind: WaterKind.lake.rawValue, texts: ["Lake"])
        writer.add(
            LayerID.water, try RegionShapes.rectangles([(7.9, 1.9, 8.1, 2.1)]).layer([lake]), description: .test)
        let directory = try TemporaryDirectory()
        let water = try Gazetteer(path: directory.write(writer.bytes, to: "water"))
        // 1.3, 1.7, 2.9 and 3.1 km north of Quarter, which is 6.7 km west of Town.
        for (latitude, onLand, onWater) in [
            (2.012, "Quarter", "Quarter"), (2.015, "Quarter", nil), (2.026, "Quarter", nil), (2.028, nil, nil),
        ] as [(Double, String?, String?)] {
            for (gazetteer, part) in [(land, onLand), (water, onWater)] {
                let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, 8)))
                #expect(placemark.locality == "Town" && placemark.subLocality == part, "\(latitude)")
            }
        }
    }

    @Test("can be a place whose state nobody knows, in any state")
    func placeWithoutState() throws {
        var layer = Self.layer()
        layer.places[Self.number("Acrossville")].state = 0
        let gazetteer = try Self.world(layer.bytes().layer)
        #expect(gazetteer.placemark(at: Coordinate(5, 5.08))?.locality == "Acrossville")
        #expect(gazetteer.placemark(at: Coordinate(5, 5.12))?.administrativeArea == "East")
        layer.places[Self.number("Posttown")].state = 0
        #expect(try Self.world(layer.bytes().layer).placemark(at: Coordinate(6, 5.06))?.locality == "Posttown")
    }

    @Test(
        "of postal codes and airports are written as seven digits, and read back",
        arguments: [
            CityReference(place: 0), CityReference(place: 234_907), CityReference(name: 0), CityReference(name: 77_777),
        ])
    func postalCityCode(reference: CityReference) throws {
        let text = try #require(PostalCityCode.text(reference))
        #expect(text.count == 7)
        #expect(PostalCityCode.city(try #require(Int(text))) == reference)
    }

    @Test("are none for what seven digits cannot hold, and for a code whose city is not known")
    func unfitPostalCityCode() throws {
        #expect(PostalCityCode.text(CityReference(place: 999_999)) == nil, "the number is that of a name")
        #expect(PostalCityCode.text(CityReference(name: 9_000_000)) == nil)
        #expect(PostalCityCode.city(try #require(PostalCityCode.text(nil).flatMap { Int($0) })) == nil)
        #expect(PostalCityCode.text(airport: 6).flatMap { Int($0) }.flatMap { PostalCityCode.city($0)?.place } == 6)
    }

    @Test("lie in the state of a place within 1.5 km, where no county tells the state")
    func stateMargin() throws {
        let gazetteer = try Self.world(Self.layer().bytes().layer)
        // 1 km west of Acrossville, whose state is the eastern one, and on the western side of a border that is drawn coarsely.
        func state(of place: Coordinate, at coordinate: Coordinate) throws -> String? {
            var writer = GazetteerWriter()
            let places = [
                Place(name: "Metropolis", coordinate: Coordinate(5, 4.9), population: 2_250_000, isoCountryCode: "AA"),
                Place(name: "Acrossville", coordinate: place, population: 20_000, isoCountryCode: "AA"),
            ]
            try writer.addPlaces(places, description: .test)
            let country = try #require(CountryCode.packed("AA"))
            for (id, regions) in [
                (LayerID.zones, [((0.0, 0.0, 10.0, 10.0), ["Aland", "Zone/AA"])]),
                (LayerID.states, [((0, 0, 5, 10), ["West"]), ((5, 0, 10, 10), ["East"])]),
            ] as [(UInt32, [(Rectangle, [String?])])] {
                writer.add(
                    id,
                    try RegionShapes.rectangles(regions.map(\.0)).layer(
                        regions.map { RegionRecord(country: country, texts: $0.1) }), description: .test)
            }
            var entries = Array(repeating: CitiesLayerWriter.PlaceEntry(), count: 2)
            for (number, index) in GazetteerWriter.order(of: places).enumerated() { entries[number].state = index + 1 }
            writer.add(
                LayerID.cities,
                CitiesLayerWriter(places: entries, stateCities: [nil, nil], counties: [], stateRegions: [1, 2]).bytes()
                    .layer, description: .test)
            let directory = try TemporaryDirectory()
            let world = try Gazetteer(path: directory.write(writer.bytes, to: "margin"))
            return world.placemark(at: coordinate)?.locality
        }
        let (border, east) = (Coordinate(5, 4.998), 1400.0)
        #expect(try state(of: border.moved(byMeters: east, bearing: 90), at: border) == "Acrossville")
        #expect(try state(of: border.moved(byMeters: 1600, bearing: 90), at: border) == "Metropolis")
        #expect(gazetteer.placemark(at: Coordinate(5, 4.99))?.locality == "Metropolis")
    }

    @Test("without a place have a name, and no way to a centre")
    func nameOnly() throws {
        let placemark = try #require(Self.world(Self.layer().bytes().layer).placemark(at: Coordinate(4.5, 7.5)))
        #expect(placemark.name == "Nameless Parish" && placemark.distant == nil)
        #expect(placemark.distance == nil && placemark.bearing == nil)
    }

    @Test("change the hint where they change the name")
    func hints() throws {
        let gazetteer = try Self.world(Self.layer().bytes().layer)
        let points = Self.points([(5, 5.12), (6, 5.06), (2, 2.02), (2, 2.06), (4.5, 7.5), (9, 7), (8, 2.3)])
        let hints = points.map { gazetteer.nameHint(at: $0)?.locality }
        #expect(Set(hints).count == points.count)
    }

    @Test("lead to the centre of the city that is named")
    func centre() throws {
        let gazetteer = try Self.world(Self.layer().bytes().layer)
        let here = Coordinate(6, 5.06)
        let placemark = try #require(gazetteer.placemark(at: here))
        #expect(gazetteer.centre(ofLocalityOf: placemark, at: here)?.coordinate == Coordinate(5, 5.3))
    }

    @Test("without their layer are the named places, as in older files")
    func withoutLayer() throws {
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: Self.places)))
        let placemark = try #require(gazetteer.placemark(at: Coordinate(5, 5.06)))
        #expect(placemark.locality == "Metropolis" && placemark.localitySource == .nearest)
    }

    @Test("with any byte of their layer changed give fewer or wrong cities, and never stop the program")
    func damage() throws {
        let bytes = Self.layer().bytes().layer
        let used = try #require(bytes.lastIndex { $0 != 0 }) + 2
        let points = Self.points([(5, 5.12), (2, 2.02), (8, 2.3), (4.5, 7.5), (9, 7), (6, 5.06), (2, 8)])
        let gazetteer = try Self.world(bytes)
        for offset in 0..<used {
            for value in [0xFF, bytes[offset] ^ 0x81] as [UInt8] {
                var damaged = bytes
                damaged[offset] = value
                damaged.withUnsafeBytes { damaged in
                    var world = gazetteer.world
                    world.cities = CitiesLayer(bytes: damaged)
                    for point in points {
                        _ = world.placemark(at: point, preferredLanguages: [])
                        var hint = NameHint()
                        _ = world.tellNames(
                            at: point, city: nil, isInStreet: false,
                            to: NamesInNumbers(layers: world, coordinate: point, city: nil), in: &hint)
                    }
                    _ = world.cities?.faults(placeCount: world.places.placeCount, limit: 10)
                }
            }
        }
        for count in [0, 63, 64, 200] {
            bytes.prefix(count).withUnsafeBytes { #expect(CitiesLayer(bytes: $0) == nil) }
        }
    }

    @Test("of a layer that names places or states that there are not are faults")
    func verification() throws {
        var layer = Self.layer()
        layer.places[0].city = .init(.place(1000))
        layer.counties[0].state = 77
        let faults = try Self.world(layer.bytes().layer).verify()
        #expect(faults == ["cities: the city of place 0 is not there", "cities: the state of county 0 is not there"])
    }
}
