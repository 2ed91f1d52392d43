import Gazetteer

/// The layer of seas and lakes.
struct WaterLayer {
    /// How far a border may move: docs/gazetteer.md says how the tolerances were chosen.
    private static let toleranceInMeters = 700.0

    private let waters: [(region: SourceRegion, kind: WaterKind)]

    /// Where waters overlap, the smaller one wins: a bay before its sea.
    init(seas: [SourceRegion], lakes: [SourceRegion]) {
        let all =
            seas.map { ($0, SeaNames.inland.contains($0.name) ? WaterKind.lake : .sea) }
            + lakes.map { ($0, WaterKind.lake) }
        waters = all.map { ($0, $0.0.areaInSquareMeters) }.sorted { ($0.1, $0.0.0.name) < ($1.1, $1.0.0.name) }
            .map { (region: $0.0.0, kind: $0.0.1) }
    }

    func bytes() throws -> [UInt8] {
        let drawing = RegionDrawing(waters.map(\.region), format: .coarse) { _ in Self.toleranceInMeters }
        return try drawing.shapes().layer(
            waters.map { RegionRecord(country: CountryCode.none, kind: $0.kind.rawValue, texts: [$0.region.name]) })
    }
}
