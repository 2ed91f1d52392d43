import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// What the layer of cities is made of.
@Suite("City tables")
struct CityTablesTests {
    private static func city(
        _ id: Int, _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int, _ country: String = "BR",
        alternate: [String] = []
    ) -> PlaceSources.City {
        PlaceSources.City(
            geonameid: id, name: name, latitude: latitude, longitude: longitude, countrycode: country,
            population: population, alternatenames: alternate)
    }

    private static func place(_ city: PlaceSources.City, state: String?) -> Place {
        Place(
            name: city.name, coordinate: Coordinate(city.latitude, city.longitude), population: city.population ?? 0,
            isoCountryCode: city.countrycode, administrativeArea: state)
    }

    private static func layer(_ boundaries: [(Rectangle, String)]) throws -> [UInt8] {
        let records = try boundaries.map {
            BoundaryRecord(country: try #require(CountryCode.packed($0.1)), texts: ["name"])
        }
        return try BoundaryShapes.rectangles(boundaries.map(\.0)).layer(records)
    }

    /// A thousandth as large as the rectangle, so that it is never spacious.
    private static func boundary(_ rectangle: Rectangle, country: String, name: String) throws -> SourceBoundary {
        let corners = [
            (rectangle.west, rectangle.south), (rectangle.west, rectangle.north), (rectangle.east, rectangle.north),
            (rectangle.east, rectangle.south),
        ]
        let ring = try corners.map {
            try #require(SourcePoint(longitudeDegrees: $0.0 / 1000, latitudeDegrees: $0.1 / 1000))
        }
        return SourceBoundary(rings: [ring], name: name, isoCountryCode: country)
    }

    private static func tables(
        _ cities: [PlaceSources.City], states: [String?], kinds: [Int: PlaceKinds.Kind] = [:],
        boundaries: [(Rectangle, country: String, name: String)],
        counties: [(Rectangle, country: String, name: String, areaInSquareMeters: Double)] = [],
        municipalities: [(Rectangle, country: String, name: String)] = [],
        postal: [PostalCities.Point] = [], codes: [BoundaryVotes.Label: String] = [:],
        stateOfCounty: (Int) -> String? = { _ in nil }
    ) throws -> CitiesLayerWriter {
        let places = zip(cities, states).map { place($0, state: $1) }
        let versions = try SourceVersions(text: SmallSources.versions, path: "sources.txt")
        return CityTables(
            places: places,
            sources: PlaceSources(cities: cities, countries: [], namedPlaces: [], versions: versions),
            kinds: PlaceKinds(kinds: kinds),
            polygons: .init(
                states: boundaries.map { BoundaryVotes.Label(isoCountryCode: $0.country, name: $0.name) },
                stateBytes: try layer(boundaries.map { ($0.0, $0.country) }),
                counties: counties.enumerated().map {
                    .init(
                        isoCountryCode: $1.country, name: $1.name, state: stateOfCounty($0), areaInSquareMeters: $1.3)
                },
                countyBytes: try layer(counties.map { ($0.0, $0.country) })),
            municipalities: try municipalities.map { try boundary($0.0, country: $0.country, name: $0.name) },
            municipalityBytes: try layer(municipalities.map { ($0.0, $0.country) }), postal: postal, codes: codes
        ).writer(order: Array(places.indices))
    }

    @Test("name a municipality by its largest namesake, else by its own name, else by its seat")
    func names() throws {
        let cities = [
            Self.city(1, "Porto Alegre", 1, 1, 100), Self.city(2, "Porto Alegre", 1.1, 1.1, 500),
            Self.city(3, "Big Quarter", 1.2, 1.2, 9000), Self.city(4, "Other", 1, 3, 10),
            Self.city(5, "Lisbon", 1, 5, 10, alternate: ["Lisboa"]), Self.city(6, "Bigger", 1.1, 5, 90),
            Self.city(7, "Seat", 1, 7, 50), Self.city(8, "Hamlet", 1.1, 7, 5),
        ]
        let made = try Self.tables(
            cities, states: Array(repeating: "S", count: 8), boundaries: [((0, 0, 9, 2), "BR", "S")],
            counties: [
                ((0, 0, 2, 2), "BR", "Município de Porto Alegre", 1e6), ((2, 0, 4, 2), "BR", "Clean Name", 1e6),
                ((4, 0, 6, 2), "BR", "Lisboa", 1e6), ((6, 0, 8, 2), "BR", "Broken (1)", 1e6),
                ((8, 0, 9, 2), "TR", "Not Municipal", 1e6),
            ])
        #expect(
            made.counties.map { $0.city?.identity } == [.place(1), .name("Clean Name"), .place(4), .place(6), nil])
        #expect(made.places[2].city?.identity == .place(1), "a place inside belongs to it")
    }

