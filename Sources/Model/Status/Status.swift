/// The whole status as it stands in the state file and on the socket. An absent value is an absent key; lengths are
/// in metres, angles in degrees, speeds in m/s, times in seconds.
public struct Status: Codable, Hashable, Sendable {
    /// Version of this format. Keys may be added without a new version.
    public var version = 1
    /// The version of the running daemon, which may be older than the files that have been installed since; nil from one
    /// that does not tell it yet.
    public var daemonVersion: String?
    /// Counts the publications since the daemon started.
    public var sequence: UInt64
    public var precision: Precision
    public var source: SourceReport
    public var location: LocationReport?
    public var placemark: PlacemarkReport?
    /// Whether the box is under way; absent until it can be told.
    public var motion: Motion?
    public var heading: HeadingReport?
    /// The compasses that report, or did within the last hour; absent without one.
    public var compasses: [CompassReport]?
    /// The identifiers of the regions that the box is in, in alphabetical order; absent without regions.
    public var regions: [String]?
    /// Whether the beacons are heard that regions name; absent while none names one.
    public var beacons: BeaconsSummary?
    /// The stay that goes on.
    public var visit: VisitReport?
    /// How the guard stands; absent while nothing is guarded.
    public var `guard`: GuardState?
    /// Of a status for precise readers.
    package var guardState: GuardState { self.guard ?? .off }
    /// The way of all trips, in metres; absent while no trips are kept.
    public var odometer: Double?
    /// What the geocoding policy does. Nil for readers with reduced precision: each request says that the box has moved on.
    public var geocoding: GeocodingReport?
    /// What became of the fixes. Nil for readers with reduced precision, likewise.
    public var fixes: FixesReport?

    package init(
        sequence: UInt64, precision: Precision, source: SourceReport, location: LocationReport?,
        placemark: PlacemarkReport?
    ) {
        daemonVersion = Installation.version
        self.sequence = sequence
        self.precision = precision
        self.source = source
        self.location = location
        self.placemark = placemark
    }

    /// How old the position is that a stale placemark is known to have been right for, in seconds; nil while it is current.
    ///
    /// When no more positions come, that is the last one: a box that rests has been there until then, however long ago it
    /// was named. While they come, and the geocoder does not name them, it is the one that was named last.
    public var placemarkStaleness: Double? {
        guard let placemark, placemark.stale else { return nil }
        guard source.state != .live, let location else { return placemark.age }
        return min(placemark.age, location.age)
    }
}

/// What became of the fixes.
public struct FixesReport: Codable, Hashable, Sendable {
    public var accepted: Int
    /// By the name of the rejection; names without a rejection are absent.
    public var rejected: [String: Int]

    public init(accepted: Int, rejected: [Rejection: Int]) {
        self.accepted = accepted
        self.rejected = Dictionary(uniqueKeysWithValues: rejected.map { ($0.key.rawValue, $0.value) })
    }
}

/// Whether the box is under way.
public enum Motion: String, Codable, CaseIterable, Sendable {
    case moving
    /// At rest for two minutes: locations are not delivered but for a heartbeat.
    case stationary
}

/// Which program answers.
public struct VersionReport: Codable, Hashable, Sendable {
    /// That of the running daemon, which may be older than the files that have been installed since.
    public var version: String

    public init(version: String) { self.version = version }
}
