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
