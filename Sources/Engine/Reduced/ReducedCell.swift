public import PlacemarkModel
import Glibc

/// One of the cells of about 2 km by 2 km into which the earth is divided: rows of equal height, and in each row as many
/// cells of equal width as fit. Everybody knows them.
struct ReducedCell: Codable, Hashable, Sendable {
    /// From pole to pole: 2.03 km each at the equator, where they are the lowest.
    static let rowCount = 9810
    /// The radius in metres, around the middle of a cell, of what may be snapped to it: from the middle to the corner
    /// (1,447 m), the same again for the offset, and the size of a place. Within ten kilometres of a pole, where a cell is
    /// a slice of a ring and half a slice is a long way, it is more.
    static func radiusInMeters(around center: Coordinate) -> Double { abs(center.latitude) < 89.9 ? 3200 : 5500 }

    /// From south to north.
    private let row: Int
    /// From the antimeridian eastwards.
    private let column: Int

    /// The cell that a position falls into when it is moved.
    ///
    /// - Parameter offset: in cells.
    init(of coordinate: Coordinate, movedBy offset: (rows: Double, columns: Double)) {
        let rows = Double(Self.rowCount)
        let row = ((coordinate.latitude + 90) / 180 * rows + offset.rows).rounded(.down)
        self.row = Int(min(max(row, 0), rows - 1))
        let count = Self.columnCount(inRow: self.row)
        let column = Int(((coordinate.longitude + 180) / 360 * Double(count) + offset.columns).rounded(.down))
        self.column = (column % count + count) % count
    }

    /// The middle of the cell, with as many digits as a coordinate is written with.
    var center: Coordinate {
        let longitude = (Double(column) + 0.5) / Double(Self.columnCount(inRow: row)) * 360 - 180
        return Coordinate(
            clampingLatitude: Self.latitude(ofRow: row).rounded(toDecimals: 7),
            wrappingLongitude: longitude.rounded(toDecimals: 7))
    }

    /// - Parameter row: any number, because it may come from a file.
    private static func columnCount(inRow row: Int) -> Int {
        max(1, Int((2 * Double(rowCount) * cos(latitude(ofRow: row) * .pi / 180)).rounded(.down)))
    }

    private static func latitude(ofRow row: Int) -> Double { (Double(row) + 0.5) / Double(rowCount) * 180 - 90 }
}

/// The one position that all readers with reduced precision see: the middle of a cell of about 2 km.
public struct ReducedPosition: Codable, Hashable, Sendable {
    /// The middle of the cell.
    public let coordinate: Coordinate
    /// The radius in metres in which the box was when the position was taken.
    public let horizontalAccuracy: Double
    /// When the position was taken.
    public let takenAt: BootInstant

    /// An accuracy that is worse than usual counts in whole kilometres: the exact number would tell about the sky there.
    init(_ cell: ReducedCell, of location: Location) {
        let center = cell.center
        let radius = ReducedCell.radiusInMeters(around: center)
        // What the radius has to spare is more than the usual accuracy.
        let excess = max(0, (location.horizontalAccuracy ?? 0) - 100)
        coordinate = center
        horizontalAccuracy = radius + 1000 * (excess / 1000).rounded(.up)
        takenAt = location.receivedAt
    }

    /// Whether it says something else, apart from its age.
    func differs(from other: ReducedPosition?) -> Bool {
        coordinate != other?.coordinate || horizontalAccuracy != other?.horizontalAccuracy
    }
}
