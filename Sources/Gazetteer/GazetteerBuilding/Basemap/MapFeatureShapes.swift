import Gazetteer
import PlacemarkModel
import VectorTiles

/// What detail packs have for the map alone, as shapes.
extension MapShape {
    /// Nil for a line of the coast: only all of them together are land and sea (`PackCoast`).
    init?(_ feature: MapFeature) {
        let lines = feature.lines.map { $0.map { MapPlane.point($0) } }
        let zooms = feature.kind.firstZoom...MapPlane.finestZoom
        var attributes: [String: TileValue] = [:]
        let layer: MapLayer
        switch feature.kind.onMap {
        case .area(let kind): (layer, attributes["kind"]) = (.areas, .text(kind))
        case .line(let kind):
            (layer, attributes["kind"]) = (.lines, .text(kind))
            if !feature.text.isEmpty { attributes["name"] = .text(feature.text) }
        case .street(let className): (layer, attributes["class"]) = (.streets, .text(className))
        case .number(let className):
            (layer, attributes) = (.roadNumbers, ["class": .text(className), "ref": .text(feature.text)])
        case .coast: return nil
        }
        let geometry: Geometry = feature.kind.isArea ? .area(lines.map { $0 + $0.prefix(1) }) : .lines(lines)
        self.init(layer: layer, geometry: geometry, attributes: attributes, zooms: zooms)
    }
}

extension MapFeatureKind {
    /// What a feature becomes in the tiles, with the word that the map's styles know it by.
    enum OnMap: Equatable {
        /// Those of `areaKinds` and `lineKinds` in `map/model/areaKinds.js`.
        case area(String), line(String)
        /// Of a street without a name, and of a number for a shield: `motorway` … `path`.
        case street(String), number(String)
        /// Of land and sea, which are areas of these kinds.
        case coast

        static let (land, sea) = ("land", "sea")
    }

    var onMap: OnMap {
        switch self {
        case .built, .farmland, .grass, .park, .wood, .sand, .rock, .ice, .water, .pier, .building: .area("\(self)")
        case .river, .stream, .breakwater, .railway, .tram: .line("\(self)")
        case .coastline: .coast
        case .motorway, .trunk, .primary, .secondary, .tertiary, .residential, .service, .path: .street("\(self)")
        case .numberedMotorway: .number("motorway")
        case .numberedTrunk: .number("trunk")
        case .numberedPrimary: .number("primary")
        case .numberedSecondary: .number("secondary")
        case .numberedTertiary: .number("tertiary")
        }
    }

    fileprivate var firstZoom: Int {
        switch self {
        case .built, .farmland, .grass, .park, .wood, .sand, .rock, .ice, .water, .river, .railway, .coastline: 12
        case .motorway, .trunk, .primary, .secondary, .tertiary: 12
        case .numberedMotorway, .numberedTrunk, .numberedPrimary: 12
        case .numberedSecondary, .numberedTertiary, .pier, .breakwater, .stream, .tram, .residential: 13
        case .building, .service, .path: 14
        }
    }
}
