import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Which of several results comes first, in worlds where one rule alone decides.
@Suite("Forward search: ranking")
struct SearchRankingTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A world of these places, each with one other name or none.
    private func gazetteer(_ places: [(name: String, population: Int, otherName: String?)]) throws -> Gazetteer {
        try gazetteer(
            places.enumerated().map { index, place in
                let coordinate = Coordinate(0, Double(index) * 10)
                return (Place(name: place.name, coordinate: coordinate, population: place.population), place.otherName)
            })
    }

    private func gazetteer(_ places: [(Place, otherName: String?)]) throws -> Gazetteer {
        var writer = GazetteerWriter()
        try writer.addPlaces(places.map(\.0), description: .test)
        writer.addSearch(
            places.map(\.0), alternateNames: places.map { $0.otherName.map { [$0] } ?? [] }, areaNames: AreaNames(),
            description: .test)
        return try Gazetteer(path: directory.write(writer.bytes))
    }

    @Test("a place with 64 times the inhabitants comes first by its other name, and one with fewer does not")
    func otherName() throws {
        let world = try gazetteer([("Newtown", 1_000, "Oldtown"), ("Oldtown", 200, nil), ("City", 90_000, "Oldtown")])
        #expect(try world.search("Oldtown").map(\.population) == [90_000, 200, 1_000])
    }

    @Test("a state with as many inhabitants as a place of its name comes before it, and one with fewer does not")
    func state() throws {
        func places(_ town: Int) -> [(Place, otherName: String?)] {
            [
                (
                    Place(
                        name: "Bigcity", coordinate: Coordinate(0, 0), population: 400_000, isoCountryCode: "AA",
                        administrativeArea: "Florida"), nil
                ),
                (
                    Place(
                        name: "Florida", coordinate: Coordinate(0, 50), population: town, isoCountryCode: "BB",
                        administrativeArea: "Other"), nil
                ),
            ]
        }
        #expect(try gazetteer(places(300_000)).search("Florida").map(\.match) == [.area, .name])
        #expect(try gazetteer(places(900_000)).search("Florida").map(\.match) == [.name, .area])
    }

    @Test("a name that keeps the first letter comes before one with twice the inhabitants that does not")
    func firstLetter() throws {
        let world = try gazetteer([("Larys", 1_000, nil), ("Paris", 500, nil)])
        #expect(try world.search("Parys").map(\.population) == [500, 1_000])
    }

    @Test("of names that begin as asked for, a short one comes before a long one with ten times the inhabitants")
    func completion() throws {
        let world = try gazetteer([("Springfieldtown", 10_000, nil), ("Springfi", 1_000, nil)])
        #expect(try world.search("Sprin").map(\.population) == [1_000, 10_000])
    }

    @Test("equal places come in the order of the file, and as many as asked for")
    func ties() throws {
        let world = try gazetteer(Array(repeating: ("Twin", 500, nil), count: 30))
        let first = (0..<3).map { world.place(at: $0)?.coordinate }
        #expect(try world.search("Twin", limit: 3).map(\.coordinate) == first)
    }

    @Test("a state does not lie in a county of itself")
    func stateInCounty() throws {
        let place = Place(
            name: "Town", coordinate: Coordinate(0, 0), population: 500, isoCountryCode: "AA",
            administrativeArea: "State", subAdministrativeArea: "County")
        #expect(throws: SearchError.noResult) { try gazetteer([(place, nil)]).search("State, County") }
    }

    @Test("a city that is also called as its state is meant before the state")
    func cityOfState() throws {
        let place = Place(
            name: "Bigcity", coordinate: Coordinate(0, 0), population: 400_000, isoCountryCode: "AA",
            administrativeArea: "Florida")
        #expect(try gazetteer([(place, "Florida")]).search("Florida").map(\.match) == [.alternateName])
    }

    @Test("a misspelled place is found in an area far from the city that has the area's name")
    func areaFarFromCity() throws {
        let city = Place(name: "Zug", coordinate: Coordinate(0, 0), population: 5_000, isoCountryCode: "AA")
        let village = Place(
            name: "Village", coordinate: Coordinate(0, 5), population: 500, isoCountryCode: "AA",
            administrativeArea: "Zug")
        let found = try gazetteer([(city, nil), (village, nil)]).search("Vilage, Zug")
        #expect(found.map(\.population) == [500] && found.first?.match == .correction)
    }

    @Test("what resembles the name of a custom place is left out when that place is called exactly so")
    func customPlace() throws {
        let place = Place(name: "Plant", coordinate: Coordinate(0, 0), population: 5_000)
        var writer = GazetteerWriter()
        try writer.addPlaces([place], description: .test)
        writer.addSearch([place], alternateNames: [[]], areaNames: AreaNames(), description: .test)
        let shape = CustomPlace.Shape.circle(center: Coordinate(0, 1), radiusInMeters: 100)
        writer.addCustomPlaces([CustomPlace(name: "Plants", shape: shape)], description: .test)
        let world = try Gazetteer(path: directory.write(writer.bytes))
        #expect(try world.search("Plants").map(\.placemark.name) == ["Plants"])
        #expect(try world.search("Plant").map(\.placemark.name) == ["Plant"])
    }
}
