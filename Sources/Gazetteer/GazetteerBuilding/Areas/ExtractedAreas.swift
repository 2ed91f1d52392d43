import Gazetteer
import Glibc
import PlacemarkModel

/// The parks, stations, museums and waters of extracts.
final class ExtractedAreas {
    static let selection = ExtractFile.Selection(
        nodeKeys: AreaKinds.keys, wayKeys: AreaKinds.keys, areaKeys: AreaKinds.keys)

    private struct Area {
        var name: String
        var otherNames: Set<String>
        var translations: [String: String]
        var kind: AreaKinds.Kind
        var rings: [[SourcePoint]]
    }

    private let languages: PackLanguages

    /// - Parameter languages: Those in which areas get names besides.
    init(languages: PackLanguages = .none) { self.languages = languages }

    private var areas: [ExtractFile.Group.Member: Area] = [:]

    func add(_ node: ExtractFile.Node) { add(node.tags, .init(kind: .node, id: node.id), [], around: node.point) }

    func add(_ way: ExtractFile.Way) {
        guard let ring = way.ring else { return }
        add(way.tags, .init(kind: .way, id: way.id), [ring], around: ring[0])
    }

    func add(_ area: ExtractFile.Area) {
        guard let point = area.rings.first?.first else { return }
        add(area.tags, .init(kind: .relation, id: area.id), area.rings, around: point)
    }

    /// Smaller ones are drawn as points are: the grid that borders lie on has steps of 2.4 m.
    private static let smallestReachInMeters = 15.0

    private func add(
        _ tags: ExtractFile.Tags, _ member: ExtractFile.Group.Member, _ rings: [[SourcePoint]],
        around point: SourcePoint
    ) {
        guard let kind = AreaKinds.kind(tags), let name = LocalName.of(tags) else { return }
        // What lies at a pole no ring can go round.
        guard let rings = try? DrawableRings.of(rings) else { return }
        let shape = BuildingShape(rings)
        let isLarge = (shape?.radiusInMeters ?? 0) >= Self.smallestReachInMeters
        // Water without an area says nothing about where it is.
        if kind.kind == .water, !isLarge { return }
        let drawn = isLarge ? rings : [Self.circle(around: shape?.centre ?? point, kind.radiusInMeters)]
        guard drawn.allSatisfy({ $0.count >= 3 }) else { return }
        areas[member] = Area(
            name: name, otherNames: LocalName.others(of: tags, besides: name),
            translations: languages.names(in: tags, shown: name), kind: kind, rings: drawn)
    }

    /// Eight corners; fewer beside a pole.
    private static func circle(around point: SourcePoint, _ radiusInMeters: Double) -> [SourcePoint] {
        let radius = radiusInMeters / SourcePoint.metersPerUnit
        let stretch = max(0.01, Coordinate(point).cosineOfLatitude)
        return (0..<8).compactMap { corner in
            let angle = Double(corner) * .pi / 4
            return SourcePoint(
                longitudeUnits: Int(point.longitude) + Int((radius * sin(angle) / stretch).rounded()),
                latitudeUnits: Int(point.latitude) + Int((radius * cos(angle)).rounded()))
        }
    }

    /// The areas, the smallest first, and what separates them.
    func drawn() -> (areas: [NamedArea], borders: [Border]) {
        let sorted = areas.map { member, area in
            let boundary = SourceBoundary(rings: area.rings, name: area.name)
            return (
                boundary: boundary, size: boundary.areaInSquareMeters, member: member, kind: area.kind,
                area: area, point: area.rings.interiorPoint
            )
        }.sorted {
            ($0.size, $0.member.kind.rawValue, $0.member.id) < ($1.size, $1.member.kind.rawValue, $1.member.id)
        }
        let borders = BoundaryDrawing(sorted.map(\.boundary), format: .fine, toleranceInMeters: { _ in 2 }).borders
        let areas = sorted.map {
            NamedArea(
                name: $0.boundary.name, otherNames: $0.area.otherNames, translations: $0.area.translations,
                kind: $0.kind.kind, importance: $0.kind.importance, coordinate: $0.point.map { Coordinate($0) })
        }
        return (areas, borders)
    }
}
