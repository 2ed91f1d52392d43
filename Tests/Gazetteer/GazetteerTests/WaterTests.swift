import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Water that must not cover land: the world file's where people live, and where a detail pack knows better.
@Suite("Water and land")
struct WaterTests {
    @Test("fault 87: round drowned places there is ground, also where their squares overlap, and at the antimeridian")
    func ground() throws {
        let sea = SourceBoundary((-180, -10, 180, 10), "Sea")
        let drowned = [Coordinate(5, 5), Coordinate(5.003, 5.002), Coordinate(-3, 179.9999), Coordinate(-3, -180)].map {
            Place(name: "Village", coordinate: $0, population: 1)
        }
        let memory = LayerInMemory(try WaterLayer(seas: [sea], lakes: []).bytes(drowned: drowned))
        defer { withExtendedLifetime(memory) {} }
        let layer = try #require(memory.layer)
        func kind(_ coordinate: Coordinate) -> WaterKind? {
            layer.boundary(at: GridPoint(coordinate)).flatMap { WaterKind(rawValue: layer.kind(ofBoundary: $0)) }
        }
        for village in drowned.map(\.coordinate) {
            // At least 500 m around, and not 2 km.
            for bearing in stride(from: 0.0, to: 360, by: 15) {
                #expect(kind(village.moved(byMeters: 490, bearing: bearing)) != .sea || abs(village.longitude) > 179)
                #expect(kind(village.moved(byMeters: 2000, bearing: bearing)) == .sea)
            }
            #expect(kind(village) == .ground)
        }
        #expect(try WaterLayer(seas: [sea], lakes: []).bytes(drowned: []) == WaterLayer(seas: [sea], lakes: []).bytes())
    }

    @Test(
        "have English names; what people there call them is kept",
        arguments: [
            ("Bodensee", "Lake Constance"), ("Lago di Garda", "Lake Garda"), ("Ozero Ik", "Lake Ik"),
            ("Poyang Hu", "Poyang Lake"), ("Golfo de California", "Gulf of California"), ("Vänern", nil),
            ("Loch Ness", nil), ("Lake Geneva", nil), ("Lago Grande", nil),
        ] as [(String, String?)])
    func english(own: String, english: String?) {
        let water = SourceBoundary(water: [], name: own)
        #expect(water.name == english ?? own && water.localName == (english == nil ? nil : own))
    }

    @Test("fault 87: an inhabited place on the open sea has ground of its own, and one without inhabitants has none")
    func drowned() throws {
        let sources = try SmallSources()
        func build(population: Int) throws {
            try sources.put(
                "cities500.json",
                """
                {"1": {"geonameid": 1, "name": "Atlantis", "latitude": 45, "longitude": 0, "countrycode": "AD",
                       "population": \(population)},
                 "2": {"geonameid": 2, "name": "Lakeside", "latitude": 42.25, "longitude": 1.25, "countrycode": "AD",
                       "population": 10}}
                """)
            _ = try WorldBuild.write(sources.directory.file("w.gazetteer"), from: sources.directory.path)
        }
        func isAtlantisAtSea() throws -> Bool {
            let gazetteer = try Gazetteer(path: sources.directory.file("w.gazetteer"))
            return ReverseLookup(at: Coordinate(45, 0), in: gazetteer.world).ground == .sea
        }
        try build(population: 5)
        #expect(try !isAtlantisAtSea())
        try build(population: 0)
        #expect(try isAtlantisAtSea())
        let gazetteer = try Gazetteer(path: sources.directory.file("w.gazetteer"))
        #expect(gazetteer.placemark(at: Coordinate(42.25, 1.25))?.inlandWater == nil)
        #expect(gazetteer.placemark(at: Coordinate(42.29, 1.29))?.inlandWater == "Estany")
        let refusal = DrownedPlaces(places: [Place(name: "Atlantis", coordinate: Coordinate(45, 0), population: 5)])
        #expect("\(refusal)".contains("Atlantis (no country, 5 inhabitants)"))
    }

