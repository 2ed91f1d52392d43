import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Why an answer is what it is, asked of the world as `make gazetteer` builds it.
@Suite("Explanations")
struct ExplanationTests {
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try RealWorld.gazetteer }

    private func explanation(_ latitude: Double, _ longitude: Double) throws -> Explanation {
        try #require(gazetteer.explanation(at: Coordinate(latitude, longitude)))
    }

    @Test("exactly one rule for the city is chosen where there is a city, and it is the placemark's")
    func oneRule() throws {
        var generator = SeededRandom(seed: 29)
        var cities = 0
        for _ in 0..<3000 {
            // Near places, because most of the world is empty sea.
            let index = Int.random(in: 0..<gazetteer.placeCount, using: &generator)
            let place = try #require(gazetteer.place(at: index))
            let here = place.coordinate.jittered(by: 0.05, using: &generator)
            let placemark = gazetteer.placemark(at: here)
            let explanation = try #require(gazetteer.explanation(at: here))
            let chosen = explanation.steps.filter { $0.question == .city && $0.isChosen }
            #expect(chosen.map(\.answer) == (placemark?.locality.map { [$0] } ?? []), "near \(place.name)")
            #expect(chosen.compactMap(\.rule) == (placemark?.localitySource.map { [$0.rawValue] } ?? []))
            let states = explanation.steps.filter { $0.question == .state && $0.isChosen }
            #expect(states.first?.answer == placemark?.administrativeArea)
            cities += chosen.count
        }
        #expect(cities > 2500)
    }

    @Test("says which rules had another answer, and why it does not count")
    func rules() throws {
        let berlin = try explanation(52.4345, 13.2584)
        let code = try #require(berlin.steps.first { $0.rule == "code" })
        #expect(code.answer == "Berlin" && code.isChosen)
        let guess = try #require(berlin.steps.first { $0.question == .city && $0.rule == "nearest" })
        #expect(!guess.isChosen)

        let timesSquare = try explanation(40.758, -73.9855)
        let post = try #require(timesSquare.steps.first { $0.rule == "post" })
        #expect(post.answer == "New York City" || post.answer == "New York")
        #expect(post.isChosen && post.source == "postal cities")
    }

    @Test("on the water it names the water, and says whether a place is near enough")
    func water() throws {
        let ocean = try explanation(30, -40)
        let ground = try #require(ocean.steps.first { $0.question == .ground })
        #expect(ground.answer == "North Atlantic Ocean")
        #expect(!ocean.steps.contains { $0.question == .city && $0.isChosen })
        let pier = try #require(try explanation(41.8917, -87.5976).steps.first { $0.question == .ground })
        #expect(pier.answer == "Lake Michigan" && pier.reason.contains("5 km"))
    }

    @Test("where a pack has a street on the world's sea, the sea is named as what does not count")
    func streetAtSea() throws {
        let directory = try TemporaryDirectory()
        var town = SmallTown(centre: Coordinate(30, -40))
        func point(_ east: Double, _ north: Double) -> StreetPoint { SmallTown.point(east, north, from: town.centre) }
        town.streets = [
            Street(name: "Quay", kind: .residential, lines: [[point(0, 0), point(200, 0)]], numbers: [])
        ]
        let pack = try town.pack(at: directory.file("town.gazetteer"))
        let gazetteer = try Gazetteer(path: RealWorld.path, check: .structure, details: [pack])
        func steps(_ north: Double, _ question: Explanation.Question) throws -> [Explanation.Step] {
            let explanation = try #require(gazetteer.explanation(at: town.coordinate(100, north)))
            return explanation.steps.filter { $0.question == question }
        }
        let ground = try steps(20, .ground)
        #expect(ground.map(\.answer) == ["North Atlantic Ocean"] && ground.map(\.isChosen) == [false])
        let street = try steps(20, .street)
        #expect(street.map(\.answer) == ["Quay"] && street.map(\.isChosen) == [true])
        #expect(street.map(\.source) == ["town.gazetteer"])
        // Beyond the reach of the street.
        #expect(try steps(120, .ground).map(\.isChosen) == [true])
        #expect(try steps(120, .street).map(\.isChosen) == [false])
    }

    @Test("inside a pack's limits its city is the chosen one, unless an own place gives another")
    func pack() throws {
        let directory = try TemporaryDirectory()
        let ring = [(1.9, 1.9), (1.9, 2.1), (2.1, 2.1), (2.1, 1.9)].map { GridPoint(Coordinate($0.0, $0.1)) }
        var writer = GazetteerWriter()
        try writer.addCityLimits(
            [CityLimit(name: "Packtown", country: CountryCode.packed("AA") ?? 0, level: 8, rank: 0)], places: [],
            borders: Topology.borders(ofRings: [[ring]]), description: SmallPack.description())
        let path = try directory.write(writer.bytes, to: "aland.gazetteer")
        let world = try CitiesWorld.writer(CitiesWorld.layer().bytes().layer)
        let gazetteer = try Gazetteer(path: directory.write(world.bytes), details: [DetailPack(path: path)])
        let here = Coordinate(2, 2.02)
        let placemark = try #require(gazetteer.placemark(at: here))
        #expect(placemark.locality == "Packtown" && placemark.localitySource == .limits)
        let steps = try #require(gazetteer.explanation(at: here)).steps.filter { $0.question == .city }
        let chosen = steps.filter(\.isChosen)
        #expect(chosen.map(\.answer) == ["Packtown"] && chosen.map(\.rule) == ["limits"])
        #expect(chosen.map(\.source) == ["aland.gazetteer"])
        let limits = steps.filter { $0.rule == "limits" }
        #expect(limits.map(\.answer) == ["Packtown", "Smallton"])
        #expect(limits.map(\.source) == ["aland.gazetteer", "counties or municipalities"])
        #expect(steps.first { $0.rule == "nearest" }?.answer == "Bigburg")

        var own = try CitiesWorld.writer(CitiesWorld.layer().bytes().layer)
        let campus = CustomPlace(
            name: "Campus", properties: [.locality: "Own Town"], shape: .circle(center: here, radiusInMeters: 30))
        own.addCustomPlaces([campus], description: .test)
        let withOwn = try Gazetteer(
            path: directory.write(own.bytes, to: "own.gazetteer"), details: [DetailPack(path: path)])
        let cities = try #require(withOwn.explanation(at: here)).steps.filter { $0.question == .city }
        #expect(cities.contains { $0.answer == "Packtown" } && !cities.contains { $0.isChosen })
    }

    @Test("own places are named, the smallest first; where one gives the city, no rule's city is the chosen one")
    func ownPlaces() throws {
        let directory = try TemporaryDirectory()
        let (campus, shed) = (Coordinate(2, 2.02), Coordinate(2, 1.98))
        var writer = try CitiesWorld.writer(CitiesWorld.layer().bytes().layer)
        writer.addCustomPlaces(
            [
                CustomPlace(
                    name: "Campus", properties: [.locality: "Own Town"],
                    shape: .circle(center: campus, radiusInMeters: 900)),
                CustomPlace(name: "House", shape: .circle(center: campus, radiusInMeters: 30)),
                CustomPlace(name: "Shed", shape: .circle(center: shed, radiusInMeters: 30)),
            ], description: .test)
        let gazetteer = try Gazetteer(path: directory.write(writer.bytes))
        for (here, own, city) in [
            (campus, ["House", "Campus"], nil), (campus.moved(byMeters: 500, bearing: 90), ["Campus"], nil),
            (shed, ["Shed"], "Smallton"), (shed.moved(byMeters: 100, bearing: 0), [], "Smallton"),
        ] as [(Coordinate, [String], String?)] {
            #expect(gazetteer.placemark(at: here)?.locality == city ?? "Own Town")
            let steps = try #require(gazetteer.explanation(at: here)).steps
            let ownPlaces = steps.filter { $0.question == .ownPlaces }
            #expect(ownPlaces.compactMap(\.answer) == own)
            #expect(ownPlaces.allSatisfy { $0.isChosen && $0.source == "custom places" })
            let cities = steps.filter { $0.question == .city }
            #expect(cities.contains { $0.rule == "limits" && $0.answer == "Smallton" })
            #expect(cities.filter(\.isChosen).compactMap(\.answer) == (city.map { [$0] } ?? []))
        }
    }
}
