package import Gazetteer
import GzipCompression
package import PMTiles
import VectorTiles

/// The making of a basemap: shapes from the world file and from detail packs, cut zoom by zoom.
package struct BasemapBuild {
    /// Where the world of a map comes from, below the streets of detail packs.
    package enum World {
        /// The world file, and what it does not have itself.
        case gazetteer(MapSources?)
        /// A map that has been made before: its tiles are taken as they are.
        case map(PMTilesReader)
    }

    let gazetteer: Gazetteer
    let world: World
    let languages: BasemapLanguages
    let progress: BuildProgress

    /// What a basemap has come to.
    package struct Result {
        package var tileCount: Int
        package var byteCount: UInt64
        package var largestZoom: Int
    }

    package init(gazetteer: Gazetteer, world: World, languages: BasemapLanguages, progress: BuildProgress) {
        (self.gazetteer, self.world, self.languages, self.progress) = (gazetteer, world, languages, progress)
    }

    /// Writes the file `output` in one step.
    ///
    /// - Parameter largestZoom: of the world; a map that has been made before has its own.
    package func write(to output: String, largestZoom: Int) throws -> Result {
        let writer = try PMTilesWriter(path: output)
        var metadata: BasemapMetadata
        var result: Result
        switch world {
        case .map(let map):
            metadata = try BasemapMetadata(of: map)
            progress.report(0.1, "copying \(map.path)")
            result = Result(
                tileCount: try writer.add(from: map, throughZoom: BasemapZooms.ofDetails.lowerBound - 1), byteCount: 0,
                largestZoom: metadata.largestZoom)
        case .gazetteer(let sources):
            result = Result(tileCount: 0, byteCount: 0, largestZoom: largestZoom)
            try cutWorld(sources, to: writer, &result)
            metadata = BasemapMetadata(
                languages: languages.ofCountries, layers: gazetteer.layers, largestZoom: result.largestZoom,
                hasSources: sources != nil)
        }
        let details = DetailShapes(gazetteer.detailPacks, progress: progress)
        if !details.shapes.isEmpty {
            for zoom in BasemapZooms.ofDetails {
                progress.report(0.85 + 0.04 * Double(zoom - BasemapZooms.ofDetails.lowerBound), "cutting zoom \(zoom)")
                let keepsAll = zoom == BasemapZooms.ofDetails.upperBound
                result.tileCount += try cut(details.shapes, zoom: zoom, keepsAll: keepsAll, to: writer)
            }
            result.largestZoom = BasemapZooms.ofDetails.upperBound
            metadata.addDetails(of: gazetteer.detailPacks.flatMap(\.layers))
        }
        progress.report(0.97, "writing \(output)")
        let header = PMTilesHeader.vectorTiles(smallestZoom: 0, largestZoom: result.largestZoom)
        result.byteCount = try writer.finish(header, metadata: metadata.json)
        return result
    }

    private func cutWorld(_ sources: MapSources?, to writer: PMTilesWriter, _ result: inout Result) throws {
        if sources == nil { result.largestZoom = min(result.largestZoom, BasemapZooms.largestOfWorld) }
        let largestZoom = result.largestZoom
        let world = WorldShapes(
            gazetteer, sources, languages: languages, largestZoom: largestZoom, progress: progress)
        // From the largest zoom down: what is left of the coast there is enough for the next smaller one.
        var land = world.land
        for zoom in (0...largestZoom).reversed() {
            // Each zoom takes about half as long as the one before.
            progress.report(0.8 - 0.6 * Double(1 << zoom) / Double(1 << largestZoom), "cutting zoom \(zoom)")
            if sources != nil { land = land.map { TilePyramid.prepared($0, forZoom: zoom) } }
            let shapes = land + world.shapes.filter { $0.zooms.contains(zoom) }
            let keepsAll = zoom >= min(largestZoom, BasemapZooms.largestOfWorld)
            result.tileCount += try cut(shapes, zoom: zoom, keepsAll: keepsAll, to: writer)
        }
    }

    /// Cuts the tiles of a zoom. Returns how many they are.
    private func cut(_ shapes: [MapShape], zoom: Int, keepsAll: Bool, to writer: PMTilesWriter) throws -> Int {
        // A million tiles deep inside of continents are all the same, one after another.
        var (last, packed, count): (VectorTile?, [UInt8], Int) = (nil, [], 0)
        try TilePyramid(zoom: zoom) { id, tile in
            if tile.layers.count != 1 || tile.layers[0].features.count != 1 || tile != last {
                (last, packed) = (tile, Gzip.packed(tile.encoded))
            }
            try writer.add(id, packed: packed)
            count += 1
        }.cut(shapes, keepsAll: keepsAll)
        return count
    }
}
