import VectorTiles

/// The layers of depths, ports and airports.
struct MarkShapes {
    private(set) var shapes: [MapShape] = []
    /// Beyond it a renderer enlarges the depths: the grid is no finer.
    static let largestDepthZoom = 5

    init(_ sources: MapSources, largestZoom: Int) {
        for level in sources.depths.levels {
            shapes.append(
                MapShape(
                    layer: .depths, geometry: .area(level.rings), attributes: ["depth": .integer(level.depthInMeters)],
                    zooms: 0...min(largestZoom, Self.largestDepthZoom)))
        }
        for (layer, marks) in [(MapLayer.ports, sources.marks.ports), (.airports, sources.marks.airports)] {
            for mark in marks where mark.firstZoom <= largestZoom {
                var attributes: [String: TileValue] = ["name": .text(mark.name)]
                if !mark.code.isEmpty { attributes["code"] = .text(mark.code) }
                shapes.append(
                    MapShape(
                        layer: layer, geometry: .point(mark.point), attributes: attributes,
                        zooms: mark.firstZoom...largestZoom))
            }
        }
    }
}
