import Foundation
import TestConditions
import TestSupport
import Testing

@Suite("The list of components", .tags(.waits), .timeLimit(.minutes(15)))
struct ComponentListTests {
    private struct List: Decodable {
        struct Component: Decodable {
            struct Choice: Decodable { let license: Licence }
            struct Licence: Decodable { let name: String }
            struct Property: Decodable {
                let name: String
                let value: String
            }
            struct Hash: Decodable { let content: String }
            struct Reference: Decodable { let hashes: [Hash] }
            let name: String
            let version: String
            let licenses: [Choice]
            let properties: [Property]
            let hashes: [Hash]?
            let externalReferences: [Reference]?
        }
        let bomFormat: String
        let components: [Component]
    }

    private let programs = [
        "placemarkd", "placemarkctl", "placemark-beacons", "placemark-gazetteer", "placemark-nominatim",
        "placemark-report", "placemark-server", "placemark-map", "placemark-picture",
    ]

    @Test("no program holds ICU's tables of 34 MB, which come with all of Foundation: one import is enough")
    func withoutICU() throws {
        for program in programs {
            let path = Checkout.file(".build/release/\(program)")
            let bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
            #expect(bytes.range(of: Data("icudt".utf8)) == nil, "\(program)")
        }
    }

    @Test("it names what the programs hold and nothing that they only could, each with version and licence")
    func components() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("list.json")
        let result = try await Programs.run(
            Checkout.file("Scripts/sbom"), ["--output", path] + programs, within: .seconds(120))
        try #require(result.status == 0, "\(result.errors)")
        let list = try JSONDecoder().decode(List.self, from: try Data(contentsOf: URL(filePath: path)))
        #expect(list.bomFormat == "CycloneDX")
        for component in list.components {
            #expect(!component.version.isEmpty)
            #expect(component.licenses.allSatisfy { !$0.license.name.isEmpty })
        }
        let users = Dictionary(
            uniqueKeysWithValues: list.components.map { ($0.name, Set($0.properties.map(\.value))) })
        #expect(users["swift-argument-parser"] == Set(programs))
        #expect(users["hummingbird"] == ["placemark-map", "placemark-nominatim", "placemark-server"])
        #expect(
            [users["libcurl4"], users["libcurl4t64"]].contains([
                "placemark-gazetteer", "placemark-nominatim", "placemark-report",
            ]))
        #expect(users.keys.contains { $0.hasPrefix("libgps") })
        // The daemon knows nothing of D-Bus, and so of Bluetooth.
        #expect(users["libsystemd0"] == ["placemark-beacons"])
        // Resolved for others of hummingbird's products, and in no program.
        #expect(users["swift-nio-ssl"] == nil)
        #expect(users["world.gazetteer: places"] != nil)
        try expectMap(in: list)
    }

    /// What the package of the map ships besides programs.
    private func expectMap(in list: List) throws {
        let shipped = list.components.filter { $0.properties.map(\.value) == ["placemark-map-data"] }
        #expect(shipped.allSatisfy { $0.properties.map(\.name) == ["package"] })
        let pinned = try Checkout.text("Scripts/map-libraries.txt").split(separator: "--hash=sha256:").last
        let wheel = try #require(pinned).prefix(64)
        for (name, version) in [
            ("MapLibre GL JS: libraries/maplibre-gl.js", "5.24.0"), ("pmtiles.js: libraries/pmtiles.js", "4"),
        ] {
            let library = try #require(shipped.first { $0.name == name })
            #expect(library.version == version)
            #expect(library.licenses.map(\.license.name) == ["BSD-3-Clause"])
            #expect(library.hashes?.map(\.content.count) == [64])
            #expect(library.externalReferences?.flatMap(\.hashes).map(\.content) == [String(wheel)])
        }
        #expect(shipped.contains { $0.name == "pmtiles.js: fflate" && $0.licenses[0].license.name == "MIT" })
        // Made of the layers that have borders or names.
        let data = shipped.filter { $0.name.hasPrefix("world.pmtiles: ") }
        #expect(data.contains { $0.name.contains("places") } && data.contains { $0.name.contains("zones") })
    }
}
