public import PlacemarkModel

/// Decides whether an accepted fix is delivered as a location: accurate enough, far enough, and at rest only now and
/// then.
public struct DeliveryFilter: Sendable {
    /// At rest one location in this time is delivered, so that a reader can tell a parked box from a dead one.
    public static let heartbeat = Duration.seconds(60)

    public var desiredAccuracy: DesiredAccuracy {
        get { accuracy.desiredAccuracy }
        set { accuracy.desiredAccuracy = newValue }
    }
    public var distanceInMeters: Double {
        get { distance.distanceInMeters }
        set { distance.distanceInMeters = newValue }
    }

    private var accuracy: AccuracyFilter
    private var distance: DistanceFilter
    private var lastDelivered: BootInstant?

    public init(desiredAccuracy: DesiredAccuracy = .best, distanceInMeters: Double = 0) {
        accuracy = AccuracyFilter(desiredAccuracy: desiredAccuracy)
        distance = DistanceFilter(distanceInMeters: distanceInMeters)
    }

    /// Returns whether to deliver this location, and remembers it then.
    ///
    /// - Parameter motion: what `MotionDetector` says now. At rest the heartbeat takes the place of the distance.
    public mutating func delivers(_ location: Location, motion: Motion? = nil) -> Bool {
        guard accuracy.admits(location) else { return false }
        if motion == .stationary {
            let isDue = lastDelivered.map { $0.duration(to: location.receivedAt) >= Self.heartbeat } ?? true
            guard isDue else { return false }
            distance.delivered(location)
        } else {
            guard distance.delivers(location) else { return false }
        }
        lastDelivered = location.receivedAt
        return true
    }
}
