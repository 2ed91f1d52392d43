import Gazetteer
import PlacemarkModel
import VectorTiles

/// Rivers, roads and railways on the map.
struct WayShapes {
    private(set) var shapes: [MapShape] = []
    /// The zooms from which on roads and railways of each rank are shown.
    static let (firstZoomsOfRoads, firstZoomsOfRailways) = ([4, 6, 7, 8], [6, 7, 8, 8])
    static let firstRiverZoom = 2

    init(_ sources: MapSources, towns: [(point: TilePoint, population: Int)], largestZoom: Int) {
        for river in sources.rivers.rivers {
            var attributes: [String: TileValue] = ["rank": .integer(river.rank)]
            if !river.name.isEmpty { attributes["name"] = .text(river.name) }
            add(
                .rivers, river.lines, attributes, from: min(max(river.rank, Self.firstRiverZoom), largestZoom),
                to: largestZoom)
        }
        add(sources.railways, .railways, towns, Self.firstZoomsOfRailways, largestZoom)
        add(sources.roads, .roads, towns, Self.firstZoomsOfRoads, largestZoom)
    }

    private mutating func add(
        _ graph: RoadGraph, _ layer: MapLayer, _ towns: [(point: TilePoint, population: Int)], _ firstZooms: [Int],
        _ largestZoom: Int
    ) {
        let ranks = RoadRanks(graph, towns: towns).ranks
        // The greatest come last, and are drawn above the others.
        for (rank, zoom) in firstZooms.enumerated().reversed() {
            let lines = graph.lines { ranks[$0] == rank }
            add(layer, lines, ["rank": .integer(rank)], from: zoom, to: largestZoom)
        }
    }

    private mutating func add(
        _ layer: MapLayer, _ lines: [[TilePoint]], _ attributes: [String: TileValue], from zoom: Int, to largest: Int
    ) {
        guard zoom <= largest, !lines.isEmpty else { return }
        shapes.append(MapShape(layer: layer, geometry: .lines(lines), attributes: attributes, zooms: zoom...largest))
    }
}
