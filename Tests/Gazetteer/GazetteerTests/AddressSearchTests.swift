import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// Addresses and streets in a small world: Zürich with a pack of its own, Munich with a pack without limits.
@Suite("Search for addresses")
struct AddressSearchTests {
    private let directory: TemporaryDirectory
    private let gazetteer: Gazetteer

    init() throws {
        directory = try TemporaryDirectory()
        func street(_ name: String, _ numbers: [String], _ east: Double, _ north: Double, of town: SmallTown) -> Street
        {
            func point(_ along: Double, _ across: Double) -> StreetPoint {
                SmallTown.point(east + along, north + across, from: town.centre)
            }
            return Street(
                name: name, kind: .residential, lines: [[point(0, 0), point(100, 0), point(200, 0)]],
                numbers: numbers.enumerated().map { index, text in
                    HouseNumber(
                        text: text, point: point(Double(index) * 20, index % 2 == 0 ? 12 : -12), postalCode: "8001")
                })
        }
        var zurich = SmallTown(centre: Coordinate(47.37, 8.55))
        zurich.streets = [
            street("Bahnhofstrasse", ["1", "2", "3a", "12-14"], 0, 0, of: zurich),
            street("Rue de l’Hôpital", ["4"], 0, 900, of: zurich),
            street("Munich", ["1"], 300, 300, of: zurich),
            street("Paradeplatz", [], 500, -500, of: zurich),
            street("Rue de la Fontaine", ["4-6", "5 bis", "1 & 3", "1234/15"], -600, 300, of: zurich),
            street("East 42nd Street", ["7"], -600, 900, of: zurich),
            street("5th Avenue", ["7"], -600, -900, of: zurich),
            street("Avinguda Albert II", ["27"], 900, 900, of: zurich),
            street("Calle Mayor", ["5"], 900, 600, of: zurich),
        ]
        zurich.streets[4].otherNames = ["Улица Фонтанная", "Brunnenstrasse", "中央通り", "Nizami küçəsi"]
        var munich = SmallTown(centre: Coordinate(48.14, 11.58))
        munich.streets = [
            street("Bahnhofstrasse", ["2", "4"], 0, 0, of: munich),
            street("Straße des 17. Juni", ["135"], 0, 400, of: munich),
        ]
        let packs = [
            try zurich.pack(at: directory.file("a.gazetteer")), try munich.pack(at: directory.file("b.gazetteer")),
            try Self.areas(at: directory.file("c.gazetteer")),
            try Self.quarters(at: directory.file("d.gazetteer")),
        ]
        gazetteer = try Gazetteer(path: directory.write(SearchWorld.bytes), details: packs)
    }

    /// The limits of Zürich with a hamlet in them.
    private static func quarters(at path: String) throws -> DetailPack {
        let ring = [(47.3, 8.4), (47.3, 8.7), (47.45, 8.7), (47.45, 8.4)].map { GridPoint(Coordinate($0.0, $0.1)) }
        var writer = GazetteerWriter()
        try writer.addCityLimits(
            [CityLimit(name: "Zürich", country: CountryCode.packed("CH") ?? 0, level: 8, rank: 0)],
            places: ["Enge", "Zürich"].enumerated().map {
                CityLimit.Place(name: $1, coordinate: Coordinate(47.36, 8.53 + 0.01 * Double($0)))
            },
            borders: Topology.borders(ofRings: [[ring]]), description: SmallPack.description())
        try writer.write(to: path)
        return try DetailPack(path: path)
    }

