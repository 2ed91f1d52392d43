import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// The airports of the source, and which city each serves.
@Suite("Airports")
struct AirportsTests {
    private static let places = [
        Place(name: "Bigville", coordinate: Coordinate(50, 10), population: 300_000, isoCountryCode: "AA"),
        Place(name: "Smallham", coordinate: Coordinate(50, 12), population: 9000, isoCountryCode: "AA"),
        Place(name: "Bigville", coordinate: Coordinate(55, 10), population: 900_000, isoCountryCode: "AA"),
    ]

    private static func airports(_ rows: [(Double, Double, String, String)]) -> Airports {
        Airports(
            rows: rows.map { .init(country: "AA", coordinate: Coordinate($0.0, $0.1), name: $0.2, city: $0.3) })
    }

    @Test("serve the nearest place of their city's name within 60 km, and none that is a quarter")
    func served() {
        let airports = Self.airports([
            (50.1, 10.1, "Bigville Airport", "Bigville"), (52, 10, "Far Airport", "Bigville"),
            (50, 12.1, "Field", "Smallham"), (50, 12.1, "Nowhere", "Atlantis"),
        ])
        func cities(isQuarter: @escaping (Int) -> Bool) -> [Int?] {
            airports.cities(places: Self.places, alternateNames: [[], [], []], isQuarter: isQuarter)
        }
        #expect(cities { _ in false } == [0, nil, 1, nil])
        #expect(cities { $0 == 1 } == [0, nil, nil, nil])
    }

    @Test("reach 1.5 km when they are international or of a city of 200,000, and else 800 m")
    func grounds() {
        let airports = Self.airports([
            (50.1, 10.1, "Bigville Airport", "Bigville"), (50, 12.1, "Smallham Airport", "Smallham"),
            (50, 13, "Smallham International Airport", "Smallham"),
        ])
        let radii = airports.discs(cities: [0, 1, 1], places: Self.places).map(\.radiusInMeters)
        #expect(radii == [1500, 800, 1500])
    }

    @Test(
        "reach half as far again where they are large and no place is nearer than their middle",
        arguments: [
            // Metres from the airport, its radius, metres to the nearest place.
            (1300, 1500, 100, true), (2000, 1500, 2100, true), (2000, 1500, 1900, false), (2000, 1500, nil, true),
            (2500, 1500, 9000, false), (700, 800, 100, true), (1100, 800, 9000, false),
        ] as [(Double, Double, Double?, Bool)])
    func reach(meters: Double, radius: Double, toPlace: Double?, isOnGrounds: Bool) throws {
        let disc = try #require(
            PostalDisc(
                country: "AA", code: PostalCityCode.text(airport: 7) ?? "", latitude: 50, longitude: 10,
                radiusInMeters: radius))
        let country = try #require(CountryCode.packed("AA"))
        let bytes = try PostalCodesLayerWriter.bytes(of: [disc])
        try bytes.withUnsafeBytes { bytes in
            let layer = try #require(PostalCodesLayer(bytes: bytes))
            let number = AirportGrounds.number(
                at: Coordinate(50 + meters / 111_195, 10), country: country, in: layer
            ) { toPlace }
            #expect((number.flatMap { PostalCityCode.city($0)?.place } == 7) == isOnGrounds)
            #expect((number != nil) == isOnGrounds)
        }
    }

    @Test("are refused with file and line when a row is not as expected")
    func damaged() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            Array("AA\t50\t10\tName\tCity\tABC\nAA\t95\t10\tName\tCity\tABD\n".utf8), to: "airports.tsv")
        do {
            _ = try Airports(path: path)
            Issue.record("a latitude of 95° was taken")
        } catch {
            #expect("\(error)".contains("airports.tsv: record 2: expected COUNTRY"))
        }
    }
}
