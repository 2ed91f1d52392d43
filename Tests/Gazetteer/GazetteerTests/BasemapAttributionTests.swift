import PMTiles
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// The licences of what a map shows ask that its makers are named.
@Suite("The attribution of the basemap")
struct BasemapAttributionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// How the attribution names the sources of a layer's features.
    private static func words(of layer: MapLayer, hasSources: Bool) -> [String] {
        switch layer {
        case .land: [hasSources ? "Coast: GSHHG, Wessel and Smith, LGPL." : "Borders of states:"]
        case .depths: ["Depths: ETOPO5, NOAA."]
        case .rivers: ["Rivers: Natural Earth."]
        case .roads, .railways: ["Roads and railways: © OpenStreetMap contributors, ODbL."]
        case .ports: ["Ports: searoute, Apache 2.0."]
        case .airports: ["Airports: airportsdata, MIT."]
        case .water, .waterNames: ["Seas and lakes: made with Natural Earth"]
        case .borders: ["Country and time zone borders: © OpenStreetMap contributors", "Borders of states:"]
        case .countries: ["Country names in other languages: the iso-codes project"]
        case .states: ["Borders of states: made with Natural Earth"]
        case .counties: ["Borders of counties: geoBoundaries"]
        case .places: ["Place names and populations: GeoNames", "Names in other languages: GeoNames"]
        case .streets, .houseNumbers: ["Streets and house numbers: © OpenStreetMap contributors"]
        case .areas: ["Named areas: © OpenStreetMap contributors", "Map: © OpenStreetMap contributors"]
        case .lines, .roadNumbers: ["Map: © OpenStreetMap contributors"]
        }
    }

    private static func world(hasSources: Bool) throws -> BasemapMetadata {
        BasemapMetadata(
            languages: ["en"], layers: try RealWorld.gazetteer.layers, largestZoom: BasemapZooms.largestOfCoast,
            hasSources: hasSources)
    }

    @Test("the source of each layer is named, and none that the map does not show", arguments: [true, false])
    func sources(hasSources: Bool) throws {
        let metadata = try Self.world(hasSources: hasSources)
        let layers = metadata.layers.compactMap { MapLayer(rawValue: $0.id) }
        #expect(layers.count == metadata.layers.count && layers.contains(.roads) == hasSources)
        for layer in layers {
            for words in Self.words(of: layer, hasSources: hasSources) {
                #expect(metadata.attribution.contains(words), "\(layer)")
            }
        }
        for line in MapSources.attribution { #expect(metadata.attribution.contains(line) == hasSources, "\(line)") }
        #expect(!metadata.attribution.contains("Postal codes:"))
    }

    @Test("whoever has drawn a country's municipalities is named beside its code")
    func municipalities() throws {
        let versions = try SourceVersions(text: SmallSources.versions, path: "")
        let (counties, municipalities) = (versions.countiesLayer, versions.municipalitiesLayer)
        // The layer's source lists the countries that it has.
        let codes = municipalities.source.matches(of: /\b[A-Z]{2}\b/).map { String($0.output) }
        #expect(codes.count == 17)
        for (layer, codes) in [
            (counties, MunicipalityRules.countries.union(MunicipalityRules.countriesOfCoarseCounties)),
            (municipalities, Set(codes)),
        ] {
            let named = Set(layer.attribution.matches(of: /\b[A-Z]{2}\b/).map { String($0.output) })
            #expect(named.isSuperset(of: codes), "\(layer.name): \(codes.subtracting(named))")
        }
    }

    @Test("with --base and a pack, the sources of the world are still named, and those of the pack besides")
    func base() async throws {
        let world = try Self.world(hasSources: true)
        let (base, output) = (directory.file("base.pmtiles"), directory.file("map.pmtiles"))
        let header = PMTilesHeader.vectorTiles(smallestZoom: 0, largestZoom: world.largestZoom)
        _ = try PMTilesWriter(path: base).finish(header, metadata: world.json)
        var extract = SmallExtract()
        _ = extract.rectangle(47.130, 9.510, 47.140, 9.520, ["leisure": "park", "name": "Stadtpark"])
        let ends = [extract.node(47.139, 9.51), extract.node(47.139, 9.52)]
        _ = extract.way(ends, ["highway": "residential", "name": "Weg"])
        let town = try await extract.write(to: directory.file("town.osm.pbf"))
        let path = directory.file("town.gazetteer")
        _ = try DetailPackImport.make(path, of: [town], gazetteer: RealWorld.path)
        let gazetteer = try Gazetteer(
            path: RealWorld.path, check: .structure, details: [try DetailPack(path: path, check: .full)])

        let build = BasemapBuild(
            gazetteer: gazetteer, world: .map(try PMTilesReader(path: base)),
            languages: BasemapLanguages(chosen: [], known: []), progress: BuildProgress())
        _ = try build.write(to: output, largestZoom: 0)

        let made = try PMTilesReader(path: output)
        let attribution = try BasemapMetadata(of: made).attribution
        #expect(attribution.hasPrefix(world.attribution))
        for layer in MapLayer.allCases {
            #expect(made.metadata.contains("\"\(layer.rawValue)\""), "\(layer)")
            for words in Self.words(of: layer, hasSources: true) { #expect(attribution.contains(words), "\(layer)") }
        }
    }
}
