import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// What the layers decide together, in a world of rectangles.
@Suite("Reverse look-up by layers")
struct ReverseLookupTests {
    private let directory: TemporaryDirectory
    private let gazetteer: Gazetteer

    init() throws {
        directory = try TemporaryDirectory()
        var writer = GazetteerWriter()
        try writer.addPlaces(
            ([("AA", 2, 8), ("AA", 8, 2), ("BB", 9, 8), ("DD", 8, 47), ("DD", 8, 47.03)]
                as [(String, Double, Double)])
                .map {
                    Place(
                        name: "\($0) \($1) \($2)", coordinate: Coordinate($1, $2),
                        population: $2 == 47 ? 1_000_000 : 1000, isoCountryCode: $0)
                } + [
                    Place(name: "EE", coordinate: Coordinate(9.99, 9.99), isoCountryCode: "EE"),
                    Place(
                        name: "Neighbour", coordinate: Coordinate(2, 44), isoCountryCode: "DD",
                        administrativeArea: "East", subAdministrativeArea: "Eastern County"),
                ], description: .test)
        func add(_ id: UInt32, _ boundaries: [(rectangle: Rectangle, country: String, kind: UInt16, texts: [String?])])
            throws
        {
            let records = boundaries.map {
                BoundaryRecord(
                    country: CountryCode.packed($0.country) ?? CountryCode.none, kind: $0.kind, texts: $0.texts)
            }
            writer.add(
                id, try BoundaryShapes.rectangles(boundaries.map(\.rectangle)).layer(records), description: .test)
        }
        let second = try #require(CountryCode.packed("BB"))
        try add(
            LayerID.zones,
            [
                ((0, 0, 10, 10), "AA", second, ["Aland", "Zone/AA", "Beland"]),
                ((20, -70, 30, -50), "CC", 0, ["Celand", "Zone/CC"]),
                ((40, 0, 50, 10), "DD", 0, ["Deland", "Zone/DD"]),
            ])
        try add(
            LayerID.states,
            [
                ((0, 0, 5, 5), "BB", 0, ["South", "BB-S"]), ((0, 5, 5, 10), "AA", 0, ["North", "AA-N"]),
                ((9.5, 9.5, 10, 10), "EE", 0, ["Abroad", "EE-A"]), ((40, 0, 45, 5), "DD", 0, ["West", "DD-W"]),
            ])
        try add(
            LayerID.water,
            [
                ((48, 8, 48.01, 8.01), "", WaterKind.ground.rawValue, [nil]),
                ((40, 0, 50, 10), "", WaterKind.sea.rawValue, ["Big Sea"]),
            ])
        gazetteer = try Gazetteer(path: directory.write(writer.bytes))
    }

    @Test(
        "in a zone with a second country the state tells which one it is, and where there is no state the nearest place",
        arguments: [
            (2, 2, "BB", "Beland", "South"), (7, 2, "AA", "Aland", "North"), (9, 8.1, "BB", "Beland", nil),
            (2, 8.1, "AA", "Aland", nil),
            // A third country's state and place, both nearer, have no say.
            (9.98, 9.98, "BB", "Beland", nil),
        ] as [(Double, Double, String, String, String?)])
    func secondCountry(latitude: Double, longitude: Double, code: String, country: String, state: String?) throws {
        let placemark = try #require(gazetteer.placemark(at: Coordinate(latitude, longitude)))
        #expect(placemark.isoCountryCode == code && placemark.country == country)
        #expect(placemark.administrativeArea == state && placemark.timeZone == "Zone/AA")
    }

    @Test("Antarctica begins south of 60° south, and not on that parallel")
    func antarctica() {
        #expect(gazetteer.placemark(at: Coordinate(-60, 25))?.isoCountryCode == "CC")
        #expect(gazetteer.placemark(at: Coordinate(-60.001, 25))?.isoCountryCode == "AQ")
    }

    @Test("where a state and a sea both claim a position, it is on land")
    func coast() throws {
        let coast = try #require(gazetteer.placemark(at: Coordinate(2, 42)))
        #expect(coast.ocean == nil && coast.administrativeArea == "West")
        #expect(gazetteer.placemark(at: Coordinate(2, 47))?.ocean == "Big Sea")
    }

    @Test(
        "fault 87: within 5 km of any place the sea has the place's city, and its own name too; beyond, its name alone")
    func harbour() throws {
        // 6.6 km from the city that names it, and 3.3 km from a quarter, which is too far for a part.
        let harbour = try #require(gazetteer.placemark(at: Coordinate(8, 47.06)))
        #expect(harbour.locality == "DD 8.0 47.0" && harbour.subLocality == nil)
        #expect(harbour.ocean == "Big Sea" && harbour.name == "DD 8.0 47.0")
        let offshore = try #require(gazetteer.placemark(at: Coordinate(8, 47.08)))
        #expect(offshore.ocean == "Big Sea" && offshore.name == "Big Sea" && offshore.locality == nil)
    }

    @Test("fault 87: where people live there is land, whatever the polygon of the sea says")
    func inhabited() throws {
        let village = try #require(gazetteer.placemark(at: Coordinate(8.005, 48.005)))
        #expect(village.ocean == nil && village.distant == true)
        #expect(gazetteer.placemark(at: Coordinate(8.015, 48.005))?.ocean == "Big Sea")
    }

    @Test("a neighbour's county is left out where it lies in another state than the position")
    func countyOfAnotherState() throws {
        let here = try #require(gazetteer.placemark(at: Coordinate(2, 43.9)))
        #expect(here.locality == "Neighbour" && here.administrativeArea == "West" && here.subAdministrativeArea == nil)
    }

    @Test("a quarter that is called like its city is not named twice")
    func quarter() throws {
        let places = [
            Place(name: "Twin", coordinate: Coordinate(50, 10), population: 562_500),
            Place(name: "Twin", coordinate: Coordinate(50.06, 10)),
        ]
        let twins = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: places), to: "twins"))
        let placemark = try #require(twins.placemark(at: Coordinate(50.06, 10)))
        #expect(placemark.locality == "Twin" && placemark.subLocality == nil)
        // The city, and not the quarter.
        #expect(placemark.bearing == 180)
    }

    @Test("a bearing that rounds to 360 is 0")
    func bearing() throws {
        let place = Place(name: "almost north", coordinate: Coordinate(0.1, -0.0005))
        let north = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: [place]), to: "north"))
        #expect(north.placemark(at: Coordinate(0, 0))?.bearing == 0)
    }

    @Test("without zones the nearest place tells the time zone")
    func timeZoneOfPlace() throws {
        let place = Place(name: "town", coordinate: Coordinate(0, 0), timeZone: "Zone/Town")
        let plain = try Gazetteer(path: directory.write(GazetteerWriter.bytes(of: [place]), to: "plain"))
        #expect(plain.placemark(at: Coordinate(0, 0.01))?.timeZone == "Zone/Town")
    }
}
