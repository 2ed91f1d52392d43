import PlacemarkModel

@testable import Gazetteer
@testable import placemark_gazetteer

/// A name of a city with 100,000 people in one of seven languages, as the source has it.
struct LargeCityName: CustomStringConvertible {
    let place: Int
    let language: String
    let name: String

    var description: String { "\(place) \(language) \(name)" }

    private struct City: Decodable {
        var geonameid: Int
        var latitude, longitude: Double
        var population: Int?
    }

    /// All of them, in an order that is always the same; without cities at whose point the file has another place.
    static func all(in gazetteer: Gazetteer) throws -> [LargeCityName] {
        let cities = try JSONSource.read([String: City].self, from: RealSources.path + "/cities500.json")
            .values.filter { $0.population ?? 0 >= 100_000 }.sorted { $0.geonameid < $1.geonameid }
        let translations = try Translations(directory: RealSources.path)
        return cities.flatMap { city -> [LargeCityName] in
            let position = Coordinate(clampingLatitude: city.latitude, wrappingLongitude: city.longitude)
            let population = StoredPopulation.decode(StoredPopulation.encode(city.population ?? 0))
            guard let place = gazetteer.indicesOfPlaces(around: position)?.nearest,
                gazetteer.place(at: place)?.population == population
            else { return [] }
            return ["de", "fr", "es", "ru", "ja", "zh", "ar"].compactMap { language in
                translations.places[city.geonameid]?[language].map {
                    LargeCityName(place: place, language: language, name: $0)
                }
            }
        }
    }
}
