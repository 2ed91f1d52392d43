public import PlacemarkModel

/// What a receiver knows in one epoch.
public struct ReceiverState: Hashable, Sendable {
    /// The receiver's time. gpsd 3.22 takes dates before 2017 for a week rollover and moves them by 1024 weeks.
    public var time: Timestamp
    /// Nil without a fix.
    public var fix: Fix?
    /// What the compass beside the receiver shows; nil without one.
    public var compass: Compass?

    public init(time: Timestamp, fix: Fix?, compass: Compass? = nil) {
        self.time = time
        self.fix = fix
        self.compass = compass
    }

    /// A direction, and from which north it counts.
    public struct Compass: Hashable, Sendable {
        /// Clockwise, 0..<360.
        public var degrees: Double
        public var north: CompassReading.North

        public init(degrees: Double, north: CompassReading.North) {
            self.degrees = degrees
            self.north = north
        }
    }

    /// A position, and how the receiver got it.
    public struct Fix: Hashable, Sendable {
        public var coordinate: Coordinate
        /// Metres above mean sea level; nil for a fix in two dimensions.
        public var altitudeInMeters: Double?
        /// Height of mean sea level above the ellipsoid, in metres.
        public var geoidSeparationInMeters: Double?
        /// Over ground, in m/s.
        public var speedInMetersPerSecond: Double?
        /// Over ground, in degrees clockwise from true north, 0..<360; nil when standing.
        public var courseInDegrees: Double?
        /// Horizontal dilution of precision; gpsd makes an accuracy of 19 m × HDOP of it.
        public var hdop: Double?
        /// How many satellites the fix was made of, 3…12.
        public var satellites: Int?

        public init(
            coordinate: Coordinate, altitudeInMeters: Double? = 100, geoidSeparationInMeters: Double? = 40,
            speedInMetersPerSecond: Double? = 0, courseInDegrees: Double? = nil, hdop: Double? = 0.9,
            satellites: Int? = 9
        ) {
            self.coordinate = coordinate
            self.altitudeInMeters = altitudeInMeters
            self.geoidSeparationInMeters = geoidSeparationInMeters
            self.speedInMetersPerSecond = speedInMetersPerSecond
            self.courseInDegrees = courseInDegrees
            self.hdop = hdop
            self.satellites = satellites
        }
    }
}
