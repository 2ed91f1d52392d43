/// What a tile of the Mapbox Vector Tile specification 2.1 holds: named layers of features.
public struct VectorTile: Hashable, Sendable {
    public var layers: [TileLayer]

    public init(layers: [TileLayer] = []) { self.layers = layers }

    /// The layer of a name; nil when the tile has none.
    public func layer(_ name: String) -> TileLayer? { layers.first { $0.name == name } }
}

/// One layer of a tile.
public struct TileLayer: Hashable, Sendable {
    public var name: String
    /// Units along one side of the tile.
    public var extent: Int
    public var features: [TileFeature]

    /// What this project's tiles have, and most others.
    public static let usualExtent = 4096

    public init(name: String, extent: Int = TileLayer.usualExtent, features: [TileFeature] = []) {
        (self.name, self.extent, self.features) = (name, extent, features)
    }
}

/// A thing on the map, and what is known of it.
public struct TileFeature: Hashable, Sendable {
    public var geometry: TileGeometry
    public var attributes: [String: TileValue]

    public init(_ geometry: TileGeometry, _ attributes: [String: TileValue] = [:]) {
        (self.geometry, self.attributes) = (geometry, attributes)
    }

    /// An attribute that is a text.
    public func text(_ key: String) -> String? {
        if case .text(let text)? = attributes[key] { text } else { nil }
    }

    /// An attribute that is a number, whole or not.
    public func number(_ key: String) -> Double? {
        switch attributes[key] {
        case .integer(let number)?: Double(number)
        case .number(let number)?: number
        default: nil
        }
    }
}

/// Where a feature is.
public enum TileGeometry: Hashable, Sendable {
    case points([TilePoint])
    case lines([[TilePoint]])
    /// Rings without the first point once more: each outer ring (`doubledArea` above 0), and behind it its holes.
    case polygons([[TilePoint]])
}

/// The value of an attribute.
public enum TileValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
}
