import FoundationEssentials
import PMTiles

/// How a kind of rivers, railways or roads of the world is drawn: as `map/model/basemapStyle.js` draws it.
struct WorldWay {
    var layer: String
    /// Nil for all of the layer.
    var rank: Double?
    var color: UInt32
    var firstZoom: Double
    /// In pixels at `firstZoom` and at zoom 10.
    var widths: (Double, Double)

    /// From the lowest on: roads do not tell what they are, and those that join the greatest towns are drawn last.
    static func all(_ colors: MapColors) -> [WorldWay] {
        [
            WorldWay(layer: "rivers", rank: nil, color: colors.river, firstZoom: 0, widths: (0.6, 2.4)),
            WorldWay(layer: "railways", rank: nil, color: colors.railway, firstZoom: 6, widths: (0.5, 1)),
            WorldWay(layer: "roads", rank: 3, color: colors.path, firstZoom: 8, widths: (0.4, 1)),
            WorldWay(layer: "roads", rank: 2, color: colors.path, firstZoom: 7, widths: (0.5, 1.4)),
            WorldWay(layer: "roads", rank: 1, color: colors.path, firstZoom: 6, widths: (0.7, 2.2)),
            WorldWay(layer: "roads", rank: 0, color: colors.motorway, firstZoom: 4, widths: (0.6, 2.8)),
        ]
    }

    func width(atZoom zoom: Double) -> Double {
        let share = min(max((zoom - firstZoom) / (10 - firstZoom), 0), 1.5)
        return widths.0 + share * (widths.1 - widths.0)
    }
}

/// The zooms at which layers of a file end; streets follow at larger ones. Files of others end once.
struct LayerZooms {
    /// Of the land, and of the world's other layers.
    var land, world: Int
    /// Of the depths of the sea; nil where there are none.
    var depths: Int?

    init(_ reader: PMTilesReader) {
        let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(reader.metadata.utf8))
        let zooms = reader.header.smallestZoom...reader.header.largestZoom
        // The header was checked; what the metadata say is anybody's word.
        func largest(_ names: String...) -> Int? {
            let layer = metadata?.vectorLayers?.first { names.contains($0.id) }
            return (layer?.maxzoom).map { min(max($0, zooms.lowerBound), zooms.upperBound) }
        }
        depths = largest("depths")
        land = largest("land") ?? zooms.upperBound
        world = largest("borders", "places") ?? land
    }

    /// What is needed of what a file says of itself.
    private struct Metadata: Decodable {
        var vectorLayers: [Layer]?

        struct Layer: Decodable {
            var id: String
            var maxzoom: Int?
        }

        enum CodingKeys: String, CodingKey { case vectorLayers = "vector_layers" }
    }
}
