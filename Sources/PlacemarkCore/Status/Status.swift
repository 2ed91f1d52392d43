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
    /// Whether the box is under way; absent until it can be told.
    public var motion: Motion?
    public var heading: HeadingReport?
    /// The identifiers of the regions that the box is in, in alphabetical order; absent without regions.
    public var regions: [String]?
    /// The stay that goes on.
    public var visit: VisitReport?
    /// What the geocoding policy does. Readers with reduced precision are not told: each request says that the box has
    /// moved on.
    public var geocoding = GeocodingReport.untold
    /// What became of the fixes; likewise.
    public var fixes = FixesReport.untold

    init(
        sequence: UInt64, precision: Precision, source: SourceReport, location: LocationReport?,
        placemark: PlacemarkReport?
    ) {
        self.sequence = sequence
        self.precision = precision
        self.source = source
        self.location = location
        self.placemark = placemark
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Int.self, forKey: .version)
        sequence = try container.decode(UInt64.self, forKey: .sequence)
        precision = try container.decode(Precision.self, forKey: .precision)
        source = try container.decode(SourceReport.self, forKey: .source)
        location = try container.decodeIfPresent(LocationReport.self, forKey: .location)
        placemark = try container.decodeIfPresent(PlacemarkReport.self, forKey: .placemark)
        motion = try container.decodeIfPresent(Motion.self, forKey: .motion)
        heading = try container.decodeIfPresent(HeadingReport.self, forKey: .heading)
        regions = try container.decodeIfPresent([String].self, forKey: .regions)
        visit = try container.decodeIfPresent(VisitReport.self, forKey: .visit)
        geocoding = try container.decodeIfPresent(GeocodingReport.self, forKey: .geocoding) ?? .untold
        fixes = try container.decodeIfPresent(FixesReport.self, forKey: .fixes) ?? .untold
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(precision, forKey: .precision)
        try container.encode(source, forKey: .source)
        try container.encodeIfPresent(location, forKey: .location)
        try container.encodeIfPresent(placemark, forKey: .placemark)
        try container.encodeIfPresent(motion, forKey: .motion)
        try container.encodeIfPresent(heading, forKey: .heading)
        try container.encodeIfPresent(regions, forKey: .regions)
        try container.encodeIfPresent(visit, forKey: .visit)
        guard precision == .precise else { return }
        try container.encode(geocoding, forKey: .geocoding)
        try container.encode(fixes, forKey: .fixes)
    }

    private enum CodingKeys: String, CodingKey {
        case version, sequence, precision, source, location, placemark, motion, heading, regions, visit, geocoding,
            fixes
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

    /// What stands for nothing at all.
    static let untold = GeocodingReport(
        policy: .distanceAndTime, next: "", nextIn: nil, isFailing: false, requests: 0, saved: 0)

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

    /// What stands for nothing at all.
    static let untold = FixesReport(accepted: 0, rejected: [:])

    init(accepted: Int, rejected: [Rejection: Int]) {
        self.accepted = accepted
        self.rejected = Dictionary(uniqueKeysWithValues: rejected.map { ($0.key.rawValue, $0.value) })
    }
}
