import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// What the post calls a city, before it goes into a file.
@Suite("Postal cities")
struct PostalCitiesTests {
    /// San Antonio, a town 9 km west of it, and a quarter 3 km south that is as large as a city.
    private static let places = [
        Place(name: "San Antonio", coordinate: Coordinate(29.42, -98.49), population: 1_500_000, isoCountryCode: "US"),
        Place(name: "Leon Valley", coordinate: Coordinate(29.42, -98.59), population: 11_000, isoCountryCode: "US"),
        Place(name: "South Side", coordinate: Coordinate(29.39, -98.49), population: 90_000, isoCountryCode: "US"),
    ]

    private static func points(
        _ rows: [(city: String, coordinate: Coordinate)], country: String = "US",
        places: [Place] = places, alternateNames: [[String]]? = nil
    ) -> [PostalCities.Point] {
        PostalCities(rows: rows.map { .init(country: country, city: $0.city, coordinate: $0.coordinate) }).points(
            places: places, alternateNames: alternateNames ?? places.map { _ in [] },
            isQuarter: { places[$0].name == "South Side" })
    }

    @Test("are no place that is called otherwise: not what the first word alone means, nor a neighbour's other name")
    func otherNames() {
        let names = [
            ("Eau Claire", ["Eau"]), ("Columbus", ["Bear Lake"]), ("Lake Worth Beach", ["Lake Worth"]),
            ("The Bronx", ["Bronx"]), ("McNeal", ["Mc Neal"]), ("Lyon", []),
        ]
        let middle = Coordinate(44.81, -91.5)
        func found(_ city: String, in country: String = "US") -> [Int?] {
            Self.points(
                [(city, middle.moved(byMeters: 9000, bearing: 20))], country: country,
                places: names.map {
                    Place(name: $0.0, coordinate: middle, population: 9000, isoCountryCode: country)
                }, alternateNames: names.map(\.1)
            ).map(\.place)
        }
        for own in ["Eau Galle", "Bear Lake", "Lyon Junction"] { #expect(found(own) == [nil], "\(own)") }
        for (name, place) in [("Lake Worth", 2), ("Bronx", 3), ("Mc Neal", 4)] {
            #expect(found(name) == [place], "\(name)")
        }
        // Elsewhere the post's names count only as those of places.
        #expect(found("Lyon 03", in: "FR") == [5] && found("Bear Lake", in: "CA") == [1])
    }

    @Test("leave out the codes of bases, and no town that is called after a fort or a camp")
    func military() {
        let names = ["Jbsa Ft Sam Houston", "Fort Bragg", "Pope Army Airfield", "Camp Hill", "Hill Afb", "Navyville"]
        let rows = names.enumerated().map { ($1, Coordinate(40, -Double(90 + $0))) }
        #expect(Self.points(rows).map(\.row.city) == ["Fort Bragg", "Camp Hill", "Navyville"])
        #expect(Self.points([("Army ", Coordinate(46, 2))], country: "FR").count == 1)
    }

    @Test("keep of several names at one point the one whose place is nearest")
    func onePoint() {
        let point = Coordinate(29.42, -98.51)
        let kept = Self.points([("Aardvark", point), ("Leon Valley", point), ("San Antonio", point)])
        #expect(kept.filter { $0.row.coordinate == point }.map(\.place) == [0])
    }

    @Test("have the middle of a city that the post names, and nobody else's code within a kilometre of it")
    func centres() {
        let middle = Self.places[0].coordinate
        let points = Self.points([
            ("Leon Valley", middle.moved(byMeters: 900, bearing: 45)),
            ("Leon Valley", middle.moved(byMeters: 1100, bearing: 45)),
            ("San Antonio", middle.moved(byMeters: 3000, bearing: 90)),
            ("South Side", Self.places[2].coordinate.moved(byMeters: 3000, bearing: 180)),
        ])
        #expect(points.map(\.place) == [1, 0, 2, 0])
        #expect(points.last?.row.coordinate == middle)
        // The post does not name it, so it is no city of the post.
        #expect(Self.points([("Leon Valley", middle)]).map(\.place) == [1])
    }
}
