/// The condition of the source of locations.
public struct SourceReport: Codable, Hashable, Sendable {
    public var state: SourceMonitor.State
    public var device: String?
    /// Seconds since this state was entered.
    public var since: Double
    public var reason: String?

    init(_ monitor: SourceMonitor, at now: BootInstant) {
        state = monitor.state
        device = monitor.device
        since = monitor.since.duration(to: now).inReportedSeconds
        reason = monitor.reason
    }
}

/// A location with its age.
public struct LocationReport: Codable, Hashable, Sendable {
    public var coordinate: Coordinate
    /// 2 or 3: the dimensions that the receiver solved for.
    public var mode: Location.Mode?
    public var horizontalAccuracy: Double?
    public var altitude: Double?
    public var ellipsoidalAltitude: Double?
    public var verticalAccuracy: Double?
    public var speed: Double?
    public var speedAccuracy: Double?
    public var course: Double?
    public var courseAccuracy: Double?
    /// How many satellites the fix was made of, and how many the receiver heard.
    public var satellitesUsed, satellitesSeen: Int?
    public var timestamp: Timestamp?
    /// True when `timestamp` cannot be right; absent otherwise.
    public var timestampSuspect: Bool?
    public var age: Double
    /// Whether the box may have left: its source is not live.
    public var stale: Bool
    public var simulated: Bool?

    init(_ location: Location, at now: BootInstant, isStale: Bool) {
        coordinate = location.coordinate
        mode = location.mode
        horizontalAccuracy = location.horizontalAccuracy?.rounded(toDecimals: 1)
        altitude = location.altitude?.rounded(toDecimals: 1)
        ellipsoidalAltitude = location.ellipsoidalAltitude?.rounded(toDecimals: 1)
        verticalAccuracy = location.verticalAccuracy?.rounded(toDecimals: 1)
        speed = location.speed?.rounded(toDecimals: 2)
        speedAccuracy = location.speedAccuracy?.rounded(toDecimals: 2)
        course = location.course?.inReportedDegrees
        courseAccuracy = location.courseAccuracy?.rounded(toDecimals: 1)
        (satellitesUsed, satellitesSeen) = (location.satellites?.used, location.satellites?.seen)
        timestamp = location.timestamp
        timestampSuspect = location.isTimestampSuspect ? true : nil
        age = location.receivedAt.duration(to: now).inReportedSeconds
        stale = isStale
        simulated = location.isSimulated
    }

    /// As it was then, with no age.
    init(_ point: TrackPoint) {
        coordinate = point.coordinate
        horizontalAccuracy = point.horizontalAccuracy
        altitude = point.altitude
        speed = point.speed
        timestamp = point.timestamp
        age = 0
        stale = false
    }

    init(_ position: ReducedPosition, at now: BootInstant, isStale: Bool) {
        coordinate = position.coordinate
        horizontalAccuracy = position.horizontalAccuracy.rounded(toDecimals: 1)
        age = position.takenAt.duration(to: now).inReportedSeconds
        stale = isStale
    }
}

/// A placemark with its age; its keys stand beside those of the placemark.
public struct PlacemarkReport: Codable, Hashable, Sendable {
    public var placemark: Placemark
    /// Accuracy in metres of the location that was geocoded.
    public var horizontalAccuracy: Double?
    public var age: Double
    /// Whether the box may be elsewhere by now: the source is not live, geocoding fails, or the placemark comes from
    /// an earlier run.
    public var stale: Bool

    init(_ placemark: Placemark, horizontalAccuracy: Double?, age: Duration, isStale: Bool) {
        self.placemark = placemark
        self.horizontalAccuracy = horizontalAccuracy?.rounded(toDecimals: 1)
        self.age = age.inReportedSeconds
        stale = isStale
    }

    /// The placemark for a reader with this precision.
    init(_ known: StatusSnapshot.KnownPlacemark, _ precision: Precision, at now: BootInstant, isStale: Bool) {
        let isPrecise = precision == .precise
        self.init(
            known.placemark(for: precision),
            horizontalAccuracy: isPrecise ? known.location?.horizontalAccuracy : nil,
            age: (isPrecise ? known.answeredAt : known.reducedAnsweredAt).duration(to: now), isStale: isStale)
    }

