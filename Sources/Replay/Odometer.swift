import PlacemarkCore

/// How far the box has come, without what is only jitter: a way counts once it is longer than the accuracy of its ends.
struct Odometer {
    private(set) var distanceInMeters = 0.0
    private var counted: Location?

    /// Jitter of a receiver that does not tell its accuracy.
    private static let leastWayInMeters = 10.0

    mutating func accepted(_ location: Location) {
        guard let last = counted else {
            counted = location
            return
        }
        let way = last.coordinate.distance(to: location.coordinate)
        let jitter = max(Self.leastWayInMeters, location.horizontalAccuracy ?? 0, last.horizontalAccuracy ?? 0)
        guard way > jitter else { return }
        distanceInMeters += way
        counted = location
    }
}
