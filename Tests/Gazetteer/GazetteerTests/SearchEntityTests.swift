import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer

/// Countries, states and waters as what a text means, in a world where towns far away have the same names.
@Suite("Forward search: countries, states, waters")
struct SearchEntityTests {
    private let directory: TemporaryDirectory
    private let gazetteer: Gazetteer

    init() throws {
        directory = try TemporaryDirectory()
        func place(
            _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int, _ code: String,
            _ state: String? = nil, _ isoCode: String? = nil, county: String? = nil
        ) -> Place {
            Place(
                name: name, coordinate: Coordinate(latitude, longitude), population: population,
                country: Self.countries[code], isoCountryCode: code, administrativeArea: state,
                isoSubdivisionCode: isoCode, subAdministrativeArea: county)
        }
        let table: [(Place, [String])] = [
            (place("Monaco", 43.73, 7.42, 32_965, "MC"), []), (place("Malta", -6.9, -37.5, 6_000, "BR"), []),
            (place("Valletta", 35.9, 14.51, 6_800, "MT"), []), (place("Birkirkara", 35.89, 14.46, 21_000, "MT"), []),
            (place("Granada", 37.19, -3.6, 233_000, "ES"), []), (place("Madrid", 40.42, -3.7, 3_200_000, "ES"), []),
            (place("Saint George's", 12.05, -61.75, 33_000, "GD"), []),
            (place("London", 51.51, -0.13, 8_900_000, "GB", "England", "GB-ENG"), []),
            (place("Cardiff", 51.48, -3.18, 447_000, "GB", "Wales", "GB-WLS"), []),
            (place("Wales", 53.34, -1.28, 6_400, "GB", "England", "GB-ENG"), []),
            (place("Toronto", 43.7, -79.42, 2_600_000, "CA", "Ontario", "CA-ON"), []),
            (place("Toronto", 40.46, -80.6, 5_000, "US", "Ohio", "US-OH"), []),
            (
                place("Milan", 45.46, 9.19, 1_370_000, "IT", "Lombardy", "IT-25", county: "Province of Milan"),
                ["Milano"]
            ),
            (place("Milan", 42.09, -83.68, 6_000, "US", "Michigan", "US-MI"), []),
            (place("Wyoming", 42.9, -85.7, 76_000, "US", "Michigan", "US-MI"), []),
            (place("Casper", 42.87, -106.31, 60_000, "US", "Wyoming", "US-WY"), []),
            (place("Cheyenne", 41.14, -104.82, 380_000, "US", "Wyoming", "US-WY"), []),
            (place("Washington", 38.9, -77.04, 690_000, "US", "District of Columbia", "US-DC"), []),
            (place("Seattle", 47.61, -122.33, 740_000, "US", "Washington", "US-WA"), []),
            (place("Spokane", 47.66, -117.43, 4_000_000, "US", "Washington", "US-WA"), []),
            (place("Los Angeles", 34.05, -118.24, 3_820_000, "US", "California", "US-CA"), ["LA"]),
            (place("Lagos", 6.45, 3.39, 20_000_000, "NG", "Lagos", "NG-LA"), []),
            (place("Baltic", 41.62, -72.08, 1_250, "US", "Ohio", "US-OH"), []),
            (place("Arctic", 41.7, -71.5, 60_000, "US", "Ohio", "US-OH"), []),
            (place("Java", 42.7, -78.4, 400, "US", "Ohio", "US-OH"), []),
        ]
        var areaNames = AreaNames(
            countries: ["GD": ["Granada"], "MT": ["MLT"]], ownCountries: ["GB": ["UK"]])
        areaNames.countyCodes[.init(isoCountryCode: "IT", name: "Province of Milan")] = "MI"
        areaNames.positions = [
            ("Lake Test", Coordinate(42, -85)), ("Baltic Sea", Self.sea), ("Arctic Ocean", Self.sea),
            ("Java Sea", Self.sea), ("Coral Sea", Self.sea),
        ]
        var writer = GazetteerWriter()
        try writer.addPlaces(table.map(\.0), description: .test)
        writer.addSearch(
            table.map(\.0), alternateNames: table.map(\.1), areaNames: areaNames, description: .test)
        gazetteer = try Gazetteer(path: directory.write(writer.bytes))
    }

    private static let sea = Coordinate(42, -86)

    private static let countries = [
        "MC": "Monaco", "BR": "Brazil", "MT": "Malta", "ES": "Spain", "GD": "Grenada", "GB": "United Kingdom",
        "CA": "Canada", "US": "United States", "IT": "Italy", "NG": "Nigeria",
    ]

    /// `country MT`, `state GB-WLS`, or the place: `Milan US-MI`.
    private func found(_ text: String, near hint: Coordinate? = nil) -> [String] {
        let results = (try? gazetteer.search(text, near: hint)) ?? []
        return results.map { result in
            let placemark = result.placemark
            if let locality = placemark.locality {
                return "\(locality) \(placemark.isoSubdivisionCode ?? placemark.isoCountryCode ?? "")"
            }
            return placemark.administrativeArea == nil
                ? "country \(placemark.isoCountryCode ?? "")" : "state \(placemark.isoSubdivisionCode ?? "")"
        }
    }

