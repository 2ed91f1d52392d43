import VectorTiles

/// Something on the map before it is cut into tiles, in the units of the finest zoom.
struct MapShape {
    /// A name of the layers that docs/explain/basemap.md lists.
    var layer: MapLayer
    var geometry: Geometry
    var attributes: [String: TileValue]
    /// The zooms that show it.
    var zooms: ClosedRange<Int>

    enum Geometry {
        /// Lines that make rings: land, or a lake.
        case area([[TilePoint]])
        case lines([[TilePoint]])
        case point(TilePoint)
    }
}

/// The layers of the map, in the order in which tiles have them.
enum MapLayer: String, CaseIterable {
    case depths, land, water, areas, lines, rivers, borders, railways, roads, streets
    case roadNumbers = "road_numbers"
    case houseNumbers = "house_numbers"
    case waterNames = "water_names"
    case countries, states, counties, ports, airports, places

    /// What its features are made from. It decides which maps have the layer, and at which zooms (`BasemapMetadata`).
    enum Origin { case worldFile, mapSources, detailPacks }

    var origin: Origin {
        switch self {
        case .land, .water, .borders, .waterNames, .countries, .states, .counties, .places: .worldFile
        case .depths, .rivers, .railways, .roads, .ports, .airports: .mapSources
        case .areas, .lines, .streets, .roadNumbers, .houseNumbers: .detailPacks
        }
    }

    /// What its features tell, for the metadata: the types are those of TileJSON.
    var fields: [String: String] {
        switch self {
        case .depths: ["depth": "Number"]
        case .land: ["kind": "String"]
        case .ports: ["name": "String"]
        case .airports: ["name": "String", "code": "String"]
        case .water, .areas, .lines: ["name": "String", "kind": "String"]
        case .borders: ["level": "Number"]
        case .rivers: ["name": "String", "rank": "Number"]
        case .railways, .roads: ["rank": "Number"]
        case .streets: ["name": "String", "class": "String"]
        case .roadNumbers: ["ref": "String", "class": "String"]
        case .houseNumbers: ["number": "String"]
        case .waterNames: ["name": "String", "kind": "String", "rank": "Number"]
        case .countries, .states: ["name": "String", "code": "String", "rank": "Number"]
        case .counties: ["name": "String", "rank": "Number"]
        case .places: ["name": "String", "population": "Number", "rank": "Number", "capital": "Boolean"]
        }
    }

    /// How many features of a tile are shown: the first ones, which are the most important; nil for all.
    func mostFeatures(atZoom zoom: Int) -> Int? {
        guard self == .places else { return nil }
        return zoom < 7 ? 100 : zoom == 7 ? 400 : nil
    }
}
