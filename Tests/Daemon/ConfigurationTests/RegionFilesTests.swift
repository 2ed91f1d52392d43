import Foundation
import PlacemarkModel
import TestSupport
import Testing

@testable import DaemonSettings
@testable import Settings

@Suite("Files of regions")
struct RegionFilesTests {
    private func load(_ files: [String: String], in directory: TemporaryDirectory? = nil) throws -> [Region] {
        let directory = try directory ?? TemporaryDirectory()
        for (name, text) in files { try directory.write(name, text) }
        return try RegionFiles.load(directory: directory.path)
    }

    /// The lines of the error, without the directory.
    private func problems(_ files: [String: String]) throws -> [String] {
        let directory = try TemporaryDirectory()
        do {
            _ = try load(files, in: directory)
            return []
        } catch let errors as ConfigurationErrors {
            return "\(errors)".replacing(directory.file(""), with: "").split(separator: "\n").map(String.init)
        }
    }

    private static func circle(_ identifier: String, radius: String = "100") -> String {
        """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[9,47]},
         "properties":{"identifier":"\(identifier)","radius":\(radius)}}
        """
    }

    private static func collection(_ features: String...) -> String {
        "{\"type\":\"FeatureCollection\",\n\"features\":[\n" + features.joined(separator: ",\n") + "\n]}"
    }

    @Test("every *.geojson is read, in the order of the names; others and hidden ones are not")
    func order() throws {
        let regions = try load([
            "20.geojson": Self.collection(Self.circle("c")),
            "10.geojson": Self.collection(Self.circle("a"), Self.circle("b")),
            "05.geojson": Self.circle("single"), ".hidden.geojson": "x", "notes.txt": "x", "off.geojson": "",
        ])
        #expect(regions.map(\.identifier) == ["single", "a", "b", "c"])
    }

