import Gazetteer
import PlacemarkModel

/// Airports with scheduled flights, by their IATA codes (`airports.tsv`, package airportsdata): where they are, what they are
/// called, and the city that they serve.
struct Airports {
    /// One airport of the source.
    struct Row: Equatable {
        var country: String
        var coordinate: Coordinate
        var name: String
        /// The city that it serves, as the source calls it.
        var city: String
        var code = ""
    }

    /// How far from its reference point the grounds reach: of a large airport, and of any other. The source has no outlines.
    private static let (largeRadiusInMeters, radiusInMeters) = (1500.0, 800.0)
    /// An airport of a city with so many inhabitants is a large one, and so is an international one.
    private static let leastInhabitants = 200_000
    /// A city farther away than this is another one of the same name.
    private static let farthestCityInMeters = 60_000.0

    let rows: [Row]

    init(rows: [Row]) { self.rows = rows }

    init(path: String) throws(SourceError) {
        rows = try LocatedRow.rows(of: path, columns: ["NAME", "CITY", "IATA"]).map {
            Row(
                country: $0.country, coordinate: $0.coordinate, name: $0.texts[0], city: $0.texts[1],
                code: $0.texts[2])
        }
    }

    /// The places that the airports serve; nil for those whose city is no place, or too far away to be meant.
    func cities(places: [Place], alternateNames: [[String]], isQuarter: (Int) -> Bool) -> [Int?] {
        let countries = Set(rows.map(\.country))
        let byName = NamedPlaces(places, alternateNames: alternateNames) { place in
            places[place].isoCountryCode.map(countries.contains) == true && !isQuarter(place)
        }
        return rows.map { row in
            byName.nearest(
                to: row.coordinate, named: row.city, in: row.country, within: Self.farthestCityInMeters)
        }
    }

    /// The discs of the layer, in which the airport's number stands in the place of the code (`PostalCityCode`).
    func discs(cities: [Int?], places: [Place]) -> [PostalDisc] {
        zip(rows.indices, cities).compactMap { index, city in
            let row = rows[index]
            let isLarge =
                row.name.contains("International")
                || city.map { places[$0].population >= Self.leastInhabitants } == true
            return PostalCityCode.text(airport: index).flatMap { code in
                PostalDisc(
                    country: row.country, code: code, latitude: row.coordinate.latitude,
                    longitude: row.coordinate.longitude,
                    radiusInMeters: isLarge ? Self.largeRadiusInMeters : Self.radiusInMeters)
            }
        }
    }
}

extension SourceVersions {
    /// What the file says about its layer of airports.
    var airportsLayer: LayerDescription {
        LayerDescription(
            id: LayerID.airports, name: "airports",
            source: "Airports with IATA codes from the Python package airportsdata", version: named("airportsdata"),
            licence: "MIT (https://opensource.org/license/mit)",
            attribution: "Airports: airportsdata, Copyright (c) 2020 Mike Borsetti, with data of "
                + "https://github.com/mwgg/Airports, Copyright (c) 2014 mwgg; MIT licence.",
            byteCount: 0)
    }
}
