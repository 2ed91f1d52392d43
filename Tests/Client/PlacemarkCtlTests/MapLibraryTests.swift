import FoundationEssentials
import Gazetteer
import TestSupport
import Testing

@testable import placemarkctl

@Suite("The script libraries of the map's page")
struct MapLibraryTests {
    @Test("each library has a licence, a holder, and a version of its own or of the one that it is part of")
    func complete() throws {
        let libraries = try MapLibrary.listed(at: Checkout.file("map/libraries.json"))
        let whole = Set(libraries.filter { $0.version != nil }.map(\.name))
        #expect(whole == ["MapLibre GL JS", "pmtiles.js"])
        for library in libraries {
            #expect(!library.licence.isEmpty && !library.copyright.isEmpty)
            #expect(library.version != nil || whole.contains(library.partOf ?? ""))
        }
    }

    @Test("the notice of each stands in licences.txt, which the page shows")
    func notices() throws {
        let text = try Checkout.text("map/licences.txt")
        for library in try MapLibrary.listed(at: Checkout.file("map/libraries.json")) {
            let notice =
                library.partOf == nil
                ? "\n\(library.name)" : "\n\(library.name): Copyright (c) \(library.copyright)\n"
            #expect(text.contains(notice), "\(library.name)")
        }
    }

    @Test("people get a line for each, and programs one more key in the same object")
    func output() throws {
        let libraries = [
            MapLibrary(name: "Map", version: "2", licence: "MIT", copyright: "2020 Somebody", partOf: nil),
            MapLibrary(name: "tree", version: nil, licence: "ISC", copyright: "2021 Another", partOf: "Map"),
        ]
        #expect(
            MapLibrary.text(of: libraries) == [
                "", "Script libraries of the map's page", "  Map 2: MIT, © 2020 Somebody",
                "  tree, part of Map: ISC, © 2021 Another",
            ])
        let data = Attribution(layers: [])
        let line = JSON.line(InstalledAttribution(data: data, libraries: libraries))
        #expect(
            line.hasPrefix(#"{"libraries":[{"copyright":"2020 Somebody","licence":"MIT","name":"Map","version":"2"},"#))
        #expect(line.contains(#""notices":[]"#))
    }

    @Test("without the map's page the answer is as it is without a map")
    func none() throws {
        let libraries = try MapLibrary.listed(at: "/nonexistent/libraries.json")
        let data = Attribution(layers: [])
        #expect(MapLibrary.text(of: libraries).isEmpty)
        #expect(JSON.line(InstalledAttribution(data: data, libraries: libraries)) == JSON.line(data))
    }

    @Test("a damaged list is told with its path, and what to do")
    func damaged() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("libraries.json")
        try Data("[{".utf8).write(to: URL(filePath: path))
        let failure = #expect(throws: CommandFailure.self) { try MapLibrary.listed(at: path) }
        #expect(failure?.description.contains(path) == true)
    }
}
