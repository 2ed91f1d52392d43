import Gazetteer
import PlacemarkCore

/// Where the sea is near: tells the outer borders of counties and states that are coasts from those between countries.
///
/// A coast is drawn with care, because only counties and states tell land from sea. Between countries the zones tell
/// which one it is, and what these borders look like counts for little.
struct SeaShore {
    /// By cell of the coast layer: whether there is a sea in it, or in one beside it.
    private var isNear = [Bool](repeating: false, count: CoastLayer.columnCount * CoastLayer.rowCount)

    /// How far seas may be off for this.
    private static let toleranceInMeters = 2000.0

    init(_ seas: [SourceRegion]) throws {
        let drawing = RegionDrawing(seas, format: .coarse) { _ in Self.toleranceInMeters }
        let records = seas.map { _ in RegionRecord(country: CountryCode.none, texts: []) }
        try drawing.shapes().layer(records).withUnsafeBytes { bytes in
            guard let layer = RegionsLayer(bytes: bytes) else { preconditionFailure("a layer cannot be read back") }
            let (columns, rows) = (CoastLayer.columnCount, CoastLayer.rowCount)
            for row in 0..<rows {
                for column in 0..<columns {
                    let middle = Coordinate(
                        clampingLatitude: (Double(row) + 0.5) * 180 / Double(rows) - 90,
                        wrappingLongitude: (Double(column) + 0.5) * 360 / Double(columns) - 180)
                    guard layer.region(at: GridPoint(middle)) != nil else { continue }
                    for near in max(0, row - 1)...min(rows - 1, row + 1) {
                        for beside in column - 1...column + 1 {
                            isNear[near * columns + (beside + columns) % columns] = true
                        }
                    }
                }
            }
        }
    }

    /// Whether any vertex of a border lies within a cell or so (14 km) of a sea.
    func touches(_ border: Border) -> Bool {
        border.points.contains { point in
            isNear[
                CoastLayer.cell(
                    Coordinate(
                        clampingLatitude: Double(point.y) / Grid.stepsPerDegree - 90,
                        wrappingLongitude: Double(point.x) / Grid.stepsPerDegree - 180))]
        }
    }
}