    @Test("fault 87: an island that no state and no county has is land, but no skerry, and no small one far out")
    func islands() throws {
        let sources = try SmallSources()
        try sources.put(
            "cities500.json",
            #"{"1": {"geonameid": 1, "name": "Port", "latitude": 44.5, "longitude": 0, "countrycode": "FR"}}"#)
        let missing = SmallSources.square(0.1, 44.5, 0.13, 44.52)
        let (skerry, far) = (SmallSources.square(0.1, 44.6, 0.102, 44.602), SmallSources.square(1.5, 45.5, 1.51, 45.52))
        let large = SmallSources.square(1.5, 45.6, 1.54, 45.63)
        let onLake = SmallSources.square(-0.13, 44.5, -0.1, 44.52)
        // One that the polygons have in part: their shore counts.
        let known = [(0.2, 42.9), (0.2, 44.5), (0.22, 44.5), (0.22, 42.9)]
        try sources.putShores([
            (1, 5.3, missing), (1, 0.04, skerry), (1, 1.9, far), (1, 10, large), (3, 5.3, onLake), (1, 280, known),
        ])
        _ = try WorldBuild.write(sources.directory.file("w.gazetteer"), from: sources.directory.path)
        let gazetteer = try Gazetteer(path: sources.directory.file("w.gazetteer"))
        func ground(_ north: Double, _ east: Double) -> ReverseLookup.Ground {
            ReverseLookup(at: Coordinate(north, east), in: gazetteer.world).ground
        }
        #expect(ground(44.51, 0.115) == .land && ground(44.51, 0.135) == .sea && ground(45.615, 1.52) == .land)
        #expect(ground(44.601, 0.101) == .sea && ground(45.51, 1.505) == .sea && ground(44.51, -0.115) == .sea)
        #expect(ground(44.4, 0.21) == .sea && ground(42.95, 0.21) == .land)
    }

    @Test("a build ends with the name of an inhabited place that stays in water for all its ground")
    func drownedForGood() throws {
        // Ground is made in squares of a grid of the earth, and the grid of borders rounds what lies at its end.
        var writer = GazetteerWriter()
        try writer.addPlaces(
            [
                Place(name: "Atlantis", coordinate: Coordinate(0.5, 0.5), population: 5, isoCountryCode: "AA"),
                Place(name: "Ghost Town", coordinate: Coordinate(0.5, 0.4), population: 0, isoCountryCode: "AA"),
                Place(name: "Shore", coordinate: Coordinate(5, 5), population: 5, isoCountryCode: "AA"),
            ], description: .test)
        let water = WaterLayer(seas: [SourceBoundary((0, 0, 1, 1), "Sea")], lakes: [])
        writer.add(LayerID.water, try water.bytes(), description: .test)
        let drowned = try writer.inhabitedPlacesInWater()
        #expect(drowned.map(\.name) == ["Atlantis"])
        // The ground of another place does not help it: this is what ends a build.
        try writer.replace(
            LayerID.water, water.bytes(drowned: [Place(name: "Other", coordinate: Coordinate(0.9, 0.9))]))
        #expect(try writer.inhabitedPlacesInWater().map(\.name) == ["Atlantis"])
        #expect(throws: DrownedPlaces.self) { try writer.refuseDrownedPlaces() }
        try writer.replace(LayerID.water, water.bytes(drowned: drowned))
        try writer.refuseDrownedPlaces()
    }

    /// A pack in a world of one place that is all sea, or all lake; by default the small one with its two cities, 9.0° to
    /// 9.2° E.
    private func drownedPack(
        _ kind: WaterKind, in directory: TemporaryDirectory, pack: DetailPack? = nil
    ) throws -> Gazetteer {
        var writer = GazetteerWriter()
        try writer.addPlaces(
            [Place(name: "Far", coordinate: Coordinate(47.8, 9.5), isoCountryCode: "LI")], description: .test)
        let liechtenstein = try #require(CountryCode.packed("LI"))
        for (id, record) in [
            (LayerID.zones, BoundaryRecord(country: liechtenstein, texts: ["Liechtenstein", "Europe/Vaduz"])),
            (LayerID.water, BoundaryRecord(country: 0, kind: kind.rawValue, texts: ["Water"])),
        ] {
            writer.add(id, try BoundaryShapes.rectangles([(8, 46, 10, 48)]).layer([record]), description: .test)
        }
        let known = try pack ?? SmallPack.write(to: directory.file("pack"))
        return try Gazetteer(path: directory.write(writer.bytes, to: "\(kind)"), details: [known])
    }

    @Test("fault 87: inside a pack's city limits there is no sea; on a lake there is the city, and the lake")
    func limits() throws {
        let directory = try TemporaryDirectory()
        let sea = try drownedPack(.sea, in: directory)
        let pier = try #require(sea.placemark(at: Coordinate(47.02, 9.02)))
        #expect(pier.locality == "West" && pier.ocean == nil && pier.name == "West")
        let offshore = try #require(sea.placemark(at: Coordinate(47.2, 9.05)))
        #expect(offshore.ocean == "Water" && offshore.locality == nil)
        let hints = [Coordinate(47.02, 9.02), Coordinate(47.2, 9.05)].compactMap { sea.nameHint(at: $0) }
        #expect(hints.map { $0.ocean != 0 } == [false, true] && hints.map { $0.locality != 0 } == [true, false])

        let lake = try drownedPack(.lake, in: directory)
        let boat = try #require(lake.placemark(at: Coordinate(47.02, 9.02)))
        #expect(boat.locality == "West" && boat.inlandWater == "Water" && boat.name == "West")
        let hint = try #require(lake.nameHint(at: Coordinate(47.02, 9.02)))
        #expect(hint.locality != 0 && hint.inlandWater != 0)
    }

    @Test("fault 87: at a pack's streets there is no water of the world file")
    func streets() throws {
        var lookup = try drownedLookup()
        #expect(lookup.ground == .lake)
        #expect(lookup.ground(isInCity: true, isInStreet: false) == .lake)
        #expect(lookup.ground(isInCity: false, isInStreet: true) == .land)
        lookup = try drownedLookup(.sea)
        #expect(lookup.ground(isInCity: false, isInStreet: false) == .sea)
        #expect(lookup.ground(isInCity: true, isInStreet: false) == .land)
        #expect(lookup.ground(isInCity: false, isInStreet: true) == .land)
    }

    @Test("fault 87: a pack's street or door without a city is land as far as it reaches, and then there is water")
    func streetWithoutCity() throws {
        let directory = try TemporaryDirectory()
        var town = SmallTown(centre: Coordinate(47.2, 9.05))
        func point(_ east: Double, _ north: Double) -> StreetPoint { SmallTown.point(east, north, from: town.centre) }
        town.streets = [
            Street(name: "Quay", kind: .residential, lines: [[point(0, 0), point(200, 0)]], numbers: []),
            Street(name: "Isle", kind: .place, lines: [], numbers: [HouseNumber(text: "7", point: point(1000, 0))]),
        ]
        let pack = try town.pack(at: directory.file("town.gazetteer"))
        #expect(pack.cityLimits == nil)
        for kind in [WaterKind.sea, .lake] {
            let gazetteer = try drownedPack(kind, in: directory, pack: pack)
            // On the street, before the end of its 100 m, and behind it; at the door, and so for its 80 m.
            for (east, north, street) in [
                (100, 0, "Quay"), (100, 95, "Quay"), (100, 105, nil), (1000, 5, "Isle"), (1000, 75, "Isle"),
                (1000, 85, nil),
            ] as [(Double, Double, String?)] {
                let position = town.coordinate(east, north)
                let placemark = try #require(gazetteer.placemark(at: position))
                let hint = try #require(gazetteer.nameHint(at: position))
                let water = street == nil ? "Water" : nil
                #expect(placemark.thoroughfare == street, "\(kind), \(east), \(north)")
                #expect(placemark.ocean == (kind == .sea ? water : nil), "\(kind), \(east), \(north)")
                #expect(placemark.inlandWater == (kind == .lake ? water : nil), "\(kind), \(east), \(north)")
                #expect((hint.ocean != 0) == (kind == .sea && street == nil), "\(kind), \(east), \(north)")
                #expect((hint.inlandWater != 0) == (kind == .lake && street == nil), "\(kind), \(east), \(north)")
            }
        }
    }

    private func drownedLookup(_ kind: WaterKind = .lake) throws -> ReverseLookup {
        let directory = try TemporaryDirectory()
        let gazetteer = try drownedPack(kind, in: directory)
        return withExtendedLifetime(gazetteer) { ReverseLookup(at: Coordinate(47.2, 9.05), in: gazetteer.world) }
    }
}
