/// One point of the track: where the box was, and when.
public struct TrackPoint: Hashable, Sendable {
    /// When the box was there.
    public enum Time: Hashable, Sendable {
        /// The receiver's word.
        case receiver(Timestamp)
        /// The receiver tells no time, or one that cannot be right: the boot-time clock's, which means something until the
        /// next boot only.
        case sinceBoot(Duration)
    }

    public var coordinate: Coordinate
    public var time: Time
    /// Height above mean sea level, in metres.
    public var altitude: Double?
    /// Speed over ground, in m/s.
    public var speed: Double?
    /// Radius in metres round the coordinate in which the box was with 95 % probability.
    public var horizontalAccuracy: Double?
    /// Whether nothing is known of the way from the point before: the track has a gap there.
    public var startsSegment: Bool

    public init(
        coordinate: Coordinate, time: Time, altitude: Double? = nil, speed: Double? = nil,
        horizontalAccuracy: Double? = nil, startsSegment: Bool = false
    ) {
        self.coordinate = coordinate
        self.time = time
        self.altitude = altitude
        self.speed = speed
        self.horizontalAccuracy = horizontalAccuracy
        self.startsSegment = startsSegment
    }

    /// The fix as a point.
    package init(_ fix: Location, startsSegment: Bool = false) {
        self.init(
            coordinate: fix.coordinate, time: Time(fix), altitude: fix.altitude, speed: fix.speed,
            horizontalAccuracy: fix.horizontalAccuracy, startsSegment: startsSegment)
    }

    /// The receiver's time; nil when it tells none that can be right.
    public var timestamp: Timestamp? {
        if case .receiver(let timestamp) = time { timestamp } else { nil }
    }
}

extension TrackPoint.Time {
    package init(_ fix: Location) {
        self = fix.plausibleTimestamp.map { .receiver($0) } ?? .sinceBoot(fix.receivedAt.sinceBoot)
    }
}

/// As on a line of the answer to `track`: the keys of a location, `secondsSinceBoot` where there is no `timestamp`, and
/// `startsSegment` where it is true.
extension TrackPoint: Codable {
    private enum CodingKeys: String, CodingKey {
        case coordinate, timestamp, secondsSinceBoot, altitude, speed, horizontalAccuracy, startsSegment
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        coordinate = try container.decode(Coordinate.self, forKey: .coordinate)
        altitude = try container.decodeIfPresent(Double.self, forKey: .altitude)
        speed = try container.decodeIfPresent(Double.self, forKey: .speed)
        horizontalAccuracy = try container.decodeIfPresent(Double.self, forKey: .horizontalAccuracy)
        startsSegment = try container.decodeIfPresent(Bool.self, forKey: .startsSegment) ?? false
        if let timestamp = try container.decodeIfPresent(Timestamp.self, forKey: .timestamp) {
            time = .receiver(timestamp)
        } else {
            let seconds = try container.decode(Double.self, forKey: .secondsSinceBoot)
            guard seconds.magnitude < 1e12 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .secondsSinceBoot, in: container, debugDescription: "not a time since boot")
            }
            time = .sinceBoot(.seconds(seconds))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        switch time {
        case .receiver(let timestamp): try container.encode(timestamp, forKey: .timestamp)
        case .sinceBoot(let duration):
            try container.encode(duration.inSeconds.rounded(toDecimals: 3), forKey: .secondsSinceBoot)
        }
        try container.encodeIfPresent(altitude?.rounded(toDecimals: 1), forKey: .altitude)
        try container.encodeIfPresent(speed?.rounded(toDecimals: 2), forKey: .speed)
        try container.encodeIfPresent(horizontalAccuracy?.rounded(toDecimals: 1), forKey: .horizontalAccuracy)
        if startsSegment { try container.encode(true, forKey: .startsSegment) }
    }
}

/// Where past positions are kept.
public enum TrackStorage: String, CaseIterable, Sendable {
    /// Nowhere.
    case none
    /// Until the daemon ends.
    case memory
    /// Over restarts, too.
    case disk
}
