import Foundation
import PMTiles
import TestConditions
import TestSupport
import Testing

/// The map's page in a real Chromium, driven by `Map/page-test`.
@Suite("The map's page in a browser", .timeLimit(.minutes(20)), .serialized, .tags(.waits, .busy))
struct MapPageTests {
    static let program = Checkout.file("Tests/IntegrationTests/Map/page-test")
    static let tiles = Checkout.file(".build/gazetteer/world.pmtiles")

    /// Scenarios with a stand-in for the server.
    static func standIn(_ scenarios: [String]) async throws {
        let end = try await Programs.run("/usr/bin/env", [program] + scenarios, within: .seconds(600))
        #expect(end.status == 0, "\(end.output)\(end.errors)")
        #expect(end.output.contains("\(scenarios.count) of \(scenarios.count) scenarios passed"))
    }

    @Test(
        "the map follows the position, regions are drawn and saved, a trip is played, markup stays text (fault 76)"
    )
    func everyday() async throws {
        try await Self.standIn([
            "live", "reduced", "regions", "places", "trips", "markup", "languages", "foreign", "helm", "links", "way",
            "chart", "click_names", "callouts", "satellites",
        ])
    }

    @Test("without a receiver, a daemon, tiles or graphics it says so, and heals (faults 77, 78, 80)")
    func faults() async throws {
        try await Self.standIn(["receiver", "faults", "damage", "late", "without_graphics", "tabs"])
    }

    @Test("twelve states look as in their pictures, and shut nobody out; a keyboard or a small screen suffices")
    func everybody() async throws {
        try await Self.standIn(["states", "by_keyboard", "small_screen", "phone", "fingers"])
    }

    @Test("on the real world's tiles great cities have their names, and Vaduz with its streets lies on land")
    func content() async throws {
        let extract = try SharedData.extractOrCancel("liechtenstein.osm.pbf")
        let directory = try TemporaryDirectory()
        let (pack, tiles) = (directory.file("liechtenstein.gazetteer"), directory.file("map.pmtiles"))
        for arguments in [
            ["import", extract.path, "--output", pack],
            ["map", "--base", Self.tiles, "--gazetteer", Programs.world, "--gazetteer", pack, "--output", tiles],
        ] {
            let made = try await Programs.run("placemark-gazetteer", arguments, within: .seconds(180))
            #expect(made.status == 0, "\(made)")
        }
        // The streets do not take the rest of the world away.
        let (built, made) = (try PMTilesReader(path: Self.tiles), try PMTilesReader(path: tiles))
        #expect(made.header.largestZoom == 14 && made.header.addressedTileCount > built.header.addressedTileCount)
        for layer in ["rivers", "roads", "depths", "streets"] { #expect(made.metadata.contains("\"\(layer)\"")) }
        let alps = try #require(TileID(zoom: 7, column: 67, row: 44))
        #expect(try made.tile(alps) == built.tile(alps))
        // The names on the built map, which has the coast in full resolution.
        for (file, scenario) in [(Self.tiles, "names"), (Self.tiles, "translated"), (tiles, "town")] {
            let end = try await Programs.run(
                "/usr/bin/env", [Self.program, "--tiles", file, scenario], within: .seconds(400))
            #expect(end.status == 0, "\(end.output)\(end.errors)")
            #expect(end.output.contains("1 of 1 scenarios passed"))
        }
    }
}