    private enum CodingKeys: String, CodingKey { case horizontalAccuracy, age, stale }

    public init(from decoder: any Decoder) throws {
        placemark = try Placemark(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        horizontalAccuracy = try container.decodeIfPresent(Double.self, forKey: .horizontalAccuracy)
        age = try container.decode(Double.self, forKey: .age)
        stale = try container.decode(Bool.self, forKey: .stale)
    }

    public func encode(to encoder: any Encoder) throws {
        try placemark.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(horizontalAccuracy, forKey: .horizontalAccuracy)
        try container.encode(age, forKey: .age)
        try container.encode(stale, forKey: .stale)
    }
}

/// The direction in which the box points, with its age.
public struct HeadingReport: Codable, Hashable, Sendable {
    /// Degrees clockwise from true north, 0..<360.
    public var trueHeading: Double
    public var accuracy: Double?
    public var origin: Heading.Origin
    public var age: Double

    init(_ heading: Heading, at now: BootInstant) {
        trueHeading = heading.trueHeading.inReportedDegrees
        accuracy = heading.accuracy?.rounded(toDecimals: 1)
        origin = heading.origin
        age = heading.receivedAt.duration(to: now).inReportedSeconds
    }

    /// Returns nil when the heading is too old to say anything.
    init?(current heading: Heading, at now: BootInstant) {
        guard heading.receivedAt.duration(to: now) <= HeadingFilter.lifetime else { return nil }
        self.init(heading, at: now)
    }
}

/// A stay at one place.
public struct VisitReport: Codable, Hashable, Sendable {
    public var coordinate: Coordinate
    /// Radius in metres in which the stay was.
    public var horizontalAccuracy: Double
    /// By the receiver's clock.
    public var arrival: Timestamp?
    /// By the receiver's clock; absent while the stay goes on.
    public var departure: Timestamp?
    /// Seconds from arrival to departure, or to now.
    public var duration: Double
    public var placemark: Placemark?

    public init(_ visit: Visit, at now: BootInstant) {
        coordinate = visit.coordinate
        horizontalAccuracy = visit.horizontalAccuracy.rounded(toDecimals: 1)
        arrival = visit.arrival
        departure = visit.departure
        duration = visit.arrivedAt.duration(to: visit.departedAt ?? now).inReportedSeconds
        placemark = visit.placemark
    }
}

extension Double {
    /// Degrees 0..<360 to a tenth, in the same range: 359.96 is reported as 0.
    fileprivate var inReportedDegrees: Double {
        let degrees = rounded(toDecimals: 1)
        return degrees == 360 ? 0 : degrees
    }
}

extension Duration {
    /// Seconds to a tenth, never negative: how ages are reported.
    var inReportedSeconds: Double { max(0, inSeconds).rounded(toDecimals: 1) }
}

extension SourceReport {
    /// Why there is no location that counts, in words for a person: to follow a colon.
    public var absenceOfLocation: String {
        switch state {
        case .connecting: "connecting to gpsd"
        case .disconnected: reason ?? "gpsd cannot be reached"
        case .waiting: reason ?? "gpsd has not reported from a receiver"
        // There are fixes, but no secret to make a reduced position with.
        case .live: "none is made for reduced precision; the log of the daemon says why"
        case .noFix, .stale, .lost: reason ?? "the receiver has no position"
        }
    }
}

/// Which program answers.
public struct VersionReport: Codable, Hashable, Sendable {
    /// That of the running daemon, which may be older than the files that have been installed since.
    public var version: String

    public init(version: String) { self.version = version }
}

/// The answer to `visits`: the stay that goes on, and those before it.
public struct VisitsReport: Codable, Hashable, Sendable {
    /// Absent while the box is nowhere for long.
    public var current: VisitReport?
    /// The last ones that have ended, the oldest first.
    public var recent: [VisitReport]

    public init(_ snapshot: StatusSnapshot, at now: BootInstant) {
        current = snapshot.visit.map { VisitReport($0, at: now) }
        recent = snapshot.recentVisits.map { VisitReport($0, at: now) }
    }
}
