/// Which way the box points: CoreLocation's `CLHeading`.
public struct Heading: Hashable, Sendable {
    /// What told the direction.
    public enum Origin: String, Codable, Sendable {
        /// A compass: the direction of the box, also at rest.
        case compass
        /// The course over ground: the direction of the movement.
        case course
    }

    /// Degrees clockwise from true north, 0..<360; nil when a magnetic compass told it, and nobody knows where.
    public var trueHeading: Double?
    /// Degrees clockwise from magnetic north, 0..<360; nil where the declination is not known.
    public var magneticHeading: Double?
    /// Degrees by which magnetic north lies east of true north there, -180...180.
    public var declination: Double?
    /// Whether the declination is of a date for which the magnetic model was not made, or of an unknown one.
    public var isDeclinationSuspect: Bool
    /// Uncertainty in degrees, when it is known.
    public var accuracy: Double?
    public var origin: Origin
    /// When it reached this machine.
    public var receivedAt: BootInstant
    /// The receiver, as gpsd names it.
    public var device: String?

    public init(
        trueHeading: Double? = nil, magneticHeading: Double? = nil, declination: Double? = nil,
        isDeclinationSuspect: Bool = false, accuracy: Double? = nil, origin: Origin, receivedAt: BootInstant,
        device: String? = nil
    ) {
        (self.trueHeading, self.magneticHeading) = (trueHeading, magneticHeading)
        (self.declination, self.isDeclinationSuspect) = (declination, isDeclinationSuspect)
        self.accuracy = accuracy
        self.origin = origin
        self.receivedAt = receivedAt
        self.device = device
    }
}
