import Gazetteer
import GzipCompression
import PMTiles
import PlacemarkModel
import VectorTiles

/// The making of a basemap: shapes from the world file and from detail packs, cut zoom by zoom.
struct BasemapBuild {
    let gazetteer: Gazetteer
    /// What the world file does not have; nil for a map of the world file alone.
    var sources: MapSources?
    let languages: BasemapLanguages
    let progress: BuildProgress

    /// A renderer enlarges tiles beyond it; more would only take room, because the world's borders are no finer.
    static let largestWorldZoom = 8
    /// Of the land, when its coast comes in full resolution: with the tolerance of `TilePyramid` it is 86 m off there at most,
    /// two pixels of zoom 11; the coast itself is no better. One zoom more would add 31 MB.
    static let largestCoastZoom = 10
    static let detailZooms = 12...MapPlane.finestZoom

    /// What a basemap has come to.
    struct Result {
        var tileCount: Int
        var byteCount: UInt64
        var largestZoom: Int
    }

    /// Writes the file `output` in one step.
    func write(to output: String, largestZoom: Int) throws -> Result {
        let writer = try PMTilesWriter(path: output)
        var result = Result(tileCount: 0, byteCount: 0, largestZoom: largestZoom)
        func cut(_ shapes: [MapShape], zoom: Int, keepsAll: Bool) throws {
            // A million tiles deep inside of continents are all the same, one after another.
            var (last, packed): (VectorTile?, [UInt8]) = (nil, [])
            try TilePyramid(zoom: zoom) { id, tile in
                if tile.layers.count != 1 || tile.layers[0].features.count != 1 || tile != last {
                    (last, packed) = (tile, Gzip.packed(tile.encoded))
                }
                try writer.add(id, packed: packed)
                result.tileCount += 1
            }.cut(shapes, keepsAll: keepsAll)
        }
        let largestZoom = sources == nil ? min(largestZoom, Self.largestWorldZoom) : largestZoom
        let world = WorldShapes(
            gazetteer, sources, languages: languages, largestZoom: largestZoom, progress: progress)
        // From the largest zoom down: what is left of the coast there is enough for the next smaller one.
        var land = world.land
        for zoom in (0...largestZoom).reversed() {
            // Each zoom takes about half as long as the one before.
            progress.report(0.8 - 0.6 * Double(1 << zoom) / Double(1 << largestZoom), "cutting zoom \(zoom)")
            if sources != nil { land = land.map { TilePyramid.prepared($0, forZoom: zoom) } }
            let shapes = land + world.shapes.filter { $0.zooms.contains(zoom) }
            try cut(shapes, zoom: zoom, keepsAll: zoom >= min(largestZoom, Self.largestWorldZoom))
        }
        let details = DetailShapes(gazetteer.detailPacks, progress: progress)
        if !details.shapes.isEmpty {
            for zoom in Self.detailZooms {
                progress.report(0.85 + 0.04 * Double(zoom - Self.detailZooms.lowerBound), "cutting zoom \(zoom)")
                try cut(details.shapes, zoom: zoom, keepsAll: zoom == Self.detailZooms.upperBound)
            }
            result.largestZoom = Self.detailZooms.upperBound
        }
        progress.report(0.97, "writing \(output)")
        let header = PMTilesHeader.vectorTiles(smallestZoom: 0, largestZoom: result.largestZoom)
        let metadata = BasemapMetadata(
            languages: languages.ofCountries, layers: gazetteer.layers + gazetteer.detailPacks.flatMap(\.layers),
            largestZoom: largestZoom, hasSources: sources != nil, hasDetails: !details.shapes.isEmpty)
        result.byteCount = try writer.finish(header, metadata: metadata.json)
        return result
    }
}

/// What a basemap says of itself.
struct BasemapMetadata {
    var languages: [String]
    /// The layers that it was made of, with what they ask for.
    var layers: [LayerDescription]
    /// Of the land; the rest of the world ends at `BasemapBuild.largestWorldZoom`.
    var largestZoom: Int
    /// Whether it has what comes from `MapSources`.
    var hasSources: Bool
    var hasDetails: Bool

    /// Only what is on the map is attributed.
    private static let used: Set<String> = [
        "places", "zones", "states", "counties", "water", "country names", "names", "city limits", "streets",
        "named areas", "map",
    ]
    private static let ofDetails: Set<MapLayer> = [.streets, .houseNumbers, .areas, .lines, .roadNumbers]
    private static let ofSources: Set<MapLayer> = [.depths, .rivers, .railways, .roads, .ports, .airports]

    /// The layers of the file, in the order of its tiles.
    private var mapLayers: [MapLayer] {
        MapLayer.allCases.filter {
            (hasDetails || !Self.ofDetails.contains($0)) && (hasSources || !Self.ofSources.contains($0))
        }
    }

    private func largestZoom(of layer: MapLayer) -> Int {
        if Self.ofDetails.contains(layer) { return BasemapBuild.detailZooms.upperBound }
        if layer == .depths { return min(largestZoom, MarkShapes.largestDepthZoom) }
        return layer == .land ? largestZoom : min(largestZoom, BasemapBuild.largestWorldZoom)
    }

    var attribution: String {
        var lines: [String] = []
        for layer in layers where Self.used.contains(layer.name) && !lines.contains(layer.attribution) {
            lines.append(layer.attribution)
        }
        if hasSources { lines += MapSources.attribution }
        return lines.joined(separator: " ")
    }

    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("name", "placemarkd")
        writer.field("generator", "placemark-gazetteer")
        writer.field("version", Installation.version)
        writer.field("format", "pbf")
        writer.field("type", "baselayer")
        writer.field("attribution", attribution)
        writer.key("languages")
        writer.beginArray()
        for language in languages { writer.value(language) }
        writer.endArray()
        writer.key("vector_layers")
        writer.beginArray()
        for layer in mapLayers {
            writer.beginObject()
            writer.field("id", layer.rawValue)
            writer.field("minzoom", Self.ofDetails.contains(layer) ? BasemapBuild.detailZooms.lowerBound : 0)
            // Several ranges in one file: a page makes a source of each, or the world would end where the streets begin.
            writer.field("maxzoom", largestZoom(of: layer))
            writer.key("fields")
            writer.beginObject()
            for (name, type) in layer.fields.sorted(by: { $0.key < $1.key }) {
                writer.key(escaping: name)
                writer.value(type)
            }
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
