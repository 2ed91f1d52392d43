import FoundationEssentials
import PlacemarkModel
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// `placemark-gazetteer add`, and the GeoJSON that it reads.
@Suite("Own GeoJSON")
struct CustomPlacesSourceTests {
    private let directory: TemporaryDirectory
    private let world: String

    init() throws {
        directory = try TemporaryDirectory()
        var writer = GazetteerWriter()
        try writer.addPlaces(
            [Place(name: "Vaduz", coordinate: Coordinate(47.14, 9.52), country: "Liechtenstein")], description: .test)
        writer.add(77, [1, 2, 3], description: .test)
        world = directory.file("world.gazetteer")
        try writer.write(to: world)
    }

    private func file(_ text: String, _ name: String = "own.geojson") throws -> String {
        try directory.write(Array(text.utf8), to: name)
    }

    private static func feature(_ properties: String, _ geometry: String) -> String {
        #"{"type": "Feature", "properties": \#(properties), "geometry": \#(geometry)}"#
    }

    private static func point(_ coordinates: String) -> String {
        #"{"type": "Point", "coordinates": \#(coordinates)}"#
    }

    private static func collection(_ features: String...) -> String {
        #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    }

    private static let site = feature(#"{"name": "Site", "locality": "Own Town"}"#, point("[9.52, 47.14]"))

    @Test("an own place wins over the world's, from a collection and from a single feature")
    func add() throws {
        for text in [Self.collection(Self.site), Self.site] {
            let output = directory.file("new.gazetteer")
            #expect(try CustomPlacesSource.add([file(text)], to: world, output: output).features.count == 1)
            let gazetteer = try Gazetteer(path: output)
            let placemark = try #require(gazetteer.placemark(at: Coordinate(47.1405, 9.52)))
            #expect(placemark.name == "Site" && placemark.locality == "Own Town")
            #expect(placemark.country == "Liechtenstein" && placemark.areasOfInterest == ["Site"])
            // Without a radius it is 250 m.
            #expect(gazetteer.placemark(at: Coordinate(47.1422, 9.52))?.name == "Site")
            #expect(gazetteer.placemark(at: Coordinate(47.1423, 9.52))?.name == "Vaduz")
            #expect(gazetteer.verify() == [])
            #expect(gazetteer.customPlaces.map(\.name) == ["Site"])
        }
    }

    @Test(
        "an own place is found by its name, before the world's places, in its areas, and by one letter less",
        arguments: [
            ("Plant 7", ["Plant 7"]), ("plant 7, Germany", ["Plant 7"]), ("Plant 7, Bayern", ["Plant 7"]),
            ("Plant 7, Own Town", ["Plant 7"]), ("Plant 7, France", []), ("Plant 7 bavaria", ["Plant 7"]),
            ("Zürich", ["Zürich", "Zürich"]), ("Zürich, CH", ["Zürich"]), ("Zürich, DE", ["Zürich"]),
            ("Plnt 7", ["Plant 7"]),
            ("Plan", ["Plant 7"]), ("Planet", []), ("Pl", []),
        ] as [(String, [String])])
    func search(text: String, names: [String]) throws {
        let path = try directory.write(SearchWorld.bytes, to: "named")
        let plant = Self.feature(
            #"{"name": "Plant 7", "locality": "Own Town", "radius": 50}"#, Self.point("[11.58, 48.15]"))
        let big = Self.feature(#"{"name": "Zürich", "radius": 5000}"#, Self.point("[11.5, 48.1]"))
        _ = try CustomPlacesSource.add([file(Self.collection(big, plant))], to: path, output: path)
        let gazetteer = try Gazetteer(path: path)
        let results = (try? gazetteer.search(text)) ?? []
        #expect(results.map(\.placemark.name) == names)
        if text == "Zürich" { #expect(results.map(\.population) == [0, 341_730]) }
        guard let plant = results.first(where: { $0.placemark.name == "Plant 7" }) else { return }
        #expect(plant.coordinate == Coordinate(48.15, 11.58) && plant.placemark.locality == "Own Town")
        #expect(plant.placemark.isoCountryCode == "DE" && plant.placemark.distance == nil)
        #expect(plant.match == (text == "Plnt 7" ? .correction : text == "Plan" ? .completion : .name))
        let near = try gazetteer.search(text, near: Coordinate(48.15, 11.58), in: ["DE"], limit: 1)
        #expect(near.first?.placemark.distance == 0 && near.count == 1)
        #expect(throws: SearchError.noResult) { try gazetteer.search(text, in: ["FR"]) }
    }

    @Test("of own places with one name the nearest to the hint comes first, else the smallest")
    func searchNear() throws {
        let path = try directory.write(SearchWorld.bytes, to: "named")
        let sites = [(11.58, 900), (8.55, 100), (2.35, 500)].map { longitude, radius in
            Self.feature(#"{"name": "Depot", "radius": \#(radius)}"#, Self.point("[\(longitude), 48]"))
        }
        _ = try CustomPlacesSource.add([file(Self.collection(sites[0], sites[1], sites[2]))], to: path, output: path)
        let gazetteer = try Gazetteer(path: path)
        #expect(try gazetteer.search("depot").map(\.coordinate.longitude) == [8.55, 2.35, 11.58])
        let hint = Coordinate(48, 11)
        #expect(try gazetteer.search("depot", near: hint).map(\.coordinate.longitude) == [11.58, 8.55, 2.35])
        #expect(try gazetteer.search("depot", near: hint, limit: 2).count == 2)
    }

    @Test("all other layers are copied byte for byte, the own one is replaced, and the file may be the same")
    func copy() throws {
        let before = try Data(contentsOf: URL(filePath: world))
        _ = try CustomPlacesSource.add([file(Self.site)], to: world, output: world)
        _ = try CustomPlacesSource.add([file(Self.site, "a"), file(Self.site, "b")], to: world, output: world)
        let gazetteer = try Gazetteer(path: world)
        #expect(gazetteer.layers.map(\.id) == [LayerID.places, 77, LayerID.customPlaces])
        #expect(gazetteer.layers[2].source == "a, b" && gazetteer.layers[2].version == "2 features")
        let after = try Data(contentsOf: URL(filePath: world))
        #expect(after[4096..<4096 + before.count - 4096] == before[4096...])
        // Nothing to add: the file is as it was.
        _ = try CustomPlacesSource.add([file(Self.collection())], to: world, output: world)
        #expect(try Data(contentsOf: URL(filePath: world)) == before)
        #expect(try Gazetteer(path: world).world.customPlaces == nil)
    }

    @Test("a damaged world is not copied")
    func damagedWorld() throws {
        var bytes = Array(try Data(contentsOf: URL(filePath: world)))
        bytes[4096] ^= 1
        let damaged = try directory.write(bytes, to: "damaged")
        let own = try file(Self.site)
        #expect(throws: GazetteerError.damaged(path: damaged, what: "the checksum of its layer \"places\" is wrong")) {
            try CustomPlacesSource.add([own], to: damaged, output: directory.file("new"))
        }
        #expect(!FileManager.default.fileExists(atPath: directory.file("new")))
    }

    @Test("build takes own features too")
    func build() throws {
        let sources = try SmallSources()
        let output = directory.file("built")
        _ = try WorldBuild.write(output, from: sources.directory.path, own: [file(Self.site), file(Self.site, "b")])
        #expect(try Gazetteer(path: output).customPlaces.count == 2)
    }

    @Test("properties that mean nothing are listed once; null and empty ones are absent")
    func properties() throws {
        let own = try CustomPlacesSource(paths: [
            file(
                Self.collection(
                    Self.feature(
                        #"{"name": "a", "stroke": 1, "Locality": "x", "locality": null, "postalCode": "", "radius": 10.5}"#,
                        Self.point("[1, 2, 300]")),
                    Self.feature(#"{"name": "b", "stroke": {}}"#, Self.point("[1, 2]"))))
        ])
        #expect(own.ignoredProperties == ["Locality", "stroke"])
        #expect(own.warning?.hasPrefix("warning: these properties mean nothing here: Locality, stroke (") == true)
        #expect(own.features[0].properties == [:])
        guard case .circle(_, radiusInMeters: 10.5) = own.features[0].shape else {
            Issue.record("\(own.features[0].shape)")
            return
        }
        #expect(try CustomPlacesSource(paths: [file(Self.site)]).warning == nil)
    }

    @Test("every key of a placemark that is a string can be given")
    func keys() throws {
        for key in CustomPlaceKey.allCases {
            let own = try CustomPlacesSource(paths: [
                file(Self.feature(#"{"name": "a", "\#(key.name)": "XY"}"#, Self.point("[1, 2]")))
            ])
            #expect(own.features[0].properties == [key: "XY"])
            #expect(own.ignoredProperties == [])
        }
        let strings = Mirror(reflecting: Placemark(geocoder: "")).children.filter { type(of: $0.value) == String?.self }
        // The feature's own name is its placemark's, and whose data it is made of is for the geocoder to say.
        let names = strings.compactMap(\.label).filter { !["name", "attribution"].contains($0) }
        #expect(Set(names) == Set(CustomPlaceKey.allCases.map(\.name)))
    }

    @Test("the pages name each key, with its number in the file")
    func documented() throws {
        let guide = try Checkout.text("docs/guide/own-places.md")
        let format = try Checkout.text("docs/contribute/formats/world-file-names.md").replacing("\n", with: " ")
        for key in CustomPlaceKey.allCases {
            #expect(guide.contains("`\(key.name)`"), "\(key)")
            #expect(format.contains(" \(key.rawValue) \(key.name)"), "\(key)")
        }
    }

    @Test("the hint knows an own place that gives a name which readers with reduced precision are told, and no other")
    func hint() throws {
        for key in CustomPlaceKey.allCases {
            let own = Self.feature(#"{"name": "a", "\#(key.name)": "XY"}"#, Self.point("[9.52, 47.14]"))
            let output = directory.file(key.name)
            _ = try CustomPlacesSource.add([file(Self.collection(own))], to: world, output: output)
            let hint = try #require(try Gazetteer(path: output).nameHint(at: Coordinate(47.14, 9.52)))
            let told = try Placemark(sampleOf: [key.name]).limited(to: .reduced)
            #expect((hint.custom != 0) == (told != Placemark(geocoder: told.geocoder)), "\(key)")
        }
    }

    @Test(
        "a mistake is named with its file, the feature, and what was expected",
        arguments: [
            ("", "expected valid JSON"), ("[]", "expected an object"),
            (#"{"features": []}"#, "expected \"type\""),
            (#"{"type": "Point"}"#, "expected \"FeatureCollection\" or \"Feature\", not \"Point\" as type"),
            (#"{"type": "FeatureCollection"}"#, "expected \"features\""),
            (collection(site, "{\"type\" \"Feature\"}"), "feature 2: expected valid JSON"),
            (collection(site, "7"), "feature 2: expected an object"),
            (collection(#"{"type": "feature"}"#), "feature 1: expected \"Feature\", not \"feature\" as type"),
            (collection(site, feature("{}", point("[1, 2]"))), "feature 2: expected a property \"name\""),
            (collection(feature("null", point("[1, 2]"))), "feature 1: expected an object, not null as properties"),
            (collection(feature(#"{"name": 5}"#, point("[1, 2]"))), "feature 1: expected a string as properties.name"),
            (
                collection(feature(#"{"name": "a", "postalCode": 95014}"#, point("[1, 2]"))),
                "feature 1: expected a string as properties.postalCode"
            ),
            (
                collection(feature(#"{"name": "a", "isoCountryCode": "USA"}"#, point("[1, 2]"))),
                "feature 1: expected two capital letters as properties.isoCountryCode, not \"USA\""
            ),
            (
                collection(feature(#"{"name": "a\nb"}"#, point("[1, 2]"))),
                "feature 1: expected one line of at most 255 bytes as properties.name"
            ),
            (
                collection(feature(#"{"name": "a", "radius": -5}"#, point("[1, 2]"))),
                "feature 1: expected metres above 0 and up to 1000000 as properties.radius, not -5.0"
            ),
            (
                collection(feature(#"{"name": "a", "radius": "5"}"#, point("[1, 2]"))),
                "feature 1: expected a number as properties.radius"
            ),
            (collection(feature(#"{"name": "a"}"#, "null")), "feature 1: expected an object, not null as geometry"),
            (
                collection(feature(#"{"name": "a"}"#, #"{"type": "LineString", "coordinates": []}"#)),
                "feature 1: expected Point, Polygon or MultiPolygon, not \"LineString\" as geometry.type"
            ),
            (
                collection(feature(#"{"name": "a"}"#, point("[1, \"x\"]"))),
                "feature 1: expected a number as geometry.coordinates[1]"
            ),
            (
                collection(feature(#"{"name": "a"}"#, point("[47.1]"))),
                "feature 1: expected a position [longitude, latitude] of -180…180 and -90…90 degrees, not [47.1]"
            ),
            (
                collection(feature(#"{"name": "a"}"#, point("[47.1, 95]"))),
                "feature 1: expected a position [longitude, latitude] of -180…180 and -90…90 degrees, not [47.1, 95.0]"
            ),
            (
                collection(
                    feature(#"{"name": "a"}"#, #"{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,1]]]}"#)),
                "feature 1: expected a valid polygon; polygon 1: ring 1: expected the first position again as the last one"
            ),
            (
                collection(feature(#"{"name": "a"}"#, #"{"type": "MultiPolygon", "coordinates": [[[0,0],[1,0]]]}"#)),
                "feature 1: expected an array as geometry.coordinates[0][0][0]"
            ),
            (
                collection(feature(#"{"name": "a"}"#, #"{"type": "MultiPolygon", "coordinates": []}"#)),
                "feature 1: expected at least one polygon"
            ),
        ])
    func mistake(text: String, expected: String) throws {
        let path = try file(text)
        let error = #expect(throws: CustomPlacesSource.Fault.self) { try CustomPlacesSource(paths: [path]) }
        #expect(error?.description == "\(path): \(expected)")
    }

    @Test("a file that is not there is named")
    func missing() {
        #expect(throws: CustomPlacesSource.Fault.unreadable(path: "/nowhere")) {
            try CustomPlacesSource(paths: ["/nowhere"])
        }
    }
}
