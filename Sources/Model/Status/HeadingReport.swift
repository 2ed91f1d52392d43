/// The direction in which the box points, with its age.
public struct HeadingReport: Codable, Hashable, Sendable {
    /// Degrees clockwise from true north, 0..<360; nil when a magnetic compass told it, and nobody knows where.
    public var trueHeading: Double?
    /// Degrees clockwise from magnetic north, 0..<360; nil where the declination is not known.
    public var magneticHeading: Double?
    /// Degrees by which magnetic north lies east of true north there.
    public var declination: Double?
    /// True when the declination is of a date for which the magnetic model was not made, or of an unknown one; absent
    /// otherwise.
    public var declinationSuspect: Bool?
    public var accuracy: Double?
    public var origin: Heading.Origin
    public var age: Double

    package init(_ heading: Heading, at now: BootInstant) {
        trueHeading = heading.trueHeading?.inReportedDegrees
        magneticHeading = heading.magneticHeading?.inReportedDegrees
        declination = heading.declination?.rounded(toDecimals: 1)
        declinationSuspect = heading.declination != nil && heading.isDeclinationSuspect ? true : nil
        accuracy = heading.accuracy?.rounded(toDecimals: 1)
        origin = heading.origin
        age = heading.receivedAt.duration(to: now).inReportedSeconds
    }
}

/// A compass, and what is thought of it.
public struct CompassReport: Codable, Hashable, Sendable {
    /// As gpsd names it; nil when gpsd did not say.
    public var device: String?
    /// From which north it counts.
    public var north: CompassReading.North
    public var state: CompassState
    /// Whether it is the one that tells `heading`.
    public var inUse: Bool
    /// What it said last, from true north, 0..<360; nil for a magnetic one while nobody knows where it is.
    public var trueHeading: Double?
    /// Likewise from magnetic north, with its deviation taken into account.
    public var magneticHeading: Double?
    /// What was added to what it showed, in degrees; nil where nobody knows it.
    public var deviation: Double?
    /// How far it pointed clockwise of the course when the two were last compared, -180...180; nil while they were not.
    public var courseDifference: Double?
    /// Of what it said.
    public var age: Double

    package init(
        _ heading: Heading, from north: CompassReading.North, deviation: Double?, state: CompassState, inUse: Bool,
        courseDifference: Double?, at now: BootInstant
    ) {
        device = heading.device
        (self.north, self.state, self.inUse) = (north, state, inUse)
        trueHeading = heading.trueHeading?.inReportedDegrees
        magneticHeading = heading.magneticHeading?.inReportedDegrees
        self.deviation = deviation?.rounded(toDecimals: 1)
        self.courseDifference = courseDifference?.rounded(toDecimals: 1)
        age = heading.receivedAt.duration(to: now).inReportedSeconds
    }
}
