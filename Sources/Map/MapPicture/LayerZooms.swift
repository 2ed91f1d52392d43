import FoundationEssentials
import PMTiles

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
