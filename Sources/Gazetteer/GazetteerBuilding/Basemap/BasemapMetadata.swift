import Files
import FoundationEssentials
import Gazetteer
import PMTiles
import PlacemarkModel

/// What a basemap says of itself: whose data it is, its languages, and which layers its tiles have at which zooms.
struct BasemapMetadata: Equatable {
    /// A layer of the tiles, as renderers want to know it.
    struct Layer: Decodable, Equatable {
        var id: String
        var minzoom, maxzoom: Int
        var fields: [String: String]
    }

    private static let generator = "placemark-gazetteer"
    /// Only what is on the map is attributed.
    private static let used: Set<String> = [
        "places", "zones", "states", "counties", "water", "country names", "names", "city limits", "streets",
        "named areas", "map",
    ]

    private(set) var languages: [String]
    private(set) var attribution: String
    /// In the order of the tiles.
    private(set) var layers: [Layer]

    /// The metadata of a world without the streets of detail packs.
    ///
    /// - Parameters:
    ///   - layers: of the world file, with what they ask for.
    ///   - largestZoom: of the land; the rest of the world ends at `BasemapZooms.largestOfWorld`.
    ///   - hasSources: whether it has what comes from `MapSources`.
    init(languages: [String], layers: [LayerDescription], largestZoom: Int, hasSources: Bool) {
        self.languages = languages
        attribution = ""
        self.layers = []
        attribute(layers)
        if hasSources { for line in MapSources.attribution { attribute(line) } }
        for layer in MapLayer.allCases where layer.origin != .detailPacks {
            guard hasSources || layer.origin != .mapSources else { continue }
            let most =
                switch layer {
                case .land: largestZoom
                case .depths: min(largestZoom, MarkShapes.largestDepthZoom)
                default: min(largestZoom, BasemapZooms.largestOfWorld)
                }
            add(layer, zooms: 0...most)
        }
    }

    /// The metadata of the world in a map that has been made before.
    ///
    /// Throws `NoBasemap` for a map of somebody else: its layers mean something else.
    init(of map: PMTilesReader) throws {
        struct Text: Decodable {
            var generator: String
            var attribution: String
            var languages: [String]
            var layers: [Layer]

            enum CodingKeys: String, CodingKey {
                case generator, attribution, languages
                case layers = "vector_layers"
            }
        }
        guard let text = try? JSONDecoder().decode(Text.self, from: Data(map.metadata.utf8)),
            text.generator == Self.generator
        else { throw NoBasemap(path: map.path) }
        (languages, attribution) = (text.languages, text.attribution)
        layers = text.layers.filter { $0.minzoom < BasemapZooms.ofDetails.lowerBound }
    }

    /// A file is no map that `placemark-gazetteer map` has made.
    struct NoBasemap: Error, CustomStringConvertible {
        let path: String
        var description: String { "\(path): expected a map that placemark-gazetteer map has made" }
    }

    /// Of the world.
    var largestZoom: Int { layers.map(\.maxzoom).max() ?? 0 }

    /// Adds the layers of detail packs.
    mutating func addDetails(of packs: [LayerDescription]) {
        attribute(packs)
        for layer in MapLayer.allCases where layer.origin == .detailPacks {
            add(layer, zooms: BasemapZooms.ofDetails)
        }
    }

    private mutating func attribute(_ layers: [LayerDescription]) {
        for layer in layers where Self.used.contains(layer.name) { attribute(layer.attribution) }
    }

    private mutating func attribute(_ line: String) {
        guard !attribution.contains(line) else { return }
        attribution += attribution.isEmpty ? line : " \(line)"
    }

    /// Several ranges in one file: a page makes a source of each, or the world would end where the streets begin.
    private mutating func add(_ layer: MapLayer, zooms: ClosedRange<Int>) {
        layers.append(
            Layer(id: layer.rawValue, minzoom: zooms.lowerBound, maxzoom: zooms.upperBound, fields: layer.fields))
    }

    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("name", "placemarkd")
        writer.field("generator", Self.generator)
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
        for layer in layers {
            writer.beginObject()
            writer.field("id", layer.id)
            writer.field("minzoom", layer.minzoom)
            writer.field("maxzoom", layer.maxzoom)
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
