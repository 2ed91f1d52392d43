import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

@Suite("Own names of places")
struct OwnNamesTests {
    @Test(
        "halves, the text before a bracket, and saints abbreviated or written out are own names",
        arguments: [
            ("Biel/Bienne", ["biel bienne", "biel", "bienne"]), ("Halle (Saale)", ["halle saale", "halle"]),
            ("St. Gallen", ["st gallen", "saint gallen", "sankt gallen"]),
            ("Saint Louis", ["saint louis", "st louis"]), ("Zürich / Enge", ["zurich enge", "enge"]),
            ("Zürich (Kreis 2) / Enge", ["zurich kreis 2 enge"]), ("Mount Isa", ["mount isa", "mt isa"]),
            ("Paris", ["paris"]), ("A/B", ["a b"]), ("(Old) Town", ["old town"]),
        ] as [(String, [String])])
    func variants(name: String, expected: [String]) {
        #expect(OwnNames.of(name).map { String(String.UnicodeScalarView($0.scalars)) } == expected)
    }

    @Test("what a place is called there counts as its own name, and what others call it does not")
    func ranking() throws {
        let places = [
            Place(name: "Sitten", coordinate: Coordinate(46.2, 7.4), population: 34_700),
            Place(name: "Jerusalem", coordinate: Coordinate(31.8, 35.2), population: 970_000),
            Place(name: "Biel/Bienne", coordinate: Coordinate(47.1, 7.2), population: 55_000),
            Place(name: "Vienna", coordinate: Coordinate(48.2, 16.4), population: 1_690_000),
            Place(name: "Frankfurt (Oder)", coordinate: Coordinate(52.3, 14.6), population: 57_100),
            Place(name: "Frankfurt am Main", coordinate: Coordinate(50.1, 8.7), population: 650_000),
        ]
        var writer = GazetteerWriter()
        try writer.addPlaces(places, description: .test)
        writer.addSearch(
            places, alternateNames: [["Sion"], ["Sion"], [], ["Bienne"], [], ["Frankfurt"]],
            localNames: [["Sion"], [], [], [], [], []],
            areaNames: AreaNames(), description: .test)
        let directory = try TemporaryDirectory()
        let world = try Gazetteer(path: directory.write(writer.bytes))
        #expect(try world.search("Sion").map(\.placemark.name) == ["Sitten", "Jerusalem"])
        #expect(try world.search("Sion").map(\.match) == [.name, .alternateName])
        #expect(try world.search("Bienne").map(\.placemark.name) == ["Biel/Bienne", "Vienna"])
        // The words that a name begins with are a short form of it.
        #expect(try world.search("Frankfurt").map(\.placemark.name) == ["Frankfurt am Main", "Frankfurt (Oder)"])
    }

    @Test(
        "a county names the town that it is called after",
        arguments: [
            ("Sion District", "sion"), ("Città metropolitana di Milano", "milano"), ("Provincia di Como", "como"),
            ("Los Angeles County", "los angeles"), ("District", nil),
        ])
    func seats(county: String, town: String?) { #expect(FoldedSubdivisionName.seat(county) == town) }

    @Test("the letters of a county are those of ISO 3166-2, when two of them and no other county's")
    func countyLetters() {
        let list = [
            ("IT-25", "Lombardia", nil), ("IT-MI", "Milano", "IT-25"), ("IT-CO", "Como", "IT-25"),
            ("FR-75", "Paris", "FR-IDF"), ("GB-KEN", "Kent", "GB-ENG"),
        ].map { SubdivisionCodes.Subdivision(code: $0.0, name: $0.1, parent: $0.2) }
        let codes = SubdivisionCodes(list, catalogues: [])
        func letters(_ country: String, _ name: String) -> String? {
            let county = AreaNames.State(isoCountryCode: country, name: name)
            return codes.letters(ofCounties: [county])[county]
        }
        #expect(letters("IT", "Città metropolitana di Milano") == "MI")
        #expect(letters("IT", "Provincia di Como") == "CO")
        #expect(letters("IT", "Lombardia") == nil && letters("FR", "Paris") == nil && letters("GB", "Kent") == nil)
    }
}
