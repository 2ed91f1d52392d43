import Gazetteer
import GzipCompression
import PMTiles
import PlacemarkCore
import VectorTiles

/// The making of a basemap: shapes from the world file and from detail packs, cut zoom by zoom.
struct BasemapBuild {
    let gazetteer: Gazetteer
    /// Of the names of countries: `de`, `zh_TW`.
    let languages: [String]
    let progress: BuildProgress

    /// A renderer enlarges tiles beyond it; more would only take room, because the world's borders are no finer.
    static let largestWorldZoom = 8
    static let detailZooms = 12...MapPlane.finestZoom

    /// What a basemap has come to.
    struct Result {
        var tileCount: Int
        var byteCount: UInt64
        var largestZoom: Int
    }

    /// Writes the file `output` in one step.
    func write(to output: String, largestZoom: Int = largestWorldZoom) throws -> Result {
        let writer = try PMTilesWriter(path: output)
        var result = Result(tileCount: 0, byteCount: 0, largestZoom: largestZoom)
        func cut(_ shapes: [MapShape], zoom: Int, keepsAll: Bool) throws {
            try TilePyramid(zoom: zoom) { id, tile in
                try writer.add(id, packed: Gzip.packed(tile.encoded))
                result.tileCount += 1
            }.cut(shapes, keepsAll: keepsAll)
        }
        let world = WorldShapes(gazetteer, languages: languages, largestZoom: largestZoom, progress: progress)
        for zoom in 0...largestZoom {
            // Each zoom takes about twice as long as the one before.
            progress.report(0.2 + 0.6 * Double(1 << zoom) / Double(2 << largestZoom), "cutting zoom \(zoom)")
            try cut(world.shapes, zoom: zoom, keepsAll: zoom == largestZoom)
        }
        let details = DetailShapes(gazetteer.detailPacks, progress: progress)
        if !details.shapes.isEmpty {
            for zoom in Self.detailZooms {
                progress.report(0.85 + 0.04 * Double(zoom - Self.detailZooms.lowerBound), "cutting zoom \(zoom)")
                try cut(details.shapes, zoom: zoom, keepsAll: true)
            }
            result.largestZoom = Self.detailZooms.upperBound
        }
        progress.report(0.97, "writing \(output)")
        let header = PMTilesHeader.vectorTiles(smallestZoom: 0, largestZoom: result.largestZoom)
        let metadata = BasemapMetadata(
            languages: languages, layers: gazetteer.layers + gazetteer.detailPacks.flatMap(\.layers),
            largestWorldZoom: largestZoom, hasDetails: !details.shapes.isEmpty)
        result.byteCount = try writer.finish(header, metadata: metadata.json)
        return result
    }
}

/// What a basemap says of itself.
struct BasemapMetadata {
    var languages: [String]
    /// The layers that it was made of, with what they ask for.
    var layers: [LayerDescription]
    var largestWorldZoom: Int
    var hasDetails: Bool

    /// Only what is on the map is attributed.
    private static let used: Set<String> = [
        "places", "zones", "states", "counties", "water", "country names", "city limits", "streets", "named areas",
    ]
    private static let ofDetails: Set<MapLayer> = [.streets, .houseNumbers, .areas]

    var attribution: String {
        var lines: [String] = []
        for layer in layers where Self.used.contains(layer.name) && !lines.contains(layer.attribution) {
            lines.append(layer.attribution)
        }
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
        for layer in MapLayer.allCases where hasDetails || !Self.ofDetails.contains(layer) {
            writer.beginObject()
            writer.field("id", layer.rawValue)
            writer.field("minzoom", Self.ofDetails.contains(layer) ? BasemapBuild.detailZooms.lowerBound : 0)
            // Two ranges in one file: a page makes a source of each, or the world would end where the streets begin.
            writer.field(
                "maxzoom", Self.ofDetails.contains(layer) ? BasemapBuild.detailZooms.upperBound : largestWorldZoom)
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