    @Test("a byte order mark and line ends of Windows change nothing, not even the line of a mistake")
    func windows() throws {
        func windows(_ text: String) -> String { "\u{feff}" + text.replacing("\n", with: "\r\n") }
        let regions = try load(["a.geojson": windows(Self.collection(Self.circle("a"), Self.circle("b")))])
        #expect(regions.map(\.identifier) == ["a", "b"])
        let bad = windows(Self.collection(Self.circle("a"), Self.circle("b", radius: "0")))
        #expect(
            try problems(["a.geojson": bad]) == [
                "a.geojson:5: feature 2, \"b\": expected a radius between 1 and 1000000 metres, not 0.0"
            ])
    }

    @Test("the default directory need not exist, any other must")
    func missingDirectory() throws {
        #expect(try RegionFiles.load(directory: "/nonexistent/regions.d", isRequired: false) == [])
        #expect(throws: ConfigurationErrors.self) { try RegionFiles.load(directory: "/nonexistent/regions.d") }
    }

    @Test("all problems of all files are told, each with its file, its line and what was expected")
    func problems() throws {
        let found = try problems([
            "a.geojson": Self.collection(
                Self.circle("one", radius: "\"x\""), Self.circle("two"), Self.circle("three", radius: "0.5")),
            "b.geojson": "{\"type\":\"FeatureCollection\",\"features\":[}",
            "c.geojson": Self.collection(Self.circle("four"), Self.circle("two"), Self.circle("four")),
            "d.geojson": "{\"type\":\"Point\",\"coordinates\":[9,47]}", "e.geojson": "[]",
            "f.geojson": Self.collection("7"),
        ])
        #expect(
            found == [
                "a.geojson:3: feature 1, \"one\": expected properties.radius to be a number",
                "a.geojson:7: feature 3, \"three\": expected a radius between 1 and 1000000 metres, not 0.5",
                "b.geojson: expected GeoJSON, but this is not valid JSON: jq . FILE shows where it breaks",
                "c.geojson:5: feature 2, \"two\": expected an identifier of its own: feature 2 of a.geojson has the same",
                "c.geojson:7: feature 3, \"four\": expected an identifier of its own: feature 1 of c.geojson has the same",
                "d.geojson: expected a GeoJSON object of the type FeatureCollection or Feature",
                "e.geojson: expected a GeoJSON object of the type FeatureCollection or Feature",
                "f.geojson:3: feature 1: expected the feature to be an object",
            ])
    }

    @Test("of a file that is full of mistakes, the first thousand are found")
    func manyMistakes() throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            "a.geojson", "{\"type\":\"FeatureCollection\",\"features\":[7" + String(repeating: ",7", count: 1500) + "]}"
        )
        let errors = #expect(throws: ConfigurationErrors.self) { try RegionFiles.load(directory: directory.path) }
        #expect(errors?.problems.count == RegionFiles.mostMistakes)
    }

    @Test("neither depth, nor size, nor anything random ends the process (fault 27)")
    func hostile() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try problems(["a.geojson": deep]).count == 1)
        #expect(try problems(["a.geojson": Self.collection("{\"type\":\"Feature\",\"x\":" + deep)]).count == 1)
        var random = SeededRandom(seed: 3)
        let valid = Array(Self.collection(Self.circle("a"), Self.circle("b")).utf8)
        for _ in 0..<500 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try problems(["a.geojson": String(decoding: bytes, as: UTF8.self)])
        }
    }

    @Test("there is a limit to the regions of all files together, and it is told once")
    func tooMany() throws {
        let directory = try TemporaryDirectory()
        for name in ["a", "b", "c"] {
            try directory.write("\(name).geojson", Self.collection(Self.circle(name), Self.circle(name + "2")))
        }
        func load(_ most: Int) throws -> Int {
            try RegionFiles.load(directory: directory.path, isRequired: true, mostRegions: most).count
        }
        #expect(try load(6) == 6)
        let errors = #expect(throws: ConfigurationErrors.self) { try load(3) }
        #expect(errors?.description == "\(directory.file("b.geojson")): expected at most 3 regions in all files")
    }

    @Test("a file that is too large is not read into memory")
    func tooLarge() throws {
        let directory = try TemporaryDirectory()
        try directory.write("large.geojson")
        // A hole of a file: 1 GB that nobody has to write.
        #expect(truncate(directory.file("large.geojson"), 1 << 30) == 0)
        #expect(throws: ConfigurationErrors.self) { try RegionFiles.load(directory: directory.path) }
    }

    @Test("a feature has 8 MiB at most, and so have the other members of its collection")
    func largeFeature() throws {
        let limit = RegionFiles.maximumFeatureBytes
        func noted(_ object: String, byteCount: Int) -> String {
            let note = String(repeating: "x", count: byteCount - object.utf8.count - #""note":"","#.utf8.count)
            return #"{"note":"\#(note)","# + object.dropFirst()
        }
        func oneByteMore(_ object: String) -> String { "{ " + object.dropFirst() }
        func collection(_ feature: String) -> String { #"{"type":"FeatureCollection","features":[\#(feature)]}"# }
        let feature = noted(Self.circle("a"), byteCount: limit)
        #expect(try problems(["a.geojson": collection(feature)]).isEmpty)
        let longer = try problems(["a.geojson": collection(oneByteMore(feature))])
        #expect(longer.count == 1 && longer[0].contains("a feature of at most 8388608 bytes"))

        let frame = noted(collection(""), byteCount: limit)
        func filled(_ frame: String) -> String { frame.replacing("[]", with: "[\(Self.circle("a"))]") }
        #expect(try problems(["a.geojson": filled(frame)]).isEmpty)
        #expect(try problems(["a.geojson": filled(oneByteMore(frame))]).count == 1)
    }

    @Test(
        "a file whose name is not UTF-8 is read like any other, and a mistake in it has as much of its name as can be shown"
    )
    func foreignName() throws {
        let directory = try TemporaryDirectory()
        let path = Array("\(directory.path)/caf".utf8) + [0xE9] + Array(".geojson".utf8)
        func write(_ text: String) throws {
            let file = try #require(fopen((path + [0]).map(CChar.init(bitPattern:)), "w"))
            fputs(text, file)
            fclose(file)
        }
        try write(Self.circle("cafe"))
        #expect(try RegionFiles.load(directory: directory.path).map(\.identifier) == ["cafe"])
        try write(Self.circle("cafe", radius: "0"))
        let error = try #require(throws: ConfigurationErrors.self) { try RegionFiles.load(directory: directory.path) }
        #expect(error.description.contains("/caf\u{FFFD}.geojson:1: feature 1"))
        unlink((path + [0]).map(CChar.init(bitPattern:)))
    }

    @Test("a link to nothing is told, not skipped")
    func danglingLink() throws {
        let directory = try TemporaryDirectory()
        let link = directory.file("lost.geojson")
        #expect(symlink("/nonexistent", link) == 0)
        let error = #expect(throws: ConfigurationErrors.self) { try RegionFiles.load(directory: directory.path) }
        #expect(error?.description == "\(link): cannot be read: No such file or directory")
    }
}
