import Gazetteer
import PlacemarkModel

/// The layer of seas and lakes, and of the ground that they would cover.
struct WaterLayer {
    /// How far the shore of a lake may move: docs/explain/gazetteer.md says how the tolerances were chosen.
    private static let lakeToleranceInMeters = 150.0
    /// The same round islands.
    private static let islandToleranceInMeters = 200.0
    /// The same between two seas, and where a sea reaches below the land, which wins.
    private static let seaToleranceInMeters = 700.0

    /// A boundary as it is drawn. Of a border between two the smaller tolerance counts.
    private struct Drawn {
        var boundary: SourceBoundary
        var kind: WaterKind
        var toleranceInMeters: Double
    }

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
        var drawn: [Drawn] = []
        if !drowned.isEmpty {
            let squares = InhabitedSquares(drowned).boundary
            drawn.append(Drawn(boundary: squares, kind: .ground, toleranceInMeters: 0))
        }
        if let islands {
            drawn.append(Drawn(boundary: islands, kind: .ground, toleranceInMeters: Self.islandToleranceInMeters))
        }
        drawn += waters.map { boundary, kind in
            let tolerance = kind == .lake ? Self.lakeToleranceInMeters : Self.seaToleranceInMeters
            return Drawn(boundary: boundary, kind: kind, toleranceInMeters: tolerance)
        }
        let drawing = BoundaryDrawing(drawn.map(\.boundary), format: .coarse) { border in
            border.boundaries.map { drawn[$0].toleranceInMeters }.min() ?? 0
        }
        return try drawing.shapes().layer(
            drawn.map {
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
