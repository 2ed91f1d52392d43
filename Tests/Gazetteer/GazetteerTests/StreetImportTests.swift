import Gazetteer
import PlacemarkModel
import TestSupport
import Testing

@testable import GazetteerBuilding

/// Streets and house numbers out of extracts. All of them lie at the equator, where a metre is as long in each direction.
@Suite("Import of streets", .timeLimit(.minutes(3)))
struct StreetImportTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func read(_ extracts: SmallExtract...) async throws -> (streets: [Street], leftOut: StreetsLeftOut) {
        let extracted = ExtractedStreets()
        for (number, extract) in extracts.enumerated() {
            let path = try await extract.write(to: directory.file("\(number).osm.pbf"))
            _ = try ExtractFile(path: path).read(
                ExtractedStreets.selection,
                ExtractFile.Handlers(
                    node: extracted.add, way: extracted.add, area: extracted.add, group: extracted.add))
        }
        extracted.complete()
        return (Array(try StreetsSource(extracted)), extracted.leftOut)
    }

    /// Name, kind, how many lines, and the numbers of each street.
    private func outline(_ streets: [Street]) -> [String] {
        streets.map { street in
            let numbers = street.numbers.map { $0.isInterpolated ? "(\($0.text))" : $0.text }
            return "\(street.name) \(street.kind) \(street.lines.count): \(numbers.joined(separator: " "))"
        }
    }

    @Test("named roads and ways are streets of their kind; numbered ones, where the number is on signs; others are not")
    func kinds() async throws {
        var extract = SmallExtract()
        let ways: [(String, [String: String])] = [
            ("motorway", ["ref": "A 13"]), ("trunk_link", ["name": "Zubringer", "ref": "B 1"]),
            ("living_street", ["name": "Im Winkel"]), ("service", ["name": "Hof"]), ("track", ["name": "Feldweg"]),
            ("steps", ["name": "Treppe"]), ("residential", [:]), ("track", ["ref": "17"]),
            ("proposed", ["name": "Geplant"]), ("platform", ["name": "Gleis"]), ("residential", ["name": "–"]),
        ]
        for (number, (highway, tags)) in ways.enumerated() {
            _ = extract.street(tags.merging(["highway": highway]) { $1 }, [(Double(number) * 2000, 0, 100)])
        }
        let square = extract.rectangle(
            meters: (30_000, 0), (30_050, 60), ["highway": "pedestrian", "area": "yes", "name": "Platz"])
        #expect(square > 0)
        let hall = extract.rectangle(meters: (32_000, 0), (32_050, 60))
        extract.relation(["w\(hall)@outer"], ["type": "multipolygon", "highway": "pedestrian", "name": "Forum"])
        let (streets, leftOut) = try await read(extract)
        #expect(
            outline(streets) == [
                "A 13 motorway 1: ", "Zubringer trunk 1: ", "Im Winkel residential 1: ", "Hof service 1: ",
                "Feldweg track 1: ", "Treppe footway 1: ", "Platz pedestrian 1: ", "Forum pedestrian 1: ",
            ])
        #expect(streets[6].lines[0].count == 5 && streets[7].lines[0].count == 5)
        #expect(leftOut == StreetsLeftOut())
    }

    @Test("pieces of a name are one street up to gaps of 300 m; the next village has its own, with its own numbers")
    func villages() async throws {
        var extract = SmallExtract()
        for east in [0.0, 480, 900, 4000] {
            _ = extract.street(["highway": "residential", "name": "Dorfstrasse"], [(0, east, east + 200)])
        }
        for (number, east) in [("1", 10.0), ("2", 1000), ("1", 4050), ("3", 2600), ("9", 12_000)] {
            _ = extract.house(20, east, ["addr:street": "Dorfstraße", "addr:housenumber": number])
        }
        let streets = try await read(extract).streets
        #expect(
            outline(streets) == [
                "Dorfstrasse residential 3: 1 2", "Dorfstrasse residential 1: 1 3", "Dorfstraße place 0: 9",
            ])
    }

    @Test("a footway is a street of its own beside the road of its name, and the houses are the road's")
    func classes() async throws {
        var extract = SmallExtract()
        _ = extract.street(["highway": "cycleway", "name": "Ring"], [(10, 0, 500)])
        _ = extract.street(["highway": "tertiary", "name": "Ring"], [(0, 0, 500)])
        _ = extract.street(["highway": "residential", "name": "Ring"], [(0, 500, 550)])
        _ = extract.house(20, 250, ["addr:street": "ring", "addr:housenumber": "4"])
        _ = extract.street(["highway": "steps", "name": "Ring"], [(0, 550, 800)])
        _ = extract.house(10, 700, ["addr:street": "Ring", "addr:housenumber": "40"])
        #expect(outline(try await read(extract).streets) == ["Ring tertiary 2: 4", "Ring footway 2: 40"])
    }

    @Test("a building counts by its centroid and its size, with its postal code; a node near its centre wins")
    func buildings() async throws {
        var extract = SmallExtract()
        _ = extract.street(["highway": "residential", "name": "Weg"], [(0, 0, 300)])
        func tags(_ number: String) -> [String: String] {
            ["building": "yes", "addr:street": "Weg", "addr:housenumber": number, "addr:postcode": "9490"]
        }
        _ = extract.rectangle(meters: (10, 0), (30, 10), tags("1"))
        let ring = extract.rectangle(meters: (10, 100), (40, 130))
        let court = extract.rectangle(meters: (20, 110), (30, 120))
        extract.relation(["w\(ring)@outer", "w\(court)@inner"], tags("2").merging(["type": "multipolygon"]) { $1 })
        _ = extract.rectangle(meters: (10, 200), (30, 210), tags("3a"))
        _ = extract.house(20, 208, ["addr:street": "Weg", "addr:housenumber": "3A", "entrance": "yes"])
        // A horseshoe, open to the east, whose centroid is outside.
        let corners = [(0.0, 0.0), (0, 60), (5, 60), (5, 5), (95, 5), (95, 60), (100, 60), (100, 0)]
        let nodes = corners.map { extract.house(10 + $0.0, 250 + $0.1, [:]) }
        _ = extract.way(nodes + [nodes[0]], tags("4"))
        let numbers = try #require(try await read(extract).streets.first).numbers
        #expect(numbers.map(\.text) == ["3A", "1", "4", "2"])
        let one = try #require(numbers.first { $0.text == "1" })
        #expect(one.meters == SIMD2(20, 5) && abs(one.radiusInMeters - (200 / Double.pi).squareRoot()) < 0.1)
        #expect(one.postalCode == "9490")
        #expect(numbers[0].meters == SIMD2(20, 208) && numbers[0].radiusInMeters == 0)
        let four = try #require(numbers.first { $0.text == "4" })
        #expect(four.meters[1] < 255, "\(four.meters)")
        let two = try #require(numbers.first { $0.text == "2" })
        // The centroid of a ring lies in its court, so another point was taken.
        #expect(!(20.0...30).contains(two.meters[0]) || !(110.0...120).contains(two.meters[1]), "\(two.meters)")
    }

    @Test(
        "a list is one number for each door, a range is one; what is no number is none",
        arguments: [
            ("12;14", ["12", "14"]), ("12, 14 ,12", ["12", "14"]), ("12-14", ["12-14"]), ("12  bis", ["12 bis"]),
            ("1234/5", ["1234/5"]), ("B", ["B"]), ("s/n", []), ("", []), (";", []), ("١٢", ["١٢"]),
            ("7;near the church at the end of 1 road", ["7"]),
        ])
    func lists(text: String, numbers: [String]) { #expect(AddressTags.numbers(in: text) == numbers) }

    @Test("numbers of conscription and street are put together where the house number itself is missing")
    func conscription() {
        let parts = ["addr:conscriptionnumber": "1234", "addr:streetnumber": "5", "addr:street": "Dlouhá"]
        #expect(AddressTags(parts)?.numbers == ["1234/5"])
        #expect(AddressTags(parts.merging(["addr:housenumber": "1234/5a"]) { $1 })?.numbers == ["1234/5a"])
        #expect(AddressTags(["addr:housename": "Villa", "addr:street": "Dlouhá"]) == nil)
    }

    @Test("a relation gives its houses the street that they do not name, by its own name or its street's")
    func groups() async throws {
        var extract = SmallExtract()
        let first = extract.street(["highway": "residential", "name": "Rue Une"], [(0, 0, 300)])
        let houses = (1...4).map { extract.house(10, Double($0) * 50, ["addr:housenumber": "\($0)"]) }
        let building = extract.rectangle(meters: (20, 0), (30, 10), ["addr:housenumber": "9"])
        extract.relation(
            ["w\(first)@street", "n\(houses[0])@house", "w\(building)@house"], ["type": "associatedStreet"])
        extract.relation(["n\(houses[1])@house"], ["type": "associatedStreet", "name": "Rue Une"])
        extract.relation(["n\(houses[2])@house"], ["type": "associatedStreet"])
        let (streets, leftOut) = try await read(extract)
        #expect(outline(streets) == ["Rue Une residential 1: 1 2 9"])
        #expect(leftOut.withoutStreet == 2)
        #expect(leftOut.warnings == ["addresses left out that name neither a street nor a place: 2"])
    }

    @Test("houses of a place have no street, even one of the same name, and two places of one name are two")
    func places() async throws {
        var extract = SmallExtract()
        _ = extract.street(["highway": "residential", "name": "Berg"], [(0, 0, 300)])
        for (number, east) in [("1", 0.0), ("2", 900), ("3", 1800), ("1", 9000)] {
            _ = extract.house(10, east, ["addr:place": "Berg", "addr:housenumber": number])
        }
        _ = extract.house(10, 0, ["addr:place": "Berg", "addr:street": "Berg", "addr:housenumber": "s.n."])
        let (streets, leftOut) = try await read(extract)
        #expect(outline(streets) == ["Berg residential 1: ", "Berg place 0: 1 2 3", "Berg place 0: 1"])
        #expect(leftOut.unusableNumbers == 1)
    }

    @Test(
        "numbers between two of a line of interpolation are spread evenly, but for those that are there",
        arguments: [
            ("even", "2", "8", "2 8 (4) (6)"), ("odd", "9", "3", "9 3 (7) (5)"), ("all", "1", "3", "1 3 (2)"),
            ("5", "10", "25", "10 25 (15) (20)"), ("even", "1", "7", nil), ("even", "2", "7", nil),
            ("alphabetic", "2", "8", nil), ("all", "2a", "9", nil), ("all", "1", "99999", nil), ("0", "1", "3", nil),
            ("all", "5", "5", "5"),
        ] as [(String, String, String, String?)])
    func interpolation(kind: String, from: String, to: String, numbers: String?) async throws {
        var extract = SmallExtract()
        _ = extract.street(["highway": "residential", "name": "Weg"], [(0, 0, 300)])
        let tags = ["addr:street": "Weg"]
        let first = extract.house(10, 0, tags.merging(["addr:housenumber": from]) { $1 })
        // Half of the length lies before the bend.
        let bend = extract.house(10, 150, [:])
        let last = extract.house(160, 150, tags.merging(["addr:housenumber": to]) { $1 })
        _ = extract.way([first, bend, last], ["addr:interpolation": kind])
        let (streets, leftOut) = try await read(extract)
        let street = try #require(streets.first)
        let ends = from == to ? from : "\(from) \(to)"
        // Two houses with one number are two, when they are far apart.
        let expected = numbers.map { $0 == "5" ? "5 5" : $0 } ?? (from == to ? "\(ends) \(ends)" : ends)
        #expect(outline(streets) == ["Weg residential 1: \(expected)"])
        #expect(leftOut.interpolations == (numbers == nil ? 1 : 0))
        if kind == "all", to == "3" { #expect(street.numbers[2].meters == SIMD2(10, 150)) }
        if kind == "even", to == "8" { #expect(street.numbers[2].meters == SIMD2(10, 100)) }
    }

    @Test("an interpolated number gives way to a real one, takes a street from the line, and not from two streets")
    func interpolationStreets() async throws {
        var extract = SmallExtract()
        _ = extract.street(["highway": "residential", "name": "Weg"], [(0, 0, 300)])
        func house(_ number: String, _ east: Double, _ street: String? = nil) -> Int {
            extract.house(
                10, east, ["addr:housenumber": number].merging(street.map { ["addr:street": $0] } ?? [:]) { $1 })
        }
        let line = [house("2", 0), house("6", 100)]
        _ = house("4", 55, "Weg")
        _ = extract.way(line, ["addr:interpolation": "even", "addr:street": "Weg"])
        _ = extract.way([house("11", 0, "Weg"), house("15", 100, "Gasse")], ["addr:interpolation": "odd"])
        let (streets, leftOut) = try await read(extract)
        #expect(outline(streets) == ["Weg residential 1: 4 11", "Gasse place 0: 15"])
        #expect(leftOut == StreetsLeftOut(withoutStreet: 2, unusableNumbers: 0, interpolations: 1))
    }

    @Test(
        "names of one street are compared without what signs and addresses write differently",
        arguments: [
            ("Bahnhofstraße", "BAHNHOFSTR.", true), ("Karl-Marx-Straße", "Karl Marx Str", true),
            ("Sankt-Luzi-Weg", "St. Luzi-Weg", true), ("Rue de l'Église", "Rue de l’Eglise", true),
            ("Herrengasse", "Herrenweg", false), ("Am Bach", "Am Bache", false),
        ])
    func keys(a: String, b: String, isOne: Bool) { #expect((StreetNames.key(a) == StreetNames.key(b)) == isOne) }

    @Test("addresses of one number are one house up to 5 m, and two beyond")
    func shopsInAHouse() async throws {
        var extract = SmallExtract()
        _ = extract.street(["highway": "residential", "name": "Weg"], [(0, 0, 300)])
        for (number, easts) in [("1", [50.0, 54]), ("2", [100.0, 107])] {
            for east in easts { _ = extract.house(10, east, ["addr:street": "Weg", "addr:housenumber": number]) }
        }
        #expect(outline(try await read(extract).streets) == ["Weg residential 1: 1 2 2"])
    }

    @Test("extracts that overlap give each street and house once; a way that one of them cuts is cut there")
    func overlap() async throws {
        var extract = SmallExtract()
        let nodes = [0.0, 100, 200, 300].map { extract.house(0, $0, [:]) }
        _ = extract.way(nodes, ["highway": "residential", "name": "Weg"])
        _ = extract.house(10, 50, ["addr:street": "Weg", "addr:housenumber": "1"])
        _ = extract.rectangle(meters: (10, 100), (30, 110), ["addr:street": "Weg", "addr:housenumber": "2"])
        #expect(outline(try await read(extract, extract).streets) == ["Weg residential 1: 1 2"])

        let path = try await extract.write(to: directory.file("cut.osm.pbf")) { $0.hasPrefix("n\(nodes[1]) ") }
        let extracted = ExtractedStreets()
        _ = try ExtractFile(path: path).read(
            ExtractedStreets.selection, ExtractFile.Handlers(node: extracted.add, way: extracted.add))
        extracted.complete()
        let street = try #require(try StreetsSource(extracted).first { _ in true })
        // Not drawn straight across the node that is missing.
        #expect(street.lines.map { $0.count } == [2])
    }
}
