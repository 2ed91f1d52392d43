import Gazetteer
import PlacemarkModel

/// The layer of seas and lakes.
struct WaterLayer {
    /// How far the shore of a lake may move: docs/explain/gazetteer.md says how the tolerances were chosen.
    private static let toleranceInMeters = 150.0
    /// The same between two seas, and where a sea reaches below the land, which wins.
    private static let seaToleranceInMeters = 700.0

    private let waters: [(region: SourceRegion, kind: WaterKind)]

    /// Where waters overlap, the smaller one wins: a bay before its sea.
    init(seas: [SourceRegion], lakes: [SourceRegion]) {
        let all =
            seas.map { ($0, SeaNames.inland.contains($0.name) ? WaterKind.lake : .sea) }
            + lakes.map { ($0, WaterKind.lake) }
        waters = all.map { ($0, $0.0.areaInSquareMeters) }.sorted { ($0.1, $0.0.0.name) < ($1.1, $1.0.0.name) }
            .map { (region: $0.0.0, kind: $0.0.1) }
    }

    /// The layer's bytes. Round each of the places that are `drowned`, it has ground instead of water.
    func bytes(drowned: [Place] = []) throws -> [UInt8] {
        let ground = (region: InhabitedSquares(drowned).region, kind: WaterKind.inhabited)
        let regions = (drowned.isEmpty ? [] : [ground]) + waters
        let drawing = RegionDrawing(regions.map(\.region), format: .coarse) { border in
            switch border.regions.map({ regions[$0].kind }) {
            case let kinds where kinds.contains(.inhabited): 0
            case let kinds where kinds.contains(.lake): Self.toleranceInMeters
            default: Self.seaToleranceInMeters
            }
        }
        return try drawing.shapes().layer(
            regions.map {
                RegionRecord(
                    country: CountryCode.none, kind: $0.kind.rawValue,
                    texts: [$0.region.name.isEmpty ? nil : $0.region.name])
            })
    }

    /// The name of each water, its other name where it has one, and a position in it.
    var positions: [(name: String, localName: String?, coordinate: Coordinate)] {
        waters.compactMap { water in
            water.region.rings.interiorPoint.map { (water.region.name, water.region.localName, Coordinate($0)) }
        }
    }
}
