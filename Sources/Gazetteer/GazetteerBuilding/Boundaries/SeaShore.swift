import Gazetteer
import PlacemarkModel
import Synchronization

/// Where the sea is near: tells the outer borders of counties and states that are coasts from those between countries.
///
/// A coast is drawn with care, because only counties and states tell land from sea. Between countries the zones tell
/// which one it is, and what these borders look like counts for little.
final class SeaShore: Sendable {
    private enum Cell { case unknown, near, far }

    /// By cell of the coast layer, as far as it has been asked for: whether there is a sea in it, or in one beside it.
    private let cells = Mutex([Cell](repeating: .unknown, count: CoastLayer.columnCount * CoastLayer.rowCount))
    /// A layer of the seas, all without names.
    private let seas: [UInt8]

    /// How far seas may be off for this.
    private static let toleranceInMeters = 2000.0

    init(_ seas: [SourceBoundary]) throws {
        let drawing = BoundaryDrawing(seas, format: .coarse) { _ in Self.toleranceInMeters }
        let records = seas.map { _ in BoundaryRecord(country: CountryCode.none, texts: []) }
        self.seas = try drawing.shapes().layer(records)
    }

    /// Whether any vertex of a border lies within a cell or so (14 km) of a sea.
    func touches(_ border: Border) -> Bool {
        BoundariesLayer.read(seas) { layer in
            cells.withLock { cells in border.points.contains { Self.isNear($0, layer, &cells) } }
        }
    }

    private static func isNear(_ point: GridPoint, _ seas: BoundariesLayer, _ cells: inout [Cell]) -> Bool {
        let cell = CoastLayer.cell(
            Coordinate(
                clampingLatitude: Double(point.y) / Grid.stepsPerDegree - 90,
                wrappingLongitude: Double(point.x) / Grid.stepsPerDegree - 180))
        if cells[cell] == .unknown { cells[cell] = hasSea(around: cell, seas) ? .near : .far }
        return cells[cell] == .near
    }

    /// Whether the middle of a cell, or of one of the eight round it, is in a sea.
    private static func hasSea(around cell: Int, _ seas: BoundariesLayer) -> Bool {
        let (columns, rows) = (CoastLayer.columnCount, CoastLayer.rowCount)
        let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
        return (max(0, row - 1)...min(rows - 1, row + 1)).contains { row in
            (column - 1...column + 1).contains { column in
                let middle = Coordinate(
                    clampingLatitude: (Double(row) + 0.5) * 180 / Double(rows) - 90,
                    wrappingLongitude: (Double(column) + 0.5) * 360 / Double(columns) - 180)
                return seas.boundary(at: GridPoint(middle)) != nil
            }
        }
    }
}
