import Foundation
import TestConditions
import TestSupport
import Testing

@Suite("The list of components", .tags(.waits), .timeLimit(.minutes(3)))
struct ComponentListTests {
    private struct List: Decodable {
        struct Component: Decodable {
            struct Choice: Decodable { let license: Licence }
            struct Licence: Decodable { let name: String }
            struct Property: Decodable { let value: String }
            let name: String
            let version: String
            let licenses: [Choice]
            let properties: [Property]
        }
        let bomFormat: String
        let components: [Component]
    }

    @Test("it names what the programs hold and nothing that they only could, each with version and licence")
    func components() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("list.json")
        let programs = [
            "placemarkd", "placemarkctl", "placemark-gazetteer", "placemark-nominatim", "placemark-report",
            "placemark-server", "placemark-map", "placemark-picture",
        ]
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
        #expect([users["libcurl4"], users["libcurl4t64"]].contains(["placemark-nominatim", "placemark-report"]))
        #expect(users.keys.contains { $0.hasPrefix("libgps") })
        // Resolved for others of hummingbird's products, and in no program.
        #expect(users["swift-nio-ssl"] == nil)
        #expect(users["world.gazetteer: places"] != nil)
    }
}
