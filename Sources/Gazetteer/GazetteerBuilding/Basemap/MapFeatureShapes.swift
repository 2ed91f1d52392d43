import Gazetteer
import PlacemarkModel
import VectorTiles

/// What detail packs have for the map alone, as shapes.
extension MapShape {
    /// Nil for a kind that is not known yet, and for a line of the coast: only all of them together are land and sea (`PackCoast`).
    init?(_ feature: MapFeature) {
        guard let kind = feature.kind else { return nil }
        let lines = feature.lines.map { $0.map { MapPlane.point($0) } }
        let zooms = kind.firstZoom...MapPlane.finestZoom
        var attributes: [String: TileValue] = [:]
        let layer: MapLayer
        switch kind.onMap {
        case .area(let word): (layer, attributes["kind"]) = (.areas, .text(word))
        case .line(let word):
            (layer, attributes["kind"]) = (.lines, .text(word))
            if !feature.text.isEmpty { attributes["name"] = .text(feature.text) }
        case .street(let className): (layer, attributes["class"]) = (.streets, .text(className))
        case .number(let className):
            (layer, attributes) = (.roadNumbers, ["class": .text(className), "ref": .text(feature.text)])
        case .coast: return nil
        }
        let geometry: Geometry = feature.isArea ? .area(lines.map { $0 + $0.prefix(1) }) : .lines(lines)
        self.init(layer: layer, geometry: geometry, attributes: attributes, zooms: zooms)
    }
}
