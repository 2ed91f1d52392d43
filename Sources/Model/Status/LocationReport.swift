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
    /// Who told it; nil for a receiver.
    public var origin: Origin?

    /// What tells where the box is, besides receivers.
    public enum Origin: String, Codable, CaseIterable, Sendable {
        /// A beacon that is heard, and whose region has a place on the map.
        case beacon
    }

    /// How much the reader was told. A position for reduced precision is the middle of a cell with its radius, and nothing stands
    /// beside it; a receiver, a track with its times and a beacon tell more.
    public var precision: Precision {
        guard let horizontalAccuracy else { return .precise }
        var bare = LocationReport(
            coordinate: coordinate, horizontalAccuracy: horizontalAccuracy, age: .zero, isStale: stale)
        (bare.horizontalAccuracy, bare.age) = (horizontalAccuracy, age)
        return self == bare ? .reduced : .precise
    }

    package init(_ location: Location, at now: BootInstant, isStale: Bool) {
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

    /// A position without all that a receiver knows beside it.
    package init(coordinate: Coordinate, horizontalAccuracy: Double, age: Duration, isStale: Bool) {
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy.rounded(toDecimals: 1)
        self.age = age.inReportedSeconds
        stale = isStale
    }
}

extension Double {
    /// Degrees 0..<360 to a tenth, in the same range: 359.96 is reported as 0.
    var inReportedDegrees: Double {
        let degrees = rounded(toDecimals: 1)
        return degrees == 360 ? 0 : degrees
    }
}

extension Duration {
    /// Seconds to a tenth, never negative: how ages are reported.
    package var inReportedSeconds: Double { max(0, inSeconds).rounded(toDecimals: 1) }
}
