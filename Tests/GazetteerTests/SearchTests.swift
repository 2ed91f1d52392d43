import PlacemarkCore
import Testing

@testable import Gazetteer

@Suite("Places by name")
struct SearchTests {
    private let directory: TemporaryDirectory
    private let gazetteer: Gazetteer

    init() throws {
        func place(
            _ name: String, _ population: Int, _ country: String, _ code: String, _ state: String, _ stateCode: String?
        ) -> Place {
            Place(
                name: name, coordinate: Coordinate(Double(population % 90), 10), population: population,
                country: country,
                isoCountryCode: code, administrativeArea: state, administrativeAreaCode: stateCode,
                subAdministrativeArea: stateCode == "TX" ? "Lamar County" : nil)
        }
        directory = try TemporaryDirectory()
        gazetteer = try Gazetteer(
            path: directory.write(
                GazetteerWriter.bytes(of: [
                    place("Paris", 24_800, "United States", "US", "Texas", "TX"),
                    place("Paris", 2_100_000, "France", "FR", "Île-de-France", nil),
                    place("Paris", 9_000, "United States", "US", "Kentucky", "KY"),
                    place("Zürich", 341_730, "Switzerland", "CH", "Zurich", "ZH"),
                    place("ÉVREUX", 50_000, "France", "FR", "Normandy", nil),
                    place("Misato, Saitama", 1_000, "Japan", "JP", "Saitama", nil),
                    place("Parish", 500, "United States", "US", "New York", "NY"),
                ])))
    }

    @Test(
        "are found in any case, the largest first, also by county, state, country and their codes",
        arguments: [
            ("Paris", [2_100_000, 24_800, 9_000]), ("paris", [2_100_000, 24_800, 9_000]), ("Paris, TX", [24_800]),
            ("paris , texas", [24_800]), ("Paris,us", [24_800, 9_000]), ("Paris, United States", [24_800, 9_000]),
            ("Paris, KY, US", [9_000]), ("Paris, Lamar County", [24_800]), ("Paris, FR", [2_100_000]),
            ("Paris, ÎLE-DE-FRANCE", [2_100_000]), ("Paris, Ohio", []), ("Paris, Texas, FR", []), ("zürich", [341_730]),
            ("ZÜRICH, ch", [341_730]), ("Évreux", [50_000]), ("Misato, Saitama", [1_000]), ("Pari", []), ("", []),
            (" , ", []), (", Texas", []), ("Paris,", [2_100_000, 24_800, 9_000]),
        ] as [(String, [Int])])
    func found(text: String, populations: [Int]) {
        #expect(gazetteer.places(named: text).map(\.population) == populations)
    }

    @Test("are at most as many as asked for", arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (.max, 3)])
    func limit(limit: Int, count: Int) {
        #expect(gazetteer.places(named: "Paris", limit: limit).count == count)
    }
}
