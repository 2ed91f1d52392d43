public import PlacemarkModel

/// Decides whether the box has moved enough for a new location to be delivered: CoreLocation's `distanceFilter`.
public struct DistanceFilter: Sendable {
    /// Metres that the box must move from the last *delivered* location. With 0 every fix is delivered, for
    /// clients that want each time, speed and altitude, and judge jitter themselves.
    public var distanceInMeters: Double
    private var lastDelivered: Location?

    public init(distanceInMeters: Double = 0) { self.distanceInMeters = distanceInMeters }

    /// Returns whether to deliver this location, and remembers it then.
    public mutating func delivers(_ location: Location) -> Bool {
        // Measured from the last delivered one: from the last fix, a slow walk would never be delivered at all.
        if let lastDelivered, distanceInMeters > 0, !location.hasMoved(from: lastDelivered, byMeters: distanceInMeters),
            !corrects(lastDelivered, by: location)
        {
            return false
        }
        delivered(location)
        return true
    }

    /// A location has been delivered for another reason: distances count from it now.
    mutating func delivered(_ location: Location) { lastDelivered = location }

    /// Whether the box has not moved for all that is known, and yet is known far better. Without this, a first fix of
    /// 5 km would hold back all that are exact until the box has left its circle. Half, so that an accuracy which
    /// sways delivers nothing.
    private func corrects(_ delivered: Location, by location: Location) -> Bool {
        guard let before = delivered.horizontalAccuracy, before > distanceInMeters else { return false }
        return (location.horizontalAccuracy ?? 0) <= before / 2
    }
}

extension Location {
    /// Whether the box has moved from an earlier location by so much at least, and by more than both accuracies
    /// together: while the two circles touch, it may be where it was. An accuracy that is not known counts as 0.
    func hasMoved(from earlier: Location, byMeters distanceInMeters: Double) -> Bool {
        let distance = earlier.coordinate.distance(to: coordinate)
        return distance >= distanceInMeters
            && distance > (horizontalAccuracy ?? 0) + (earlier.horizontalAccuracy ?? 0)
    }
}
