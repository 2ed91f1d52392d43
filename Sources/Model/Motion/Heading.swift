/// Which way the box points: CoreLocation's `CLHeading`.
public struct Heading: Hashable, Sendable {
    /// What told the direction.
    public enum Origin: String, Codable, Sendable {
        /// A compass: the direction of the box, also at rest.
        case compass
        /// The course over ground: the direction of the movement.
        case course
    }

    /// Degrees clockwise from true north, 0..<360.
    public var trueHeading: Double
    /// Uncertainty in degrees, when it is known.
    public var accuracy: Double?
    public var origin: Origin
    /// When it reached this machine.
    public var receivedAt: BootInstant
    /// The receiver, as gpsd names it.
    public var device: String?

    public init(
        trueHeading: Double, accuracy: Double? = nil, origin: Origin, receivedAt: BootInstant, device: String? = nil
    ) {
        self.trueHeading = trueHeading
        self.accuracy = accuracy
        self.origin = origin
        self.receivedAt = receivedAt
        self.device = device
    }
}
