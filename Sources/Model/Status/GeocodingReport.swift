/// What the geocoding policy does.
public struct GeocodingReport: Codable, Hashable, Sendable {
    public var policy: GeocodingMode
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
    /// Which geocoder is asked; nil from a daemon that has the gazetteer only.
    public var geocoder: GeocoderChoice?
    /// Absent where the gazetteer is the geocoder.
    public var network: NetworkGeocoderReport?

    package init(
        policy: GeocodingMode, next: String, nextIn: Duration?, isFailing: Bool, requests: Int, saved: Int,
        network: NetworkGeocoderReport?
    ) {
        self.policy = policy
        self.next = next
        self.nextIn = nextIn?.inReportedSeconds
        failing = isFailing
        self.requests = requests
        self.saved = saved
        geocoder = network == nil ? .gazetteer : .network
        self.network = network
    }
}

/// The network geocoder in the status.
public struct NetworkGeocoderReport: Codable, Hashable, Sendable {
    /// Answers that counted.
    public var answered: Int
    /// Answers that no place is known.
    public var noResult: Int
    public var failed: Int
    /// Answers that cannot be: far away, or in another country.
    public var refused: Int
    /// Why a request failed last; absent when none has.
    public var lastError: String?
    /// Seconds since then.
    public var lastErrorAge: Double?
    /// How it says that it is; absent when it does not say, and while it answers.
    public var state: GeocoderHealth.State?
    /// Why it does not ask its server.
    public var reason: String?
    /// Seconds until it asks its server again.
    public var restsFor: Double?

    package init(answered: Int, noResult: Int, failed: Int, refused: Int) {
        (self.answered, self.noResult, self.failed, self.refused) = (answered, noResult, failed, refused)
    }
}

/// The rule by which a new placemark is asked for.
public enum GeocodingMode: String, Codable, CaseIterable, Sendable {
    /// Apple's guidance: far enough from the last geocoded location, and long enough since the last attempt.
    case distanceAndTime = "distance-and-time"
    /// The sample listing that goes with the guidance, to the letter: either one, the distance measured from the
    /// previous fix. For comparison.
    case distanceOrTime = "distance-or-time"
    /// Every accepted fix. Only for a geocoder without a rate limit.
    case everyFix = "every-fix"
    /// Other names by the embedded gazetteer's hint than those of the last geocoded location, and long
    /// enough since the last attempt.
    case onChange = "on-change"

    /// When it asks, as the settings and their manual say it. The first one names the keys for the next ones.
    package var occasion: String {
        switch self {
        case .distanceAndTime: "when this machine has moved by Distance= and Interval= has passed"
        case .distanceOrTime: "when either has happened"
        case .everyFix: "at every fix"
        case .onChange: "when the embedded world file has other names for the position and Interval= has passed"
        }
    }
    /// Whether it asks once more when the box has stopped elsewhere than where it was named. The listing knows no rest, and
    /// every fix is asked about anyway.
    package var asksAtRest: Bool {
        switch self {
        case .distanceAndTime, .onChange: true
        case .distanceOrTime, .everyFix: false
        }
    }

    /// Whether it may ask a network geocoder: not one that asks without a pause.
    package var allowsNetworkGeocoder: Bool {
        switch self {
        case .distanceAndTime, .distanceOrTime, .onChange: true
        case .everyFix: false
        }
    }
}
