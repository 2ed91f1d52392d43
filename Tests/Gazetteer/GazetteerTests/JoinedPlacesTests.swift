import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// States and counties, which come to the cities from another source.
@Suite("Cities joined with their states and counties")
struct JoinedPlacesTests {
    @Test("a clear vote names the state of every city with the code")
    func clearVote() throws {
        let (cities, named) = Self.votes(["Encamp", "Encamp", "Encamp", "Old"], unjoined: 1)
        #expect(try Self.states(cities, named) == ["Encamp", "Encamp", "Encamp", "Encamp", "Encamp"])
    }

    @Test("without a clear vote a city keeps the name it was joined with")
    func unclearVote() throws {
        let (cities, named) = Self.votes(["Hà Nam", "Nam Định", "Nam Định"], unjoined: 1)
        #expect(try Self.states(cities, named) == ["Hà Nam", "Nam Định", "Nam Định", "Nam Định"])
    }

    @Test("a city whose code nobody votes for has no state")
    func noVote() throws {
        let (cities, named) = Self.votes([nil], unjoined: 1)
        #expect(try Self.states(cities, named) == [nil, nil])
    }

    /// Cities of one state code, the first of them joined with places that have these states.
    private static func votes(_ states: [String?], unjoined: Int) -> ([PlaceSources.City], [PlaceSources.NamedPlace]) {
        let cities = (0..<states.count + unjoined).map { index in
            PlaceSources.City(
                geonameid: index, name: "City \(index)", latitude: Double(index), longitude: 0.12345, countrycode: "VN",
                admin1code: "37")
        }
        let named = states.enumerated().map { index, state in
            PlaceSources.NamedPlace(
                countryCode: "VN", city: "City \(index)", latitude: Double(index), longitude: 0.12345, state: state)
        }
        return (cities, named)
    }

    private static func states(_ cities: [PlaceSources.City], _ named: [PlaceSources.NamedPlace]) throws -> [String?] {
        let versions = try SourceVersions(text: SmallSources.versions, path: "")
        let sources = PlaceSources(cities: cities, countries: [], namedPlaces: named, versions: versions)
        return sources.joined().places.map(\.administrativeArea)
    }

    /// The county of the first city, "Vila" in the state S of Andorra, when the source has these places.
    private static func county(_ named: [(country: String, city: String, state: String, county: String?)]) throws
        -> String?
    {
        let city = PlaceSources.City(
            geonameid: 1, name: "Vila", latitude: 42.5, longitude: 1.5, countrycode: "AD", admin1code: "1")
        let places = named.enumerated().map { index, place in
            PlaceSources.NamedPlace(
                countryCode: place.country, city: place.city, latitude: 42.5 - Double(index), longitude: 1.5,
                state: place.state, county: place.county)
        }
        let versions = try SourceVersions(text: SmallSources.versions, path: "")
        return PlaceSources(cities: [city], countries: [], namedPlaces: places, versions: versions)
            .joined().places[0].subAdministrativeArea
    }

    @Test("a county with the city's name is put back only where the city's state has one of that name")
    func countyPutBack() throws {
        let vila = (country: "AD", city: "Vila", state: "S", county: String?.none)
        #expect(try Self.county([vila]) == nil)
        #expect(try Self.county([vila, ("AD", "Other", "S", "Vila")]) == "Vila")
        #expect(try Self.county([vila, ("AD", "Other", "T", "Vila")]) == nil, "a county of another state")
        #expect(try Self.county([vila, ("FR", "Other", "S", "Vila")]) == nil, "a county of another country")
        #expect(try Self.county([vila, ("AD", "Other", "S", "Valley")]) == nil, "a county of another name")
        #expect(try Self.county([("AD", "Vila", "S", "Valley"), ("AD", "Other", "S", "Vila")]) == "Valley")
    }

    @Test("of two places at one point, a city is joined with the one that has its name, else with the first")
    func sameNameFirst() {
        func place(_ name: String) -> PlaceSources.NamedPlace {
            PlaceSources.NamedPlace(countryCode: "AD", city: name, latitude: 42.5, longitude: 1.5, state: "of \(name)")
        }
        let join = CoordinateJoin([place("Quarter"), place("Vila"), place("Suburb")])
        func state(_ name: String) -> String? {
            join.match(
                for: PlaceSources.City(
                    geonameid: 1, name: name, latitude: 42.5, longitude: 1.5, countrycode: "AD")
            )?.state
        }
        #expect(state("Vila") == "of Vila")
        #expect(state("Suburb") == "of Suburb")
        #expect(state("Elsewhere") == "of Quarter")
    }
}
