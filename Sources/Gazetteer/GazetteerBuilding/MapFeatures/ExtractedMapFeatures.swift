import Gazetteer
import PlacemarkModel

/// What of extracts maps alone draw, packed as it is read: a country has tens of millions of buildings.
final class ExtractedMapFeatures {
    static let selection = ExtractFile.Selection(wayKeys: MapKinds.wayKeys, areaKeys: MapKinds.areaRelationKeys)

    private(set) var writer = MapFeaturesWriter()
    /// How often more lines of the coast begin than end at a point; nil where there is no coast.
    private var coastEnds: [SourcePoint: Int]?
    /// What has been taken, where several extracts may have the same; nil for a single one.
    private var taken: Set<ExtractFile.Group.Member>?

    init(ofSeveral: Bool) { taken = ofSeveral ? [] : nil }

    func add(_ way: ExtractFile.Way) {
        let area = way.ring.flatMap { ring in MapKinds.area(way.tags).map { (kind: $0, ring: ring) } }
        // A closed breakwater is an area.
        let lines = MapKinds.lines(way.tags).filter { area == nil || $0.kind != .breakwater }
        guard !lines.isEmpty else {
            if let area { add(area.kind, [area.ring], .init(kind: .way, id: way.id)) }
            return
        }
        guard take(.init(kind: .way, id: way.id)) else { return }
        // On a map without a seam at the antimeridian, an edge across it would go round the globe.
        let pieces = way.pieces.map(\.points).filter { $0.count > 1 && !Self.isAcrossAntimeridian($0) }
        for (kind, text) in lines {
            writer.append(MapFeature(kind: kind, text: text, lines: pieces.map { $0.map { Coordinate($0) } }))
        }
        if lines.contains(where: { $0.kind == .coastline }) { for piece in pieces { addEnds(of: piece) } }
        // A mole may be all coast.
        if let area, lines.allSatisfy({ $0.kind == .coastline }) { append(area.kind, [area.ring]) }
    }

    func add(_ area: ExtractFile.Area) {
        if let kind = MapKinds.area(area.tags) { add(kind, area.rings, .init(kind: .relation, id: area.id)) }
    }

    private func add(_ kind: MapFeatureKind, _ rings: [[SourcePoint]], _ member: ExtractFile.Group.Member) {
        if take(member) { append(kind, rings) }
    }

    private func append(_ kind: MapFeatureKind, _ rings: [[SourcePoint]]) {
        guard let rings = try? DrawableRings.of(rings), !rings.isEmpty else { return }
        writer.append(MapFeature(kind: kind, lines: rings.map { $0.map { Coordinate($0) } }))
    }

    /// Whether it has not been taken before.
    private func take(_ member: ExtractFile.Group.Member) -> Bool { taken?.insert(member).inserted ?? true }

    private static func isAcrossAntimeridian(_ line: [SourcePoint]) -> Bool {
        zip(line, line.dropFirst()).contains { abs(Int($0.longitude) - Int($1.longitude)) > 1_800_000_000 }
    }

    private func addEnds(of line: [SourcePoint]) {
        for (end, step) in [(line[0], 1), (line[line.count - 1], -1)] {
            let count = coastEnds?[end] ?? 0
            coastEnds = coastEnds ?? [:]
            coastEnds?[end] = count + step == 0 ? nil : count + step
        }
    }

    /// How many ends the coast has, at the extract's edge or in a gap: beyond them the map has the world's coast. Nil without a
    /// coast.
    var coastEndCount: Int? { coastEnds?.count }

    /// Adds the layer, if there is anything in it, and returns how many features it has.
    func addLayer(to pack: inout GazetteerWriter, description: LayerDescription) -> Int {
        if writer.count > 0 { pack.addMapFeatures(&writer, description: description) }
        return writer.count
    }
}
