import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// In which state a county lies, and which counties are not what they are called: with counties one degree wide.
@Suite("States and names of counties")
struct CountyStatesTests {
    private static func place(
        _ longitude: Double, name: String = "place", state: String?, county: String? = nil, population: Int = 1000
    ) -> Place {
        Place(
            name: name, coordinate: Coordinate(0.5, longitude), population: population, isoCountryCode: "AA",
            administrativeArea: state, subAdministrativeArea: county)
    }

    /// Counties from west to east, each with its source's state, and the states by polygon.
    private func layer(
        _ counties: [(name: String, parent: String?)], states: [(west: Double, east: Double, name: String)] = [],
        _ places: [Place]
    ) throws -> CountiesLayer {
        let statesLayer = try StatesLayer(
            states.map { SourceBoundary(($0.west, 0, $0.east, 1), $0.name, "AA") }, places: [], isCoast: { _ in false })
        return try CountiesLayer(
            counties.enumerated().map { index, county in
                SourceBoundary((Double(index), 0, Double(index) + 1, 1), county.name, "AA", parent: county.parent)
            }, places: places, statesLayer: statesLayer, isCoast: { _ in false },
            town: { EnglishCounties.Town(localName: places[$0].name, englishName: places[$0].name) })
    }

    @Test("three quarters of a county's own places, if they are three or more, outvote its parent")
    func veto() throws {
        let siblings = (0..<70).map { Self.place(Double($0) / 100, state: "Flanders") }
        let brussels = [1.2, 1.4, 1.6].map { Self.place($0, state: "Brussels") }
        let counties = [(name: "Antwerp", parent: "VLG"), (name: "Capital", parent: "VLG")] as [(String, String?)]
        #expect(try layer(counties, siblings + brussels).states == ["Flanders", "Brussels"])
        // Two places alone may err: nobody knows then, unless a state's polygon does.
        let two = siblings + brussels.prefix(2)
        #expect(try layer(counties, two).states == ["Flanders", nil])
        #expect(
            try layer(counties, states: [(0, 1.1, "Flanders"), (1.1, 3, "Brabant")], two).states
                == ["Flanders", "Brabant"])
        // One in four names the parent's state.
        let divided = siblings + brussels + [Self.place(1.8, state: "Flanders")]
        #expect(try layer(counties, divided).states == ["Flanders", "Brussels"])
    }

    @Test("a county's only place tells its state where its sister counties or the name of its parent agree")
    func fewPlaces() throws {
        let states = [(0, 3, "Capital")] as [(Double, Double, String)]
        func layer(_ parent: String, sisters: [String]) throws -> CountiesLayer {
            let places =
                sisters.enumerated().map { Self.place(Double($0 + 1) / 10, state: $1) }
                + [Self.place(1.5, state: "Buenos Aires")]
            return try self.layer([("La Plata", parent), ("Avellaneda", parent)], states: states, places)
        }
        // Two of the three places with this parent say so.
        #expect(try layer("C", sisters: ["Buenos Aires", "Other"]).states[1] == "Buenos Aires")
        // One of three: then it may err.
        #expect(try layer("C", sisters: ["Other", "Third"]).states[1] == "Capital")
        #expect(try layer("Buenos Aires Province", sisters: ["Other", "Third"]).states[1] == "Buenos Aires")
        #expect(try layer("Buenos", sisters: ["Other", "Third"]).states[1] == "Capital")
    }

    @Test("a county whose places name several states has none: position by position the polygons of states tell it")
    func divided() throws {
        let counties = [(name: "Sviatoshyn", parent: nil)] as [(String, String?)]
        let states = [(0, 0.4, "Kyiv Oblast"), (0.4, 1, "Kyiv City")] as [(Double, Double, String)]
        let oblast = [0.1, 0.2].map { Self.place($0, state: "Kyiv Oblast") }
        let city = Self.place(0.9, state: "Kyiv City")
        #expect(try layer(counties, states: states, oblast + [city]).states == [nil])
        #expect(try layer(counties, states: states, oblast + [city]).names == ["Sviatoshyn"])
        #expect(try layer(counties, states: states, oblast + [oblast[0], city]).states == ["Kyiv Oblast"])
    }

    @Test("a county that is called like the state that its places name is that state, however few they are")
    func cityStates() throws {
        let region = (0..<70).map { Self.place(Double($0) / 100, state: "Minsk") }
        let counties = [(name: "Barysaw", parent: "M"), (name: "Minsk City", parent: "M")] as [(String, String?)]
        let city = Self.place(1.5, state: "Minsk City")
        #expect(try layer(counties, region + [city]).states == ["Minsk", "Minsk City"])
        let suburbs = [1.1, 1.2, 1.3, 1.4].map { Self.place($0, state: "Minsk") }
        #expect(try layer(counties, region + [city] + suburbs).states == ["Minsk", "Minsk"])
        let own = [("Barysaw", "M"), ("Minsk City", "Minsk City")] as [(String, String?)]
        #expect(try layer(own, region + [city] + suburbs).states == ["Minsk", "Minsk City"])
    }

    @Test(
        "a county without places lies in its parent's state, and without a clear parent in that of most of its polygon")
    func withoutPlaces() throws {
        #expect(
            try layer([("Full", "P"), ("Empty", "P")], [Self.place(0.5, state: "S")]).states == ["S", "S"])
        #expect(
            try layer([("Empty", nil), ("Outside", nil)], states: [(0.3, 1, "East"), (0, 0.3, "West")], []).states
                == ["East", nil])
    }

    @Test("what only shows where land is has neither a name nor a state")
    func land() throws {
        let land = try layer([("", nil), ("Named", "P")], [0.2, 0.4, 0.6, 1.5].map { Self.place($0, state: "S") })
        #expect(land.names == [nil, "Named"] && land.states == [nil, "S"])
    }

    @Test("a county that has swallowed a city of another state loses its name and its state")
    func swallowed() throws {
        let places =
            [0.2, 0.4, 0.6].map { Self.place($0, state: "Chuy") } + [
                Self.place(0.5, name: "Bishkek", state: "Bishkek", population: 900_000)
            ]
        let layer = try layer([("Alamudun", "Chuy Region")], places)
        #expect(layer.names == [nil] && layer.states == [nil])
        // The city itself is one, whatever state its source names.
        #expect(try self.layer([("Bishkek", "Chuy Region")], places).names == ["Bishkek"])
    }

    @Test("a county called after a town that is small beside a city far from it has lost the city's polygon")
    func afterTown() throws {
        let city = Self.place(0.8, name: "Moscow", state: "Moscow", population: 10_000_000)
        func names(_ town: Double, _ population: Int, county: String? = nil) throws -> [String?] {
            let town = Self.place(town, name: "Naro-Fominsk", state: "Moscow", county: county, population: population)
            return try layer([("Naro-Fominsky District", "Moscow")], [city, town]).names
        }
        #expect(try names(0.2, 70_000) == [nil])
        #expect(try names(0.75, 70_000) == ["Naro-Fominsky District"])
        #expect(try names(0.2, 700_000) == ["Naro-Fominsky District"])
        // GeoNames calls it so, too: Wayne County, which is Detroit's, and has a town of that name.
        #expect(try names(0.2, 70_000, county: "Naro-Fominskiy Gorodskoy Okrug") == ["Naro-Fominsky District"])
    }

    @Test("a country whose counties do not hold the places that they are called like has lost their order")
    func mixedUp() throws {
        let names = (0..<12).map { "Town \(UnicodeScalar(65 + $0).map(String.init) ?? "")" }
        func layer(shiftedBy shift: Int) throws -> CountiesLayer {
            try self.layer(
                names.map { ($0, "P") },
                names.enumerated().map {
                    Self.place(Double(($0 + shift) % names.count) + 0.5, name: $1, state: "S", county: "C")
                })
        }
        #expect(try layer(shiftedBy: 0).names == names)
        #expect(try layer(shiftedBy: 5).names.allSatisfy { $0 == nil })
    }
}
