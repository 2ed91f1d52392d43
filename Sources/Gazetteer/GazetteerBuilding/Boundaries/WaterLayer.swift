import Gazetteer
import PlacemarkModel

/// The layer of seas and lakes, and of the ground that they would cover.
struct WaterLayer {
    /// How far the shore of a lake may move: docs/explain/gazetteer.md says how the tolerances were chosen.
    private static let toleranceInMeters = 150.0
    /// The same round islands.
    private static let islandToleranceInMeters = 200.0
    /// The same between two seas, and where a sea reaches below the land, which wins.
    private static let seaToleranceInMeters = 700.0

    private let waters: [(boundary: SourceBoundary, kind: WaterKind)]

    /// Where waters overlap, the smaller one wins: a bay before its sea.
    init(seas: [SourceBoundary], lakes: [SourceBoundary]) {
        let all =
            seas.map { ($0, SeaNames.inland.contains($0.name) ? WaterKind.lake : .sea) }
            + lakes.map { ($0, WaterKind.lake) }
        waters = all.map { ($0, $0.0.areaInSquareMeters) }.sorted { ($0.1, $0.0.0.name) < ($1.1, $1.0.0.name) }
            .map { (boundary: $0.0.0, kind: $0.0.1) }
    }

    /// The layer's bytes. On the `islands`, and round each of the places that are `drowned`, it has ground instead of water.
    func bytes(islands: SourceBoundary? = nil, drowned: [Place] = []) throws -> [UInt8] {
        let squares = drowned.isEmpty ? nil : InhabitedSquares(drowned).boundary
        let ground = [squares, islands].compactMap(\.self).map { (boundary: $0, kind: WaterKind.ground) }
        let boundaries = ground + waters
        let drawing = BoundaryDrawing(boundaries.map(\.boundary), format: .coarse) { border in
            switch border.boundaries.map({ boundaries[$0].kind }) {
            case _ where squares != nil && border.boundaries.contains(0): 0
            case let kinds where kinds.contains(.ground): Self.islandToleranceInMeters
            case let kinds where kinds.contains(.lake): Self.toleranceInMeters
            default: Self.seaToleranceInMeters
            }
        }
        return try drawing.shapes().layer(
            boundaries.map {
                BoundaryRecord(
                    country: CountryCode.none, kind: $0.kind.rawValue,
                    texts: [$0.boundary.name.isEmpty ? nil : $0.boundary.name])
            })
    }

    /// The name of each water, its other name where it has one, and a position in it.
    var positions: [(name: String, localName: String?, coordinate: Coordinate)] {
        waters.compactMap { water in
            water.boundary.rings.interiorPoint.map { (water.boundary.name, water.boundary.localName, Coordinate($0)) }
        }
    }
}
