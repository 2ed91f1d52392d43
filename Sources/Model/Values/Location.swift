/// One fix of a receiver: CoreLocation's `CLLocation`. A number that the receiver did not give is nil.
public struct Location: Hashable, Sendable {
    /// How many dimensions the receiver solved for.
    public enum Mode: Int, Codable, Hashable, Sendable {
        /// Latitude and longitude only.
        case twoDimensional = 2
        /// Altitude too.
        case threeDimensional = 3
    }

    /// How many satellites a receiver uses for its fix, and how many it hears.
    public struct Satellites: Hashable, Sendable {
        public let used, seen: Int

        /// More than all systems have in the sky together.
        private static let most = 255

        /// Returns nil for counts that cannot be: more used than seen, fewer than none, or more than there are.
        public init?(used: Int, seen: Int) {
            guard used >= 0, used <= seen, seen <= Self.most else { return nil }
            (self.used, self.seen) = (used, seen)
        }
    }

    public var coordinate: Coordinate
    public var mode: Mode
    /// Radius in metres round the coordinate in which the box is with 95 % probability.
    public var horizontalAccuracy: Double?
    /// Height above mean sea level, in metres.
    public var altitude: Double?
    /// Height above the WGS 84 ellipsoid, in metres.
    public var ellipsoidalAltitude: Double?
    /// Uncertainty of the altitudes in metres (95 %).
    public var verticalAccuracy: Double?
    /// Speed over ground, in m/s.
    public var speed: Double?
    /// Uncertainty of the speed in m/s (95 %).
    public var speedAccuracy: Double?
    /// Direction of movement over ground, in degrees clockwise from true north, 0..<360.
    public var course: Double?
    /// Uncertainty of the course in degrees (95 %).
    public var courseAccuracy: Double?
    /// When the receiver says that the fix was taken. Receivers err; for ages there is `receivedAt`.
    public var timestamp: Timestamp?
    /// Whether `timestamp` cannot be right: after a week rollover, or before the receiver has heard the time.
    public var isTimestampSuspect: Bool
    /// When the fix reached this machine.
    public var receivedAt: BootInstant
    /// The receiver, as gpsd names it (`/dev/ttyACM0`).
    public var device: String?
    /// Whether the receiver or gpsd says that the fix is made up.
    public var isSimulated: Bool
    /// nil when the receiver has not told of them for some seconds.
    public var satellites: Satellites?

    public init(
        coordinate: Coordinate, mode: Mode = .threeDimensional, horizontalAccuracy: Double? = nil,
        altitude: Double? = nil, ellipsoidalAltitude: Double? = nil, verticalAccuracy: Double? = nil,
        speed: Double? = nil, speedAccuracy: Double? = nil, course: Double? = nil, courseAccuracy: Double? = nil,
        timestamp: Timestamp? = nil, isTimestampSuspect: Bool = false, receivedAt: BootInstant, device: String? = nil,
        isSimulated: Bool = false, satellites: Satellites? = nil
    ) {
        self.coordinate = coordinate
        self.mode = mode
        self.horizontalAccuracy = horizontalAccuracy
        self.altitude = altitude
        self.ellipsoidalAltitude = ellipsoidalAltitude
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.timestamp = timestamp
        self.isTimestampSuspect = isTimestampSuspect
        self.receivedAt = receivedAt
        self.device = device
        self.isSimulated = isSimulated
        self.satellites = satellites
    }

    /// The receiver's time, where that can be right: what orders positions, and what a date is taken from.
    package var plausibleTimestamp: Timestamp? { isTimestampSuspect ? nil : timestamp }
}