    @Test("call a union of villages by its own name, and by a place's other name only when that is no village of it")
    func unions() throws {
        let cities = [
            Self.city(1, "Rapperswil", 1, 1, 900, "CH", alternate: ["Rapperswil-Jona"]),
            Self.city(2, "Jona", 1.1, 1.1, 500, "CH"),
            Self.city(3, "Bourg-St-Pierre", 1, 3, 50, "CH", alternate: ["Bourg-Saint-Pierre"]),
            Self.city(4, "Maó", 1, 5, 50, "ES"),
            Self.city(5, "Wettswil (Dorf)", 1, 7, 90, "CH", alternate: ["Wettswil am Albis"]),
            Self.city(6, "Wettswil", 1.1, 7, 0, "CH", alternate: ["Wettswil am Albis"]),
        ]
        let made = try Self.tables(
            cities, states: Array(repeating: "S", count: 6),
            kinds: [6: PlaceKinds.Kind(feature: "PPLA3", codes: ["", "", "", ""])],
            boundaries: [((0, 0, 9, 2), "CH", "S")],
            municipalities: [
                ((0, 0, 2, 2), "CH", "Rapperswil-Jona"), ((2, 0, 4, 2), "CH", "Bourg-Saint-Pierre"),
                ((4, 0, 6, 2), "ES", "Maó-Mahón"), ((6, 0, 8, 2), "CH", "Wettswil am Albis"),
            ])
        #expect(
            made.municipalities.map { $0?.identity } == [.name("Rapperswil-Jona"), .place(2), .place(3), .place(5)])
        #expect(made.places[1].city?.identity == .name("Rapperswil-Jona"))
    }

    @Test("take Tokyo for the city of its special wards, and not of a ward of the same name elsewhere")
    func wards() throws {
        let made = try Self.tables(
            [
                Self.city(1, "Tokyo", 1, 3, 9_000_000, "JP"), Self.city(2, "Shinjuku", 1, 1, 300_000, "JP"),
                Self.city(3, "Kita", 1, 5, 500, "JP"),
            ], states: ["Tokyo", "Tokyo", "Tokyo"], boundaries: [((0, 0, 9, 2), "JP", "Tokyo")],
            counties: [
                ((0, 0, 2, 2), "JP", "Shinjuku Ku", 18e6), ((2, 0, 4, 2), "JP", "Shinjuku", 18e6),
                ((4, 0, 6, 2), "JP", "Kita", 18e6),
            ], stateOfCounty: { $0 < 2 ? "Tokyo" : "Hokkaido" })
        #expect(made.counties.map { $0.city?.identity } == [.place(0), .place(0), .place(2)])
        #expect(!MunicipalityRules.isWard("Minato", country: "JP", state: "Osaka"))
        #expect(MunicipalityRules.isWard("Chūō", country: "JP", state: "Tokyo"))
    }

    @Test("call a wide municipality spacious, unless a city fills it")
    func spacious() throws {
        let made = try Self.tables(
            [Self.city(1, "Village", 1, 1, 900), Self.city(2, "City", 1, 3, 900_000)], states: ["S", "S"],
            boundaries: [((0, 0, 9, 2), "BR", "S")],
            counties: [((0, 0, 2, 2), "BR", "Village", 400e6), ((2, 0, 4, 2), "BR", "City", 400e6)])
        #expect(made.counties.map { $0.city?.isSpacious } == [true, false])
    }

    @Test("let no state keep places out in a country whose places lie outside of their states' polygons")
    func coarseStates() throws {
        let cities = (1...10).map { Self.city($0, "Place \($0)", 1, Double($0) * 0.1, 10) }
        let halves = (1...10).map { $0 <= 5 ? "A" : "B" }
        // The border of the polygons is elsewhere.
        let coarse = try Self.tables(
            cities, states: halves, boundaries: [((0, 0, 0.85, 2), "BR", "A"), ((0.85, 0, 2, 2), "BR", "B")])
        #expect(coarse.places.allSatisfy { $0.state == 0 } && coarse.stateBoundaries == [0, 0])
        let fine = try Self.tables(
            cities, states: halves, boundaries: [((0, 0, 0.55, 2), "BR", "A"), ((0.55, 0, 2, 2), "BR", "B")])
        #expect(fine.places.map(\.state) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2] && fine.stateBoundaries == [1, 2])
    }

    @Test("give a place whose state nobody knows that of the polygon that it lies in")
    func withoutState() throws {
        let made = try Self.tables(
            [
                Self.city(1, "Minsk", 1, 1, 1_700_000, "BY"), Self.city(2, "Syenitsa", 1, 1.1, 8000, "BY"),
                Self.city(3, "Nowhere", 1, 9, 10, "BY"),
            ], states: [nil, "Minsk Region", nil], boundaries: [((0, 0, 2, 2), "BY", "Minsk Region")])
        #expect(made.places.map(\.state) == [1, 1, 0])
    }

    @Test("call a municipality by the place that most of its people live in, where that is a seat, and by the capital")
    func dominantPlaces() throws {
        func kind(_ feature: String) -> PlaceKinds.Kind { .init(feature: feature, codes: ["", "", "", ""]) }
        let made = try Self.tables(
            [
                Self.city(1, "Cancún", 1, 1, 900, "MX"), Self.city(2, "Leona Vicario", 1.1, 1, 100, "MX"),
                Self.city(3, "Sofia", 1, 3, 50, "BG"), Self.city(4, "Lozen", 1.1, 3, 90, "BG"),
                Self.city(5, "First", 1, 5, 500, "MX"), Self.city(6, "Second", 1.1, 5, 450, "MX"),
                Self.city(7, "Village", 1, 7, 500, "MX"), Self.city(8, "Jona", 1, 9, 500, "CH"),
            ], states: Array(repeating: "S", count: 8),
            kinds: [
                1: kind("PPLA2"), 2: kind("PPL"), 3: kind("PPLC"), 4: kind("PPLX"), 5: kind("PPLA2"), 6: kind("PPL"),
                7: kind("PPL"), 8: kind("PPLA2"),
            ], boundaries: [((0, 0, 10, 2), "MX", "S")],
            counties: [
                ((0, 0, 2, 2), "MX", "Benito Juárez", 1e6), ((2, 0, 4, 2), "BG", "Stolichna Obshtina", 1e6),
                ((4, 0, 6, 2), "MX", "Union", 1e6), ((6, 0, 8, 2), "MX", "Morelos", 1e6),
            ], municipalities: [((8, 0, 10, 2), "CH", "Rapperswil-Jona")])
        #expect(made.counties.map { $0.city?.identity } == [.place(0), .place(2), .name("Union"), .name("Morelos")])
        #expect(made.municipalities.map { $0?.identity } == [.name("Rapperswil-Jona")])
    }

    @Test("know the states that are cities by their codes, and the countries that are")
    func cityStates() throws {
        let made = try Self.tables(
            [
                Self.city(1, "Zehlendorf", 1, 1, 50, "DE"), Self.city(2, "Berlin", 1, 1.1, 900, "DE"),
                Self.city(3, "Potsdam", 1, 3, 90, "DE"), Self.city(4, "Singapore", 1, 5, 900, "SG"),
                Self.city(5, "Woodlands", 1, 5.1, 90, "SG"),
            ], states: ["Berlin", "Berlin", "Brandenburg", "Central", "North"],
            boundaries: [
                ((0, 0, 2, 2), "DE", "Berlin"), ((2, 0, 4, 2), "DE", "Brandenburg"), ((4, 0, 6, 2), "SG", "Central"),
            ], codes: [BoundaryVotes.Label(isoCountryCode: "DE", name: "Berlin"): "DE-BE"])
        #expect(made.stateCities.map { $0?.identity } == [.place(1), nil, .place(3)])
        #expect(made.stateBoundaries == [1, 2, 3])
        #expect(made.places.map { $0.city?.identity } == [.place(1), .place(1), nil, .place(3), .place(3)])
    }

    @Test("group places by the code of their municipality under its seat, and mark quarters")
    func codes() throws {
        func kind(_ feature: String, _ code: String) -> PlaceKinds.Kind {
            PlaceKinds.Kind(feature: feature, codes: ["02", "091", "09184", code])
        }
        let made = try Self.tables(
            [
                Self.city(1, "Garching", 1, 1, 50, "DE"), Self.city(2, "Hochbrück", 1, 1.1, 900, "DE"),
                Self.city(3, "Elsewhere", 1, 1.2, 90, "DE"), Self.city(4, "Part", 1, 1.3, 9000, "DE"),
            ], states: ["Bavaria", "Bavaria", "Bavaria", "Bavaria"],
            kinds: [1: kind("PPLA4", "119"), 2: kind("PPL", "119"), 3: kind("PPL", "120"), 4: kind("PPLX", "119")],
            boundaries: [((0, 0, 2, 2), "DE", "Bavaria")])
        #expect(made.places.map { $0.city?.identity } == [.place(0), .place(0), .place(2), .place(0)])
        #expect(made.places.map(\.isQuarter) == [false, false, false, true])
    }

    @Test(
        "name the village and not the seat of its code's municipality, where that is a wide and coarsely drawn county")
    func coarseCounties() throws {
        func kind(_ feature: String, _ code: String) -> PlaceKinds.Kind {
            .init(feature: feature, codes: ["14", code, "", ""])
        }
        let cities = [
            Self.city(1, "Lisbon", 1, 1, 500_000, "PT"), Self.city(2, "Benfica", 1.1, 1, 40_000, "PT"),
            Self.city(3, "Sintra", 1, 3, 30_000, "PT"), Self.city(4, "Queluz", 1.1, 3, 100_000, "PT"),
        ]
        let made = try Self.tables(
            cities, states: Array(repeating: "S", count: 4),
            kinds: [
                1: kind("PPLC", "1106"), 2: kind("PPL", "1106"), 3: kind("PPLA2", "1111"), 4: kind("PPL", "1111"),
            ], boundaries: [((0, 0, 4, 2), "PT", "S")],
            counties: [((0, 0, 2, 2), "PT", "Lisboa", 100e6), ((2, 0, 4, 2), "PT", "Sintra", 319e6)])
        #expect(made.counties.map { $0.city?.identity } == [nil, nil])
        #expect(made.places.map { $0.city?.identity } == [.place(0), .place(0), .place(2), .place(2)])
        #expect(made.places.map { $0.city?.isSpacious } == [false, false, true, true])
    }

    @Test(
        "snap a postal city to the place of that name that is near, by its other spellings too",
        arguments: [
            ("Lyon 03", 0), ("Lyon", 0), ("Toronto (Downtown)", 1), ("New York", 2), ("Nowhere", nil),
        ] as [(String, Int?)])
    func postal(name: String, place: Int?) throws {
        let cities = [
            Self.city(1, "Lyon", 1, 1, 500, "FR"), Self.city(2, "Toronto", 1, 1, 500, "FR"),
            Self.city(3, "New York City", 1, 1, 500, "FR"), Self.city(4, "Lyon", 1.8, 1, 500_000, "FR"),
        ]
        let row = PostalCities.Row(country: "FR", city: name, coordinate: Coordinate(1.01, 1))
        let points = PostalCities(rows: [row]).points(
            places: cities.map { Self.place($0, state: "S") }, alternateNames: [[], [], ["New York"], []])
        #expect(points.map(\.place) == [place])
    }
}
