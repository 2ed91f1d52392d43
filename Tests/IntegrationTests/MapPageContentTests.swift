import Foundation
import PMTiles
import TestConditions
import TestSupport
import Testing

/// The page on the real world's tiles, which have the coast in full resolution.
private func expectScenario(_ scenario: String, on tiles: String) async throws {
    let end = try await Programs.run(
        "/usr/bin/env", [MapPage.program, "--tiles", tiles, scenario], within: .seconds(400))
    #expect(end.status == 0, "\(end.output)\(end.errors)")
    #expect(end.output.contains("1 of 1 scenarios passed"))
}

@Suite("What the map's page shows of the world", .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct MapPageContentTests {
    @Test("great cities have their names, as the reader writes them", arguments: ["names", "capitals", "translated"])
    func names(scenario: String) async throws { try await expectScenario(scenario, on: MapPage.tiles) }
}

@Suite("What the map's page shows of a detail pack", .timeLimit(.minutes(20)), .tags(.waits, .busy))
struct MapPageTownTests {
    @Test("the streets of a pack are on the map, lie on land, and take nothing of the rest of the world away")
    func town() async throws {
        let extract = try SharedData.extractOrCancel("liechtenstein.osm.pbf")
        let directory = try TemporaryDirectory()
        let (pack, tiles) = (directory.file("liechtenstein.gazetteer"), directory.file("map.pmtiles"))
        for arguments in [
            ["import", extract.path, "--output", pack],
            ["map", "--base", MapPage.tiles, "--gazetteer", Programs.world, "--gazetteer", pack, "--output", tiles],
        ] {
            let made = try await Programs.run("placemark-gazetteer", arguments, within: .seconds(180))
            #expect(made.status == 0, "\(made)")
        }
        let (built, made) = (try PMTilesReader(path: MapPage.tiles), try PMTilesReader(path: tiles))
        #expect(made.header.largestZoom == 14 && made.header.addressedTileCount > built.header.addressedTileCount)
        for layer in ["rivers", "roads", "depths", "streets"] { #expect(made.metadata.contains("\"\(layer)\"")) }
        let alps = try #require(TileID(zoom: 7, column: 67, row: 44))
        #expect(try made.tile(alps) == built.tile(alps))
        try await expectScenario("town", on: tiles)
    }
}
