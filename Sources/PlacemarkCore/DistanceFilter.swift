/// Decides whether the box has moved enough for a new location to be delivered: CoreLocation's `distanceFilter`.
public struct DistanceFilter: Sendable {
    /// Metres that the box must move from the last *delivered* location. With 0 every fix is delivered.
    public var distanceInMeters: Double
    private var lastDelivered: Coordinate?

    public init(distanceInMeters: Double = 0) { self.distanceInMeters = distanceInMeters }

    /// Returns whether to deliver this location, and remembers it then.
    public mutating func delivers(_ location: Location) -> Bool {
        // Measured from the last delivered one: from the last fix, a slow walk would never be delivered at all.
        if let lastDelivered, distanceInMeters > 0,
            lastDelivered.distance(to: location.coordinate) < distanceInMeters
        {
            return false
        }
        lastDelivered = location.coordinate
        return true
    }
}
