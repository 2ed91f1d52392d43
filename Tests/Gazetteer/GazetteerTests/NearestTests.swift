import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

@Suite("Nearest place")
struct NearestTests {
    @Test("and named place are the same as by a scan of all places, in any country", arguments: World.allCases)
    func equalsScan(world: World) throws {
        var generator = SeededRandom(seed: 7)
        let places = world.places(using: &generator)
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))

        var queries = [
            Coordinate(90, 0), Coordinate(-90, 77), Coordinate(0, 180), Coordinate(0, -180), Coordinate(0, 0),
        ]
        queries += (0..<60).map { _ in .random(using: &generator) }
        queries += places.indices.shuffled(using: &generator).prefix(60).flatMap { index in
            [places[index].coordinate, places[index].coordinate.jittered(by: 0.01, using: &generator)]
        }
        for query in queries {
            for country in [nil, .country("CA"), .country("CB"), .country("ZZ"), .country("QQ")] as [UInt16?] {
                let found = gazetteer.indicesOfPlaces(around: query, country: country)
                let truth = gazetteer.places.scan(from: query, country: country)
                #expect(PlaceScan.Answer(found) == truth, "\(query), country \(country.debugDescription)")
            }
        }
    }

    @Test("is within a distance when it measures so, also where a chord tells that")
    func within() throws {
        var generator = SeededRandom(seed: 17)
        let places = (0..<100).map { _ in Place(name: "place", coordinate: .random(using: &generator)) }
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        for place in places.indices {
            let centre = try #require(gazetteer.places.coordinate(at: place))
            for _ in 0..<20 {
                let here = centre.moved(
                    byMeters: .random(in: 0...60_000, using: &generator),
                    bearing: .random(in: 0...360, using: &generator))
                let distance = here.distance(to: centre)
                for meters in [1500, 3000, 5000, 25_000, 50_000, distance.nextDown, distance] {
                    #expect(gazetteer.places.isWithin(meters, of: here, place) == (distance <= meters))
                }
            }
        }
        #expect(!gazetteer.places.isWithin(50_000, of: places[0].coordinate, -1))
        #expect(!gazetteer.places.isWithin(50_000, of: places[0].coordinate, places.count))
    }

    @Test("of places at the same point is the one with the most inhabitants, and of those the first")
    func tie() throws {
        var generator = SeededRandom(seed: 13)
        let spots = (0..<20).map { _ in Coordinate.random(using: &generator) }
        // Populations 0…49 in any order, and the largest twice, with the first of the two named so.
        let places = spots.flatMap { spot in
            ((0..<50) + [49]).shuffled(using: &generator).reduce(into: [Place]()) { places, population in
                let isWinner = population == 49 && !places.contains { $0.population == 49 }
                places.append(Place(name: isWinner ? "winner" : "other", coordinate: spot, population: population))
            }
        }
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        for spot in spots {
            #expect(gazetteer.nearestPlace(to: spot)?.place.name == "winner")
        }
    }

    @Test("fault 15: lies across the antimeridian when that is shorter")
    func antimeridian() throws {
        let places = [
            Place(name: "west", coordinate: Coordinate(-17, 179.99)),
            Place(name: "far", coordinate: Coordinate(-17, -178)),
        ]
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        let nearest = try #require(gazetteer.nearestPlace(to: Coordinate(-17, -179.99)))
        #expect(nearest.place.name == "west")
        #expect(abs(nearest.distanceInMeters - 2129) < 5)
        #expect(gazetteer.placemark(at: Coordinate(-17, -179.99))?.bearing == 270)
    }

    @Test("fault 16: at a pole does not depend on the longitude", arguments: [-180.0, -90, 0, 33.3, 180])
    func pole(longitude: Double) throws {
        let places = [
            Place(name: "a", coordinate: Coordinate(89, 10)), Place(name: "b", coordinate: Coordinate(88, -170)),
        ]
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places)))
        let placemark = try #require(gazetteer.placemark(at: Coordinate(90, longitude)))
        #expect(placemark.name == "a")
        #expect(placemark.distance == 111_694)
        #expect((0..<360).contains(try #require(placemark.bearing)))
    }

    @Test("that names a point is the city as far as its bonus reaches, and the village beyond")
    func bonus() throws {
        let city = Coordinate(50, 10)
        func village(_ degreesNorth: Double) -> Place {
            Place(name: "village \(degreesNorth)", coordinate: Coordinate(50 + degreesNorth, 10))
        }
        let directory = try TemporaryDirectory()
        // The bonus of 562,500 inhabitants is 7.5 km, and 0.09 degrees are 10 km.
        let gazetteer = try Gazetteer(
            path: directory.write(
                GazetteerWriter.bytes(of: [
                    Place(name: "city", coordinate: city, population: 562_500), village(0.06), village(0.09),
                ])))
        let near = try #require(gazetteer.placemark(at: Coordinate(50.06, 10)))
        #expect(near.locality == "city")
        #expect(near.subLocality == "village 0.06")
        #expect(near.name == "city")
        #expect(try abs(#require(near.distance) - 6673) <= 1)
        #expect(near.bearing == 180)
        let far = try #require(gazetteer.placemark(at: Coordinate(50.09, 10)))
        #expect(far.locality == "village 0.09")
        #expect(far.subLocality == nil)
    }

    @Test("gives a locality in its own country, whatever city is abroad; without borders, that of the nearest place")
    func cityAbroad() throws {
        let directory = try TemporaryDirectory()
        var writer = GazetteerWriter()
        try writer.addPlaces(
            [
                Place(
                    name: "metropolis", coordinate: Coordinate(0, 0), population: 9_000_000, country: "Aland",
                    isoCountryCode: "AA"),
                Place(
                    name: "town", coordinate: Coordinate(0, 0.1), population: 10_000, country: "Beland",
                    isoCountryCode: "BB"),
                Place(name: "hamlet", coordinate: Coordinate(0, 0.095), country: "Beland", isoCountryCode: "BB"),
            ], description: .test)
        let borderless = try Gazetteer(path: directory.write(writer.bytes))
        // Not the metropolis, and not its country's name beside the other country's code.
        let abroad = try #require(borderless.placemark(at: Coordinate(0, 0.09)))
        #expect(abroad.isoCountryCode == "BB" && abroad.country == "Beland")
        #expect(abroad.locality == "town" && abroad.subLocality == "hamlet")
        let home = try #require(borderless.placemark(at: Coordinate(0, 0.04)))
        #expect(home.isoCountryCode == "AA" && home.country == "Aland" && home.locality == "metropolis")

        writer.add(
            LayerID.zones,
            try BoundaryShapes.rectangles([(-1, -1, 0.05, 1), (0.05, -1, 1, 1)]).layer(
                ["AA", "BB"].map { BoundaryRecord(country: CountryCode.packed($0) ?? 0, texts: [$0, "Zone/\($0)"]) }),
            description: .test)
        let gazetteer = try Gazetteer(path: directory.write(writer.bytes, to: "bordered"))
        let placemark = try #require(gazetteer.placemark(at: Coordinate(0, 0.09)))
        #expect(placemark.isoCountryCode == "BB")
        #expect(placemark.timeZone == "Zone/BB")
        #expect(placemark.locality == "town")
        #expect(placemark.subLocality == "hamlet")
        #expect(gazetteer.placemark(at: Coordinate(0, 0.04))?.locality == "metropolis")
    }

    @Test("a state or county of another country than the zone's counts for nothing")
    func areasAbroad() throws {
        let directory = try TemporaryDirectory()
        var writer = GazetteerWriter()
        try writer.addPlaces(
            [Place(name: "town", coordinate: Coordinate(0, 0.5), country: "Aland", isoCountryCode: "AA")],
            description: .test)
        func add(_ id: UInt32, _ country: String, _ rectangles: [Rectangle], _ texts: [[String?]]) throws {
            let code = try #require(CountryCode.packed(country))
            let records = texts.map { BoundaryRecord(country: code, texts: $0) }
            writer.add(id, try BoundaryShapes.rectangles(rectangles).layer(records), description: .test)
        }
        try add(LayerID.zones, "AA", [(0, -1, 2, 1)], [["Aland", "Zone/AA"]])
        try add(LayerID.states, "BB", [(0, -1, 1, 1)], [["Abroad", "BB-1"]])
        try add(LayerID.counties, "BB", [(0, -1, 1, 1)], [["Shire", "Abroad", "BB-1"]])
        let gazetteer = try Gazetteer(path: directory.write(writer.bytes))
        let placemark = try #require(gazetteer.placemark(at: Coordinate(0, 0.5)))
        #expect(placemark.isoCountryCode == "AA" && placemark.locality == "town")
        #expect(placemark.administrativeArea == nil && placemark.isoSubdivisionCode == nil)
        #expect(placemark.subAdministrativeArea == nil)
    }

    @Test("bonuses grow with the square root of the population, up to 15 km")
    func bonusSteps() {
        let populations = [-1, 0, 1, 10, 10_000, 250_000, 1_000_000, 2_250_000, 38_000_000, .max]
        #expect(populations.map { LocalityBonus.steps(population: $0) } == [0, 0, 0, 1, 17, 85, 170, 255, 255, 255])
        #expect(LocalityBonus.chord(steps: 255) * Earth.meanRadiusInMeters == 15_000)
        let chords = (0...255).map { LocalityBonus.chord(steps: UInt8($0)) }
        #expect(chords == chords.sorted() && Set(chords).count == 256)
    }

    @Test("is nil in a world without places")
    func emptyWorld() throws {
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: [])))
        #expect(gazetteer.placeCount == 0)
        #expect(gazetteer.place(at: 0) == nil)
        #expect(gazetteer.placemark(at: Coordinate(0, 0)) == nil)
        #expect(throws: SearchError.noSearchLayer) { try gazetteer.search("Anywhere") }
    }
}
