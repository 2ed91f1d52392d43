public import PlacemarkModel

/// One request for one location: CoreLocation's `requestLocation`. The best fix within a time; sooner when one is good
/// enough.
public struct OneShot: Sendable {
    /// Longer waits are for those who `watch`.
    public static let longestWait = Duration.seconds(300)
    /// A location of this age at the beginning is still a current one: at 1 Hz there is always one.
    static let largestAge = Duration.seconds(1)

    /// When the time is over.
    public let deadline: BootInstant
    /// The accuracy in metres that ends the wait; nil to use all of the time.
    public let desiredAccuracyInMeters: Double?
    /// The best location so far: of the smallest accuracy, and of equal ones the newest.
    public private(set) var best: Location?
    private let oldest: BootInstant

    public init(at now: BootInstant, within limit: Duration, desiredAccuracyInMeters: Double? = nil) {
        deadline = now.advanced(by: limit)
        oldest = now.advanced(by: .zero - Self.largestAge)
        self.desiredAccuracyInMeters = desiredAccuracyInMeters
    }

    /// Takes a location of a live source into account. Returns whether the wait is over.
    ///
    /// An accuracy that is not known is worse than any other, and meets no desire.
    public mutating func offer(_ location: Location) -> Bool {
        guard location.receivedAt >= oldest, location.receivedAt <= deadline else { return false }
        if let best, Self.isWorse(location, than: best) { return false }
        best = location
        guard let desiredAccuracyInMeters, let accuracy = location.horizontalAccuracy else { return false }
        return accuracy <= desiredAccuracyInMeters
    }

    private static func isWorse(_ location: Location, than best: Location) -> Bool {
        let (accuracy, bestAccuracy) = (location.horizontalAccuracy ?? .infinity, best.horizontalAccuracy ?? .infinity)
        return accuracy == bestAccuracy ? location.receivedAt < best.receivedAt : accuracy > bestAccuracy
    }
}
