public import PlacemarkModel

/// CoreLocation's significant-change service: a location now and then, for readers who want to know roughly.
public struct SignificantChange: Sendable {
    /// How far the box must have moved since the last one.
    public static let distanceInMeters = 500.0
    /// How much time must have passed since the last one.
    public static let interval = Duration.seconds(300)

    private var last: Location?
    /// Whether the fix before was far enough too.
    private var isConfirmed = false

    public init() {}

    /// Returns whether this location is a significant change, and remembers it then: the first one, and each that is
    /// both far enough and late enough. Nearer than both accuracies together is jitter, whatever the distance; and of
    /// the hundreds of fixes in 5 min one may be farther off than that by chance, so a second one must confirm it.
    public mutating func reports(_ location: Location) -> Bool {
        if let last {
            let wasFar = isConfirmed
            isConfirmed = location.hasMoved(from: last, byMeters: Self.distanceInMeters)
            guard isConfirmed, wasFar, last.receivedAt.duration(to: location.receivedAt) >= Self.interval else {
                return false
            }
        }
        last = location
        isConfirmed = false
        return true
    }
}
