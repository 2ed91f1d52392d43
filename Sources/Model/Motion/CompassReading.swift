/// What a compass says at one moment.
public struct CompassReading: Hashable, Sendable {
    /// From which north a compass counts.
    public enum North: String, Codable, CaseIterable, Sendable {
        /// From the pole: a gyrocompass, a receiver with two antennas, or an instrument that knows the declination.
        case `true`
        /// From where its needle points.
        case magnetic
    }

    /// Degrees clockwise, 0..<360, as the compass shows them.
    public var degrees: Double
    public var north: North
    /// What the instrument itself knows of its deviation, in degrees to be added; it has not been added yet.
    public var deviation: Double?
    /// The declination that the instrument was told, in degrees east. For want of a better one only.
    public var declination: Double?
    /// Uncertainty in degrees, when it is known.
    public var accuracy: Double?
    /// When it reached this machine.
    public var receivedAt: BootInstant
    /// The compass, as gpsd names it.
    public var device: String?

    public init(
        _ degrees: Double, from north: North, deviation: Double? = nil, declination: Double? = nil,
        accuracy: Double? = nil, receivedAt: BootInstant, device: String? = nil
    ) {
        (self.degrees, self.north) = (degrees, north)
        (self.deviation, self.declination) = (deviation, declination)
        self.accuracy = accuracy
        self.receivedAt = receivedAt
        self.device = device
    }
}

/// What a compass is worth.
public enum CompassState: String, Codable, CaseIterable, Sendable {
    case working
    /// It has not turned while the course did.
    case stuck
    /// It has differed from the course by more than 30° for minutes.
    case off
    /// It has not reported for some seconds.
    case silent
}
