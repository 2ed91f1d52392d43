import PlacemarkModel

/// On which airport a position is. The source has no outlines, so its grounds are a disc round its middle; terminals and
/// runways of a large one lie beyond.
enum AirportGrounds {
    /// A disc of more than this is that of a large airport, which reaches so many times as far where no place is nearer.
    private static let (smallestOfLargeInMeters, reach) = (1000.0, 1.5)

    /// The airport's number; nil where there is none.
    ///
    /// - Parameter distanceToPlace: How far the nearest place is, in metres: asked only beyond the disc of a large airport.
    static func number(
        at coordinate: Coordinate, country: UInt16, in airports: PostalCodesLayer, distanceToPlace: () -> Double?
    ) -> Int? {
        guard let nearest = airports.nearestNumber(to: coordinate, country: country) else { return nil }
        if nearest.distanceInMeters <= nearest.radiusInMeters { return nearest.number }
        guard nearest.radiusInMeters > smallestOfLargeInMeters,
            nearest.distanceInMeters <= reach * nearest.radiusInMeters,
            nearest.distanceInMeters < distanceToPlace() ?? .infinity
        else { return nil }
        return nearest.number
    }
}
