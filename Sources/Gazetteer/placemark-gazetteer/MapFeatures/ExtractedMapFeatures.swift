import Gazetteer
import PlacemarkModel

/// What of extracts maps alone draw, packed as it is read: a country has tens of millions of buildings.
final class ExtractedMapFeatures {
    static let selection = ExtractFile.Selection(wayKeys: MapKinds.wayKeys, areaKeys: MapKinds.areaRelationKeys)

    private(set) var writer = MapFeaturesWriter()
    /// What has been taken, where several extracts may have the same; nil for a single one.
    private var taken: Set<ExtractFile.Group.Member>?

    init(ofSeveral: Bool) { taken = ofSeveral ? [] : nil }

    func add(_ way: ExtractFile.Way) {
        let lines = MapKinds.lines(way.tags)
        if !lines.isEmpty, way.ring == nil || lines[0].kind != .breakwater {
            guard take(.init(kind: .way, id: way.id)) else { return }
            // On a map without a seam at the antimeridian, an edge across it would go round the globe.
            let pieces = way.pieces.map(\.points).filter { $0.count > 1 && !Self.isAcrossAntimeridian($0) }
            for (kind, text) in lines {
                writer.append(MapFeature(kind: kind, text: text, lines: pieces.map { $0.map { Coordinate($0) } }))
            }
        } else if let kind = MapKinds.area(way.tags), let ring = way.ring {
            add(kind, [ring], .init(kind: .way, id: way.id))
        }
    }

    func add(_ area: ExtractFile.Area) {
        if let kind = MapKinds.area(area.tags) { add(kind, area.rings, .init(kind: .relation, id: area.id)) }
    }

    private func add(_ kind: MapFeatureKind, _ rings: [[SourcePoint]], _ member: ExtractFile.Group.Member) {
        guard let rings = try? DrawableRings.of(rings), !rings.isEmpty, take(member) else { return }
        writer.append(MapFeature(kind: kind, lines: rings.map { $0.map { Coordinate($0) } }))
    }

    /// Whether it has not been taken before.
    private func take(_ member: ExtractFile.Group.Member) -> Bool { taken?.insert(member).inserted ?? true }

    private static func isAcrossAntimeridian(_ line: [SourcePoint]) -> Bool {
        zip(line, line.dropFirst()).contains { abs(Int($0.longitude) - Int($1.longitude)) > 1_800_000_000 }
    }

    /// Adds the layer, if there is anything in it, and returns how many features it has.
    func addLayer(to pack: inout GazetteerWriter, description: LayerDescription) -> Int {
        if writer.count > 0 { pack.addMapFeatures(&writer, description: description) }
        return writer.count
    }
}