    /// A museum in Zürich and a park in Munich.
    private static func areas(at path: String) throws -> DetailPack {
        let centres = [Coordinate(47.379, 8.54), Coordinate(48.15, 11.59)]
        let rings = centres.map { centre in
            [
                [(0.0, 0.0), (0, 0.001), (0.001, 0.001), (0.001, 0)].map {
                    GridPoint(Coordinate(centre.latitude + $0.0, centre.longitude + $0.1))
                }
            ]
        }
        var writer = GazetteerWriter()
        let leftOut = try writer.addNamedAreas(
            zip(["Landesmuseum", "Englischer Garten"], centres).map {
                NamedArea(
                    name: $0, otherNames: $0 == "Landesmuseum" ? ["Εθνικό Μουσείο"] : [], kind: .interest,
                    importance: 1, coordinate: $1)
            }, borders: Topology.borders(ofRings: rings), description: SmallPack.description())
        #expect(leftOut == 0)
        try writer.write(to: path)
        return try DetailPack(path: path)
    }

    @Test("without its packs a gazetteer answers as if there had never been any (fault 88)")
    func withoutPacks() throws {
        let world = gazetteer.withoutDetailPacks()
        let never = try Gazetteer(path: directory.write(SearchWorld.bytes))
        #expect(world.detailPacks.isEmpty && world.identity == never.identity && world.identity != gazetteer.identity)
        for place in [Coordinate(47.37, 8.551), Coordinate(48.14, 11.581), Coordinate(47.36, 8.53)] {
            #expect(world.placemark(at: place) == never.placemark(at: place))
            #expect(world.placemark(at: place) != gazetteer.placemark(at: place))
            #expect(world.streets(at: place).isEmpty && world.nameHint(at: place) == never.nameHint(at: place))
        }
        for text in ["Bahnhofstrasse 2, Zürich", "Englischer Garten", "Enge", "Zürich", "8001"] {
            #expect((try? world.search(text)) == (try? never.search(text)), "\(text)")
        }
        world.releaseMemory()
        #expect(gazetteer.placemark(at: Coordinate(47.37, 8.551))?.thoroughfare == "Bahnhofstrasse")
    }

    @Test("a street is found without the word for its kind, in the city that is named")
    func withoutKind() throws {
        let first = try #require(try gazetteer.search("Albert II 27, Zürich").first)
        #expect(first.placemark.thoroughfare == "Avinguda Albert II" && first.placemark.subThoroughfare == "27")
        #expect(first.match == .alternateName)
    }

    @Test(
        "an area of interest is found by its name, alone, in its city, and with one letter wrong",
        arguments: ["Englischer Garten", "englischer garten, München", "Englischer Gartn", "Munich Englischer Garten"])
    func areas(text: String) throws {
        let result = try #require(try gazetteer.search(text).first)
        #expect(result.placemark.name == "Englischer Garten")
        #expect(result.placemark.areasOfInterest == ["Englischer Garten"])
        #expect([result.placemark.locality, result.placemark.thoroughfare] == ["Munich", nil])
        #expect(result.coordinate.distance(to: Coordinate(48.15, 11.59)) < 1)
        #expect(found("Landesmuseum, Munich").allSatisfy { $0 != "Landesmuseum" })
    }

    /// `Bahnhofstrasse 2 / Zürich`, of each result.
    private func found(_ text: String, near hint: Coordinate? = nil, in countries: [String]? = nil) -> [String] {
        let results = (try? gazetteer.search(text, near: hint, in: countries)) ?? []
        return results.map { result in
            let placemark = result.placemark
            let street = [placemark.thoroughfare, placemark.subThoroughfare].compactMap(\.self).joined(separator: " ")
            return street.isEmpty ? placemark.name ?? "" : "\(street) / \(placemark.locality ?? "")"
        }
    }

    @Test(
        "an address is found in any order, with and without commas, codes, country and accents",
        arguments: [
            "Bahnhofstrasse 2, Zürich", "Bahnhofstrasse 2 Zürich", "2 Bahnhofstrasse, Zürich",
            "2 Bahnhofstrasse Zurich",
            "Zürich, Bahnhofstrasse 2", "Zürich Bahnhofstrasse 2", "Bahnhofstrasse 2, 8001 Zürich",
            "Bahnhofstrasse 2 8001 Zürich",
            "Bahnhofstrasse, 2, Zürich", "8001 Zürich, Bahnhofstrasse 2", "BAHNHOFSTRASSE 2, ZÜRICH, SWITZERLAND",
            "Bahnhofstr. 2, Zürich", "Bahnhofstraße 2, CH-8001 Zürich", "Bahnhofstrase 2, Zürich",
        ])
    func address(text: String) {
        #expect(found(text) == ["Bahnhofstrasse 2 / Zürich"])
    }

