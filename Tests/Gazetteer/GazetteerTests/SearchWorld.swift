import PlacemarkModel
import TestSupport

@testable import Gazetteer

/// The file of `SearchWorld`, in a directory of its own.
struct SearchableWorld {
    let directory: TemporaryDirectory
    let gazetteer: Gazetteer

    init() throws {
        directory = try TemporaryDirectory()
        gazetteer = try Gazetteer(path: directory.write(SearchWorld.bytes))
    }

    /// The inhabitants of the places that a search finds, in its order.
    func populations(_ text: String, near: Coordinate? = nil, in countries: [String]? = nil) -> [Int] {
        let results = try? gazetteer.search(text, near: near, in: countries)
        return results?.map(\.population) ?? []
    }
}

extension GazetteerWriter {
    /// Adds the layer of names, for the places that have been added.
    mutating func addSearch(
        _ places: [Place], alternateNames: [[String]], localNames: [[String]] = [], areaNames: AreaNames,
        description: LayerDescription
    ) {
        let names = searchLayer(places, alternateNames: alternateNames, localNames: localNames, areaNames: areaNames)
        add(LayerID.search, names, description: description)
    }
}

/// A few places that people look for, and their names.
enum SearchWorld {
    private static let table: [(Place, [String])] = [
        (place("Paris", 33.66, -95.56, 24_800, "US", "Texas", "TX", "Lamar County"), ["Parish"]),
        (
            place("Paris", 48.85, 2.35, 2_100_000, "FR", "Île-de-France", nil, "Paris"),
            ["Lutetia", "Paris", "PARIS", "パリ", "باريس"]
        ),
        (place("Vincennes", 48.85, 2.44, 48_000, "FR", "Île-de-France", nil, "Val-de-Marne"), []),
        (place("Montreuil", 48.86, 2.35, 10, "FR", "Île-de-France", nil, "Paris"), []),
        (place("Montreuil", 48.86, 2.44, 110_000, "FR", "Île-de-France", nil, "Seine-Saint-Denis"), []),
        (place("Vincennes", 38.68, -87.53, 17_000, "US", "Indiana", "IN"), []),
        (place("Paris", 38.21, -84.25, 9_000, "US", "Kentucky", "KY"), []),
        (place("Parish", 43.4, -76.1, 500, "US", "New York", "NY"), []),
        (place("Pulaski", 43.57, -76.13, 2_300, "US", "New York", "NY"), []),
        (place("Zürich", 47.37, 8.55, 341_730, "CH", "Zurich", "ZH"), ["Zurigo"]),
        (place("ÉVREUX", 49.02, 1.15, 50_000, "FR", "Normandy"), []),
        (place("Misato, Saitama", 35.83, 139.87, 1_000, "JP", "Saitama"), []),
        (place("St. Louis", 38.63, -90.2, 301_000, "US", "Missouri", "MO"), []),
        (place("San Jose", 37.34, -121.89, 997_000, "US", "California", "CA"), []),
        (place("San José", 9.93, -84.08, 340_000, "CR", "San José"), []),
        (place("Munich", 48.14, 11.58, 1_260_000, "DE", "Bavaria"), ["München", "Мюнхен", "ミュンヘン", "MUC"]),
        (place("München", 50.9, 11.5, 700, "DE", "Thuringia"), []),
        (place("Tokyo", 35.69, 139.69, 8_300_000, "JP", "Tokyo"), ["東京", "도쿄"]),
        (place("Düsseldorf", 51.22, 6.78, 620_000, "DE", "North Rhine-Westphalia"), []),
    ]

    static let places = table.map(\.0)

    static var bytes: [UInt8] {
        get throws {
            var writer = GazetteerWriter()
            try writer.addPlaces(places, description: .test)
            writer.addSearch(
                places, alternateNames: table.map(\.1),
                areaNames: AreaNames(
                    countries: ["US": ["USA"], "DE": ["Deutschland"], "FR": ["FRA", "フランス", "فرنسا"]],
                    states: [.init(isoCountryCode: "DE", name: "Bavaria"): ["Bayern"]]), description: .test
            )
            return writer.bytes
        }
    }

    private static let countries = [
        "US": "The United States", "FR": "France", "CH": "Switzerland", "JP": "Japan", "CR": "Costa Rica",
        "DE": "Germany",
    ]

    private static func place(
        _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int, _ country: String, _ state: String,
        _ stateCode: String? = nil, _ county: String? = nil
    ) -> Place {
        Place(
            name: name, coordinate: Coordinate(latitude, longitude), population: population,
            country: countries[country],
            isoCountryCode: country, administrativeArea: state, administrativeAreaCode: stateCode,
            subAdministrativeArea: county, timeZone: "Zone/\(country)")
    }
}
