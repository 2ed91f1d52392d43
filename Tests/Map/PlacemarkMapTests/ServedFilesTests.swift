import Foundation
import GzipCompression
import HTTPServing
import HTTPTypes
import TestSupport
import Testing

@testable import placemark_map

@Suite("Files of the map")
struct ServedFilesTests {
    @Test(
        "A part of a file is what the request says",
        arguments: [
            ("bytes=0-0", ByteRange.part(0...0)), ("bytes=10-19", .part(10...19)), ("bytes=90-", .part(90...99)),
            ("bytes=90-1000", .part(90...99)), ("bytes=-10", .part(90...99)), ("bytes=-1000", .part(0...99)),
            ("bytes=100-", .outside), ("bytes=100-200", .outside), ("bytes=-0", .outside),
            ("bytes=20-10", .whole), ("bytes=0-1,5-6", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole),
            ("bytes=+1-2", .whole), ("bytes=99999999999999999999-", .whole), ("lines=1-2", .whole), ("", .whole),
        ])
    func ranges(_ header: String, _ expected: ByteRange) {
        #expect(ByteRange(header, size: 100) == expected)
    }

    @Test("An empty file has no part")
    func empty() {
        #expect(ByteRange(nil, size: 0) == .whole)
        #expect(ByteRange("bytes=0-", size: 0) == .outside)
        #expect(ByteRange("bytes=-5", size: 0) == .outside)
    }

    @Test("The page is the list of its files, packed for who unpacks them, and told from another version")
    func page() throws {
        let directory = try TemporaryDirectory()
        try directory.write("index.html", "<!doctype html>" + String(repeating: " ", count: 1000))
        try directory.write("notes.md", "not of the page")
        try directory.write(".hidden.js", "not of the page")
        try FileManager.default.createDirectory(
            atPath: directory.file("libraries"), withIntermediateDirectories: false)
        try directory.write("libraries/maplibre-gl.js", String(repeating: "let map;", count: 1000))
        let page = try PageFiles(directory: directory.path)
        #expect(page[name: "notes.md"] == nil)
        #expect(page[name: ".hidden.js"] == nil)
        #expect(page[name: "../index.html"] == nil)
        #expect(page[name: "libraries"] == nil)
        let file = try #require(page[name: "libraries/maplibre-gl.js"])
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        let plain = file.answer(to: request)
        #expect(plain.fields[.contentType] == "text/javascript; charset=utf-8")
        #expect(plain.fields[.contentLength] == "8000")
        request.headerFields[.acceptEncoding] = "br, gzip;q=0.5"
        let packed = file.answer(to: request)
        #expect(packed.fields[.contentEncoding] == "gzip")
        #expect(Int(packed.fields[.contentLength] ?? "") ?? 8000 < 200)
        #expect(packed.fields[.eTag] != plain.fields[.eTag])
        request.headerFields[.ifNoneMatch] = packed.fields[.eTag]
        #expect(file.answer(to: request).status == .notModified)
        request.headerFields[.acceptEncoding] = "gzip;q=0"
        #expect(file.answer(to: request).status == .ok)
    }

    @Test("A directory without the page says what to do")
    func noPage() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: PageFiles.Problem.self) { try PageFiles(directory: directory.path) }
        #expect(throws: PageFiles.Problem.self) { try PageFiles(directory: directory.path + "/none") }
    }

    @Test("Files of tiles have names that a path can hold, and each its own")
    func tileNames() {
        let files = TileFile.named([
            "/a/world.pmtiles", "/b/world.pmtiles", "/c/Zürich & <img>.pmtiles", "/d/.pmtiles", "/e/plain",
        ])
        #expect(files.map(\.name) == ["world", "world-2", "Z-rich----img-", "tiles", "plain"])
    }

    private static func header(
        version: UInt8 = 3, metadata: String, compression: UInt8 = 1, tilesEnd: UInt64? = nil
    ) -> [UInt8] {
        func packed(_ bytes: [UInt8]) -> [UInt8] { compression == 2 ? Gzip.packed(bytes) : bytes }
        // A directory without an entry.
        let (root, content) = (packed([0]), metadata.isEmpty ? [] : packed(Array(metadata.utf8)))
        var bytes = Array("PMTiles".utf8) + [version]
        func add(_ number: UInt64) { bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        for (start, count) in [(127, root.count), (127 + root.count, content.count), (127, 0)] {
            add(UInt64(start))
            add(UInt64(count))
        }
        add(127)
        add(tilesEnd ?? 0)
        bytes += [UInt8](repeating: 0, count: 25) + [compression] + [UInt8](repeating: 0, count: 29)
        return bytes + root + content
    }

    private static func description(of bytes: [UInt8]) throws -> MapDescription {
        let directory = try TemporaryDirectory()
        try Data(bytes).write(to: URL(fileURLWithPath: directory.file("world.pmtiles")))
        return MapDescription(TileFile.named([directory.file("world.pmtiles")]))
    }

    @Test("Our own basemap is known by what it says of itself, packed or not", arguments: [1, 2] as [UInt8])
    func kinds(_ compression: UInt8) throws {
        let own = Self.header(
            metadata: #"{"generator":"placemark-gazetteer","languages":[]}"#, compression: compression)
        #expect(try Self.description(of: own).basemaps.map(\.kind) == [.placemarkd])
        for metadata in [#"{"generator":"planetiler"}"#, "{}", "nothing", ""] {
            let other = Self.header(metadata: metadata, compression: compression)
            #expect(try Self.description(of: other).basemaps.map(\.kind) == [.foreign])
        }
    }

    @Test("A file that is no PMTiles, of another version, or cut is told as a problem (fault 78)")
    func damaged() throws {
        for bytes in [
            [], Array("PMTiles".utf8), Array("<!doctype html>".utf8) + [UInt8](repeating: 0, count: 200),
            Self.header(version: 2, metadata: "{}"), Self.header(metadata: "{}", tilesEnd: 1_000_000),
            Array(Self.header(metadata: "{\"a\":1}").dropLast(3)),
            Self.header(metadata: "{}", tilesEnd: .max),
        ] {
            let description = try Self.description(of: bytes)
            #expect(description.basemaps.isEmpty)
            // With the file's name, and not its path.
            let problem = try #require(description.problems.first)
            #expect(problem.hasPrefix("world.pmtiles: ") && !problem.contains("/"))
        }
    }
}
