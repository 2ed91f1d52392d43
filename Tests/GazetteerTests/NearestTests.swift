import PlacemarkCore
import Testing

@testable import Gazetteer

@Suite("Nearest place")
struct NearestTests {
    @Test("is the same as by a scan of all places", arguments: World.allCases)
    func equalsScan(world: World) throws {
        var generator = SplitMix64(state: 7)
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
            #expect(gazetteer.indexOfNearestPlace(to: query) == gazetteer.places.nearestByScan(to: query), "\(query)")
        }
    }

    @Test("of places at the same point is the one with the most inhabitants, and of those the first")
    func tie() throws {
        var generator = SplitMix64(state: 13)
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

    @Test("is nil in a world without places")
    func emptyWorld() throws {
        let directory = try TemporaryDirectory()
        let gazetteer = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: [])))
        #expect(gazetteer.placeCount == 0)
        #expect(gazetteer.place(at: 0) == nil)
        #expect(gazetteer.placemark(at: Coordinate(0, 0)) == nil)
        #expect(gazetteer.places(named: "Anywhere") == [])
    }
}
