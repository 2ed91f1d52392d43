import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Streets of a detail pack held against a scan of all of them.
@Suite("Streets")
struct StreetsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Rounding moves each point by 0.21 m at most, and the plane is right to some centimetres.
    private static let toleranceInMeters = 0.3

    @Test(
        "a look-up finds exactly the streets and houses that a scan finds, as far away",
        arguments: [
            (1, 47.15, 9.52), (2, -33.9, 151.2), (3, 69.7, 18.9), (4, 0.001, 179.9999), (5, 60.2, -180), (6, -54.8, 0),
        ] as [(UInt64, Double, Double)])
    func oracle(seed: UInt64, latitude: Double, longitude: Double) throws {
        var random = SeededRandom(seed: seed)
        let town = SmallTown(centre: Coordinate(latitude, longitude), streetCount: 60, using: &random)
        let pack = try town.pack(at: directory.file("town.gazetteer"))
        #expect(pack.verify() == [])
        defer { withExtendedLifetime(pack) {} }
        let layer = try #require(pack.streets)
        #expect(layer.tileCount > 9)
        #expect(layer.houseCount == town.streets.map(\.numbers.count).reduce(0, +))
        var (streetsFound, housesFound) = (0, 0)
        for _ in 0..<300 {
            let position = town.coordinate(
                .random(in: -1300...1300, using: &random), .random(in: -1300...1300, using: &random))
            let plane = try #require(StreetPlane(at: position))
            let hits = NearbyStreets(in: layer, around: plane).hits
            for street in town.streets {
                let hit = hits.first { layer.names.name($0.name) == street.name }
                let distance = town.distance(to: street, from: position)
                let found = hit?.distanceInMeters ?? .infinity
                if distance < StreetReach.ofStreetInMeters - Self.toleranceInMeters {
                    #expect(abs(found - distance) < Self.toleranceInMeters, "\(street.name)")
                    streetsFound += 1
                } else if distance > StreetReach.ofStreetInMeters + Self.toleranceInMeters {
                    #expect(found == .infinity)
                }
                let houses = town.houses(of: street, from: position)
                let nearest = houses.map(\.distance).min() ?? .infinity
                if nearest < StreetReach.ofHouseInMeters - Self.toleranceInMeters {
                    let house = try #require(hit?.house, "\(street.name)")
                    #expect(abs(house.reachInMeters - nearest) < Self.toleranceInMeters)
                    let possible = houses.filter { $0.distance < nearest + 2 * Self.toleranceInMeters }
                    #expect(possible.map(\.text).contains(house.house.label))
                    housesFound += 1
                } else if nearest > StreetReach.ofHouseInMeters + Self.toleranceInMeters {
                    #expect(hit?.house.map { $0.reachInMeters > StreetReach.ofHouseInMeters } ?? true)
                }
            }
        }
        #expect(streetsFound > 150)
        #expect(housesFound > 30)
    }

    @Test("a street that tiles cut is one street: numbers are calculated across the cut as if there were none")
    func acrossCuts() throws {
        // Three kilometres to the east, and a number on the left every 90 m.
        var town = SmallTown(centre: Coordinate(47, 9))
        func point(_ east: Double, _ north: Double) -> StreetPoint { SmallTown.point(east, north, from: town.centre) }
        town.streets = [
            Street(
                name: "Long Road", kind: .residential,
                lines: [[point(1500, 0), point(3000, 0)], [point(0, 0), point(700, 0), point(1500, 0)]],
                numbers: (0...33).map { HouseNumber(text: String(1 + $0 * 10), point: point(Double($0) * 90, 20)) })
        ]
        let pack = try town.pack(at: directory.file("road.gazetteer"))
        #expect(try #require(pack.streets).tileCount >= 7)
        var calculated = 0
        for along in stride(from: 4.0, to: 2960, by: 10) {
            let address = try #require(self.address(in: pack, at: town.coordinate(along, 8)))
            #expect(layer(pack).names.name(address.street) == "Long Road")
            // Ten numbers in 90 m, and only odd ones on this side; the nearest house says its own within 30 m.
            let house = (along / 90).rounded() * 90
            let steps = ((along - house + 90) / 18).rounded() - 5
            let isNear = ((along - house) * (along - house) + 144).squareRoot() < 30
            let number = Int(house / 9) + 1 + (isNear ? 0 : 2 * Int(steps))
            #expect(address.houseNumber == String(number), "at \(along) m")
            #expect(address.isInterpolated == (!isNear && steps != 0), "at \(along) m")
            if address.isInterpolated { calculated += 1 }
        }
        #expect(calculated > 50)
        // No number is known on the other side.
        #expect(self.address(in: pack, at: town.coordinate(1200, -30))?.houseNumber == nil)
    }

    @Test("behind a house its garden is in the house's street; deeper in, the next street wins")
    func gardens() throws {
        var town = SmallTown(centre: Coordinate(47.37, 8.55))
        func point(_ east: Double, _ north: Double) -> StreetPoint { SmallTown.point(east, north, from: town.centre) }
        town.streets = [
            Street(
                name: "Front Street", kind: .residential, lines: [[point(0, 0), point(200, 0)]],
                numbers: [HouseNumber(text: "7", point: point(100, 12), radiusInMeters: 8)]),
            Street(name: "Back Lane", kind: .residential, lines: [[point(0, 50), point(200, 50)]], numbers: []),
        ]
        let pack = try town.pack(at: directory.file("gardens.gazetteer"))
        func street(_ north: Double) -> String? {
            address(in: pack, at: town.coordinate(100, north)).flatMap { layer(pack).names.name($0.street) }
        }
        // The house counts as 8 m away, and so as the door.
        #expect(street(24) == "Front Street")
        // To the middle and half the way to the house: 37 + 21 / 2 m, against 4 × 13 m for the lane without houses.
        #expect(street(37) == "Front Street")
        // 38 + 22 / 2 m, against 4 × 12 m.
        #expect(street(38) == "Back Lane")
        // In the middle of a street its houses do not matter.
        #expect(street(0) == "Front Street" && street(50) == "Back Lane")
    }

    private func layer(_ pack: DetailPack) -> StreetsLayer { pack.streets.unsafelyUnwrapped }

    private func address(in pack: DetailPack, at position: Coordinate) -> StreetAddress? {
        guard let plane = StreetPlane(at: position) else { return nil }
        return withExtendedLifetime(pack) { NearbyStreets(in: layer(pack), around: plane).address(around: plane) }
    }

    @Test("a placemark has the street, its number and code; in a street that is given, that one's")
    func placemark() throws {
        // Zürich, which the world of the test has a place for.
        var town = SmallTown(centre: Coordinate(47.37, 8.55))
        func point(_ east: Double, _ north: Double) -> StreetPoint { SmallTown.point(east, north, from: town.centre) }
        town.streets = [
            Street(
                name: "Main Street", kind: .primary, lines: [[point(0, 0), point(200, 0)]],
                numbers: [HouseNumber(text: "7", point: point(50, 10), postalCode: "8001")]),
            Street(
                name: "Back Lane", kind: .residential, lines: [[point(0, 60), point(200, 60)]],
                numbers: [HouseNumber(text: "1", point: point(60, 52), postalCode: "8002")]),
        ]
        let gazetteer = try Gazetteer(
            path: directory.write(SearchWorld.bytes), details: [town.pack(at: directory.file("town.gazetteer"))])
        let position = town.coordinate(50, 12)
        let placemark = try #require(gazetteer.placemark(at: position))
        #expect([placemark.thoroughfare, placemark.subThoroughfare] == ["Main Street", "7"])
        #expect(placemark.subThoroughfareInterpolated == nil)
        #expect([placemark.name, placemark.locality, placemark.postalCode] == ["Main Street 7", "Zürich", "8001"])
        #expect(placemark.geocoder == "gazetteer+openstreetmap")
        let candidates = gazetteer.streets(at: position)
        #expect(candidates.map { gazetteer.name(ofStreet: $0.street) } == ["Main Street", "Back Lane"])
        #expect(candidates.map(\.kind) == [.primary, .residential])
        #expect(abs(candidates[0].distanceInMeters - 12) < 0.3)
        #expect(candidates.allSatisfy { abs($0.directionInDegrees - 90) < 0.5 })
        let inLane = try #require(gazetteer.placemark(at: position, street: candidates[1].street))
        #expect(inLane.thoroughfare == "Back Lane")
        #expect(gazetteer.placemark(at: position, street: 0x5000_0001)?.thoroughfare == "Main Street")
        #expect(gazetteer.name(ofStreet: 0) == nil)
        #expect(gazetteer.name(ofStreet: .max) == nil)
        #expect(gazetteer.streets(at: Coordinate(89.5, 0)).isEmpty)
    }
}