    @Test(
        "a street is found as people abbreviate it, in each language and combined, with the number before or behind",
        arguments: [
            ("4, rue de l'Hôpital, Zürich", "Rue de l’Hôpital 4"), ("r. de l'Hôpital 4", "Rue de l’Hôpital 4"),
            ("E 42nd St 7", "East 42nd Street 7"), ("7 E. 42nd Street", "East 42nd Street 7"),
            ("7 Fifth Avenue", "5th Avenue 7"), ("Fifth Ave 7, Zürich", "5th Avenue 7"), ("7 5th Av.", "5th Avenue 7"),
            ("Av. Albert 2, 27", "Avinguda Albert II 27"), ("27 Avda. Albert II", "Avinguda Albert II 27"),
            ("C/ Mayor nº 5", "Calle Mayor 5"), ("C. Mayor, 5, Zürich", "Calle Mayor 5"),
            ("Bahnhof Str. 2, Zürich", "Bahnhofstrasse 2"), ("Улица Фонтанная 5 bis", "Rue de la Fontaine 5 bis"),
            ("Brunnenstr. 5bis", "Rue de la Fontaine 5 bis"), ("中央通り 5 bis", "Rue de la Fontaine 5 bis"),
            ("Nizami küçəsi 5 bis", "Rue de la Fontaine 5 bis"), ("nizami KÜÇƏSI 5bis", "Rue de la Fontaine 5 bis"),
            ("Bahnhofstrasse 12 - 14, Zürich", "Bahnhofstrasse 12-14"),
        ])
    func spellings(text: String, expected: String) { #expect(found(text).first == "\(expected) / Zürich") }

    @Test(
        "a number is found inside a range, in a list, and as either number of a house that has two",
        arguments: [
            ("4", "4-6"), ("6", "4-6"), ("5", "4-6"), ("5 bis", "5 bis"), ("1", "1 & 3"), ("3", "1 & 3"),
            ("15", "1234/15"), ("1234", "1234/15"), ("1234/15", "1234/15"), ("4-6", "4-6"), ("7", nil), ("2", nil),
        ])
    func sharedNumbers(number: String, label: String?) {
        let expected = ["Rue de la Fontaine", label].compactMap(\.self).joined(separator: " ")
        #expect(found("\(number) Rue de la Fontaine, Zürich") == ["\(expected) / Zürich"])
    }

    @Test("the very number comes before a range that holds it")
    func veryNumber() {
        #expect(HouseNumberLabel.likeness("12-14", to: FoldedName("13")) == .partial)
        #expect(HouseNumberLabel.likeness("12 A", to: FoldedName("12a")) == .equal)
        #expect(HouseNumberLabel.likeness("14-12", to: FoldedName("13")) == nil)
        #expect(HouseNumberLabel.likeness("1 21", to: FoldedName("12 1")) == nil)
        #expect(found("Bahnhofstrasse 13, Zürich") == ["Bahnhofstrasse 12-14 / Zürich"])
    }

    @Test("a quarter and an area are found by each of their names, the city of the pack is the world's")
    func quarters() throws {
        let quarter = try #require(try gazetteer.search("Enge, Zürich").first)
        #expect(quarter.placemark.name == "Enge" && quarter.placemark.subLocality == "Enge")
        #expect(quarter.placemark.locality == "Zürich" && quarter.placemark.thoroughfare == nil)
        #expect(try gazetteer.search("Enge").first?.coordinate == quarter.coordinate)
        #expect(found("εθνικό μουσείο") == ["Landesmuseum"])
        #expect(try gazetteer.search("Zürich").first?.population == 341_730)
    }

    @Test("house numbers with letters and ranges, and streets with numbers in their names")
    func oddNumbers() {
        #expect(found("Bahnhofstrasse 3a, Zürich") == ["Bahnhofstrasse 3a / Zürich"])
        #expect(found("Bahnhofstrasse 3 A, Zürich").first == "Bahnhofstrasse 3a / Zürich")
        #expect(found("Bahnhofstrasse 12-14, Zürich") == ["Bahnhofstrasse 12-14 / Zürich"])
        #expect(found("Strasse des 17. Juni 135, München") == ["Straße des 17. Juni 135 / Munich"])
        #expect(found("Straße des 17. Juni") == ["Straße des 17. Juni / Munich"])
        #expect(found("4 rue de l'hopital, Zurich") == ["Rue de l’Hôpital 4 / Zürich"])
    }

    @Test("without a city all streets of that name are found, the nearest to the hint first")
    func withoutCity() {
        #expect(Set(found("Bahnhofstrasse")) == ["Bahnhofstrasse / Zürich", "Bahnhofstrasse / Munich"])
        let near = found("Bahnhofstrasse 2", near: Coordinate(48.1, 11.5))
        #expect(near == ["Bahnhofstrasse 2 / Munich", "Bahnhofstrasse 2 / Zürich"])
        #expect(found("Bahnhofstrasse 2", in: ["CH"]) == ["Bahnhofstrasse 2 / Zürich"])
    }

    @Test("a number that is not known leaves the street, and a city without the street nothing")
    func unknownNumber() throws {
        let results = try gazetteer.search("Bahnhofstrasse 99, Zürich")
        #expect(results.map(\.placemark.thoroughfare) == ["Bahnhofstrasse"])
        #expect(results.map(\.placemark.subThoroughfare) == [nil])
        #expect(found("Paradeplatz, Munich").allSatisfy { !$0.contains("Paradeplatz") })
    }

    @Test("a place of the world comes before a street of its name, and a mistyped street is found")
    func ranking() {
        #expect(found("Munich").first == "Munich")
        #expect(found("Munich").contains("Munich / Zürich"))
        #expect(found("Paradeplats, Zürich").first == "Paradeplatz / Zürich")
        #expect(found("Paradepl").first == "Paradeplatz / Zürich")
    }

    @Test("a result stands where the house is, and has its code")
    func placemark() throws {
        let result = try #require(try gazetteer.search("Bahnhofstrasse 3a, Zürich").first)
        let house = SmallTown.point(40, 12, from: Coordinate(47.37, 8.55))
        #expect(result.coordinate.distance(to: Coordinate(house)) < 0.3)
        #expect(result.placemark.postalCode == "8001")
        #expect(result.placemark.isoCountryCode == "CH")
        #expect(result.placemark.name == "Bahnhofstrasse 3a")
        #expect(result.placemark.geocoder == "gazetteer+openstreetmap")
        #expect(result.match == .name)
    }

    @Test("texts without an end, and of anything at all, find nothing and do no harm")
    func oddTexts() {
        var random = SeededRandom(seed: 3)
        let letters = Array("1 2 a ,-é北 strasse 99999999999999999999".unicodeScalars)
        for _ in 0..<100 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                text.append(letters[.random(in: letters.indices, using: &random)])
            }
            _ = found(String(text))
        }
        #expect(found(String(repeating: "1 ", count: 5000)) == [])
        #expect(found(String(repeating: "a,", count: 5000)) == [])
    }

    @Test("a street is as far away from the hint as its nearest point, and lies there")
    func nearestPoint() throws {
        let town = SmallTown(centre: Coordinate(47.37, 8.55))
        for (east, distance) in [(30.0, 50.0), (170, 50), (-40, 64)] {
            let found = try #require(
                try gazetteer.search("Bahnhofstrasse, Zürich", near: town.coordinate(east, 50)).first)
            #expect(abs((found.placemark.distance ?? 0) - distance) <= 1, "\(found)")
            let there = town.coordinate(max(0, east), 0)
            #expect(found.coordinate.distance(to: there) < 1)
        }
    }
}
