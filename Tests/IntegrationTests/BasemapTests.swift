import Foundation
import PMTiles
import TestConditions
import TestSupport
import Testing

@Suite("The basemap of the world", .serialized, .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct BasemapTests {
    @Test("other programs can read each tile, areas are valid, land goes on from tile to tile, and places are in place")
    func tiles() async throws {
        let directory = try TemporaryDirectory()
        let output = directory.file("world.pmtiles")
        let made = try await Programs.run(
            "placemark-gazetteer", ["map", "--gazetteer", Programs.world, "--output", output], within: .seconds(600))
        #expect(made.status == 0, "\(made)")
        #expect(made.output.hasPrefix("\(output): ") && made.output.contains("zoom 0 to 8"))
        let size = try #require(try FileManager.default.attributesOfItem(atPath: output)[.size] as? Int)
        #expect(size < 60_000_000)

        let python = try await Self.readers()
        let every = Soak.isOn ? "1" : "60"
        let checked = try await Programs.run(
            python, [Checkout.file("Tests/IntegrationTests/Basemap/check-tiles"), output, "--every", every],
            within: .seconds(Soak.isOn ? 3600 : 600))
        #expect(checked.status == 0, "\(checked.errors)")
        #expect(checked.output.contains(#""faults": 0"#))
    }

    /// A Python that has the readers of others. It stays in .build, so that only the first test fetches them.
    private static func readers() async throws -> String {
        let environment = Checkout.file(".build/basemap-test/venv")
        let packages = ["pmtiles==3.8.1", "mapbox-vector-tile==2.2.0", "shapely==2.2.0"]
        // The list is written last: what was interrupted is made anew.
        let script = #"""
            [ "$(cat "$0/packages" 2>/dev/null)" = "$*" ] && exit
            rm -rf "$0" && python3 -m venv "$0" && "$0/bin/pip" install --quiet "$@" && echo "$*" >"$0/packages"
            """#
        let installed = try await Programs.run(
            "/bin/sh", ["-c", script, environment] + packages, within: .seconds(180))
        guard installed.status == 0 else { try Test.cancel("the readers cannot be had: \(installed.errors)") }
        return "\(environment)/bin/python"
    }

    @Test("the built map names capitals, keeps places dry and seas wet, and its roads go on from tile to tile")
    func world() async throws {
        let map = Checkout.file(".build/gazetteer/world.pmtiles")
        guard FileManager.default.fileExists(atPath: map) else { try Test.cancel("make basemap has not been run") }
        let size = try #require(try FileManager.default.attributesOfItem(atPath: map)[.size] as? Int)
        #expect(size < 60_000_000)
        let python = try await Self.readers()
        for arguments in [
            ["check-world", map, "--every", Soak.isOn ? "1" : "20"],
            ["check-tiles", map, "--every", Soak.isOn ? "20" : "200"],
        ] {
            let checked = try await Programs.run(
                python, [Checkout.file("Tests/IntegrationTests/Basemap/\(arguments[0])")] + arguments.dropFirst(),
                within: .seconds(Soak.isOn ? 3600 : 900))
            #expect(checked.status == 0, "\(checked.errors)")
            #expect(checked.output.contains(#""faults": 0"#))
        }
    }

    @Test("a world file that is not there, and a language that it has not, are told with what to do")
    func mistakes() async throws {
        let directory = try TemporaryDirectory()
        let output = directory.file("map.pmtiles")
        let missing = try await Programs.run(
            "placemark-gazetteer", ["map", "--gazetteer", "/none.gazetteer", "--output", output])
        #expect(missing.status == 1 && missing.errors.contains("/none.gazetteer"), "\(missing)")
        let language = try await Programs.run(
            "placemark-gazetteer", ["map", "--gazetteer", Programs.world, "--language", "xx", "--output", output])
        #expect(language.status == 1 && language.errors.contains("--language xx"), "\(language)")
        let foreign = directory.file("foreign.pmtiles")
        _ = try PMTilesWriter(path: foreign).finish(.vectorTiles(smallestZoom: 0, largestZoom: 0), metadata: "{}")
        for (arguments, words) in [([], "foreign.pmtiles"), (["--language", "de"], "--base")] as [([String], String)] {
            let base = try await Programs.run(
                "placemark-gazetteer",
                ["map", "--base", foreign, "--gazetteer", Programs.world, "--output", output] + arguments)
            #expect(base.status != 0 && base.errors.contains(words), "\(base)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["foreign.pmtiles"])
    }
}