    @Test("a country comes first under its own name, however small, and towns of the name follow")
    func countries() {
        #expect(found("Malta") == ["country MT", "Malta BR"])
        #expect(found("Monaco") == ["country MC", "Monaco MC"])
        #expect(found("UK") == ["country GB"])
        #expect(found("Malta", near: Coordinate(-6.9, -37.5)).first == "country MT")
        #expect(found("The UK") == ["country GB"] && found("Cardiff, the United Kingdom") == ["Cardiff GB-WLS"])
        #expect(found("The Malta") == ["country MT"] && found("The Wales") == [])
    }

    @Test("a country comes behind a city that is called as other languages call the country")
    func foreignName() { #expect(found("Granada") == ["Granada ES", "country GD"]) }

    @Test("a city in a country of its name is meant when the country is named, too")
    func cityOfItsCountry() { #expect(found("Monaco, Monaco") == ["Monaco MC"]) }

    @Test("a state comes before towns of its name, and a city of half a million before the state")
    func states() {
        #expect(found("Wales") == ["state GB-WLS", "Wales GB-ENG"])
        #expect(found("England") == ["state GB-ENG"])
        #expect(found("Wyoming") == ["state US-WY", "Wyoming US-MI"])
        #expect(found("Washington") == ["Washington US-DC", "state US-WA"])
    }

    @Test("a state is known with the word for what it is behind its name, a country, a code and a town are not")
    func statesWithTheirKind() {
        for text in ["Washington State", "washington state, US", "Washington Province"] {
            #expect(found(text) == ["state US-WA"], "\(text)")
        }
        #expect(found("Lagos State") == ["state NG-LA"])
        #expect(found("Seattle, Washington State") == ["Seattle US-WA"])
        for text in ["Monaco State", "WA State", "Granada Province"] { #expect(found(text) == [], "\(text)") }
    }

    @Test(
        "a state is known by the letters of ISO 3166-2, without and with commas, brackets and strokes",
        arguments: [
            "Toronto, ON", "Toronto ON", "Toronto (ON)", "Toronto - ON", "Toronto – ON, Canada", "Toronto, CA-ON",
        ])
    func codes(text: String) { #expect(found(text) == ["Toronto CA-ON"]) }

    @Test("no code is taken for another one, and no name for a code", arguments: ["Toronto, OI", "Toronto, ONN"])
    func correctedCodes(text: String) { #expect(found(text) == []) }

    @Test("a city of half a million that is called by a state's letters comes before it, unless the hint lies in that")
    func codeOrCity() {
        #expect(found("LA") == ["Los Angeles US-CA", "state NG-LA"])
        #expect(found("LA", near: Coordinate(6.6, 3.3)).first == "state NG-LA")
        #expect(found("WA") == ["state US-WA"])
    }

    @Test("the letters of a county count where no state has them")
    func countyCodes() {
        #expect(found("Milano MI") == ["Milan IT-25"])
        #expect(found("Milan, MI") == ["Milan US-MI", "Milan IT-25"])
        #expect(found("Milan MI, Italy") == ["Milan IT-25"])
    }

    @Test(
        "a place is found by what is written far from it, when the state is another one, too",
        arguments: [
            "120 km from Cheyenne, Wyoming, United States", "near Cheyenne",
            "66 km from Cheyenne, Michigan, United States",
        ])
    func farFrom(text: String) { #expect(found(text) == ["Cheyenne US-WY"]) }

    @Test("a position stands for what has no places, by its name alone and in any area")
    func waters() throws {
        for text in ["Lake Test", "lake test, Michigan", "Lake Test, Canada"] {
            let result = try #require(try gazetteer.search(text).first)
            #expect(result.coordinate.distance(to: Coordinate(42, -85)) < 100)
            #expect(result.match == .area)
        }
        #expect(throws: SearchError.noResult) { try gazetteer.search("Lake Test", in: ["GB"]) }
    }

    /// Whether each of the places that a text finds is the sea.
    private func areSeas(_ text: String, near hint: Coordinate? = nil) -> [Bool] {
        let results = (try? gazetteer.search(text, near: hint)) ?? []
        return results.map { $0.match == .area && $0.coordinate.distance(to: Self.sea) < 100 }
    }

    @Test("a sea is known without that word: an adjective before towns below 50,000, another name where nothing has it")
    func seasForShort() {
        #expect(areSeas("Baltic") == [true, false])
        #expect(areSeas("baltic", near: Coordinate(41.6, -72)) == [false, true])
        #expect(areSeas("Arctic") == [false, true])
        #expect(areSeas("Java") == [false])
        #expect(areSeas("Coral") == [true])
        #expect(areSeas("Baltic, Ohio") == [false])
        #expect(areSeas("Baltic 06330") == [false])
        #expect(areSeas("Baltic Sea") == [true])
    }

    @Test("what stands in the layer of areas comes out as it went in")
    func postings() {
        let entity = AreaEntity(largestPlace: 1 << 29 - 1, isCountry: true, naming: .code, population: 8_900_000)
        let position = StoredPosition(Coordinate(-90, 179.9999))
        for posting in [
            AreaPosting.country(7), .string(.max), .countyCode(3), .entity(entity), .position(position),
            .position(StoredPosition(Coordinate(90, -180))),
        ] {
            #expect(AreaPosting(posting.value) == posting)
            // The index has room for 41 bits.
            #expect(posting.value < 1 << 41)
        }
        #expect(AreaPosting(5) == nil && AreaPosting(.max) == nil)
        #expect(position.coordinate.distance(to: Coordinate(-90, 179.9999)) < 100)
    }
}
