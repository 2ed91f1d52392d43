/// The whole status as it stands in the state file and on the socket. An absent value is an absent key; lengths are
/// in metres, angles in degrees, speeds in m/s, times in seconds.
public struct Status: Codable, Hashable, Sendable {
    /// Version of this format. Keys may be added without a new version.
    public var version = 1
    /// Counts the publications since the daemon started.
    public var sequence: UInt64
    public var precision: Precision
    public var source: SourceReport
    public var location: LocationReport?
    public var placemark: PlacemarkReport?
    public var geocoding: GeocodingReport
    public var fixes: FixesReport

    init(
        sequence: UInt64, precision: Precision, source: SourceReport, location: LocationReport?,
        placemark: PlacemarkReport?, geocoding: GeocodingReport, fixes: FixesReport
    ) {
        self.sequence = sequence
        self.precision = precision
        self.source = source
        self.location = location
        self.placemark = placemark
        self.geocoding = geocoding
        self.fixes = fixes
    }
}

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
    public var timestamp: Timestamp?
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
        course = location.course?.rounded(toDecimals: 1)
        courseAccuracy = location.courseAccuracy?.rounded(toDecimals: 1)
        timestamp = location.timestamp
        age = location.receivedAt.duration(to: now).inReportedSeconds
        stale = isStale
        simulated = location.isSimulated
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

/// What the geocoding policy does.
public struct GeocodingReport: Codable, Hashable, Sendable {
    public var policy: GeocodePolicy.Mode
    /// What the next request waits for, in words.
    public var next: String
    /// Seconds until the next request, when it is due at a known time.
    public var nextIn: Double?
    /// Whether the last request failed.
    public var failing: Bool
    /// Requests since the start.
    public var requests: Int
    /// Fixes that needed no request.
    public var saved: Int

    init(
        policy: GeocodePolicy.Mode, next: String, nextIn: Duration?, isFailing: Bool, requests: Int, saved: Int
    ) {
        self.policy = policy
        self.next = next
        self.nextIn = nextIn?.inReportedSeconds
        failing = isFailing
        self.requests = requests
        self.saved = saved
    }
}

/// What became of the fixes.
public struct FixesReport: Codable, Hashable, Sendable {
    public var accepted: Int
    /// By the name of the rejection; names without a rejection are absent.
    public var rejected: [String: Int]

    init(accepted: Int, rejected: [Rejection: Int]) {
        self.accepted = accepted
        self.rejected = Dictionary(uniqueKeysWithValues: rejected.map { ($0.key.rawValue, $0.value) })
    }
}

extension Duration {
    /// Seconds to a tenth, never negative: how ages are reported.
    var inReportedSeconds: Double { max(0, inSeconds).rounded(toDecimals: 1) }
}
