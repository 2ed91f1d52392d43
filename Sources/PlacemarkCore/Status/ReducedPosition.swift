#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The one position that all readers with reduced precision see: the middle of a cell of about 2 km, changed at most
/// four times an hour.
///
/// The cells are fixed, so that a box that comes back, a reader that reconnects or a daemon that restarts never gives
/// a second, different cell of the same place.
public struct ReducedPosition: Hashable, Sendable {
    /// Edge of a cell, in degrees of latitude: 2 km.
    static let cellInDegrees = 360.0 / 20_016
    /// From the middle of a cell to its corner, in metres, rounded up. Within ten kilometres of a pole, where a cell is
    /// a slice of a ring, and at the pole a third of a circle, it is more.
    static func cellRadiusInMeters(around center: Coordinate) -> Double { abs(center.latitude) < 89.9 ? 1500 : 1750 }
    /// At most four new positions an hour.
    static let shortestStay = Duration.seconds(900)

    /// The middle of the cell.
    public private(set) var coordinate: Coordinate
    /// The radius in metres in which the box was when the position was taken.
    public private(set) var horizontalAccuracy: Double
    /// When the position was taken.
    public private(set) var takenAt: BootInstant

    public init(_ location: Location) {
        coordinate = Self.cellCenter(of: location.coordinate)
        horizontalAccuracy = max(Self.cellRadiusInMeters(around: coordinate), location.horizontalAccuracy ?? 0)
        takenAt = location.receivedAt
    }

    /// Takes a newer location into account. Returns whether the position has changed.
    public mutating func update(_ location: Location) -> Bool {
        guard takenAt.duration(to: location.receivedAt) >= Self.shortestStay else { return false }
        let new = ReducedPosition(location)
        guard new.coordinate != coordinate else { return false }
        self = new
        return true
    }

    /// Rows of equal height; in each row as many cells of equal width as fit.
    static func cellCenter(of coordinate: Coordinate) -> Coordinate {
        let rows = (180 / cellInDegrees).rounded(.down)
        let row = min(((coordinate.latitude + 90) / 180 * rows).rounded(.down), rows - 1)
        let latitude = (row + 0.5) / rows * 180 - 90
        let columns = max(1, (360 / cellInDegrees * cos(latitude * .pi / 180)).rounded(.down))
        let column = min(((coordinate.longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        let longitude = (column + 0.5) / columns * 360 - 180
        return Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    }
}
