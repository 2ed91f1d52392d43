public import PlacemarkModel

/// What became of a trip: the last line of a replay.
public struct TripSummary: Codable, Hashable, Sendable {
    public var event = "summary"
    /// Seconds from the first fix to the last.
    public var elapsed: Double
    /// Metres, without jitter.
    public var distance: Double
    public var fixes: FixesReport
    public var geocoding: PolicySummary
    /// How many events there were of each name.
    public var events: [String: Int]
    /// Where the trip came from; absent when it is not a recording.
    public var recording: RecordingSummary?
}

/// What was found in a recording, besides fixes.
public struct RecordingSummary: Codable, Hashable, Sendable {
    /// The name of its format.
    public var format: String
    /// How many lines, or other pieces, could not be read.
    public var damaged: Int
    /// How many positions had no time of their own, and were taken to have come a second after the one before.
    public var undated: Int

    public init(format: String, damaged: Int, undated: Int) {
        self.format = format
        self.damaged = damaged
        self.undated = undated
    }
}

/// How a policy did on a trip. Also the best schedule with hindsight, which has fewer figures.
public struct PolicySummary: Codable, Hashable, Sendable {
    /// The name of a policy, or `hindsight`.
    public var policy: String
    /// Requests to the geocoder.
    public var requests: Int
    /// The shortest time between two requests, in seconds; absent with fewer than two.
    public var shortestInterval: Double?
    /// The shortest distance between the positions of two requests in a row, in metres.
    public var shortestDistance: Double?
    /// Answers of the geocoder.
    public var placemarks: Int?
    /// How often the published city became another one.
    public var cityChanges: Int?
    /// The share of the time, 0…1, in which the published city was the one that a lookup at the newest fix gives. Absent
    /// when there was no time, or no city.
    public var rightShare: Double?
    /// The same of the time in which the box made at least 18 km/h.
    public var rightShareDriving: Double?

    init(policy: String, requests: Int, rightShare: Double?) {
        self.policy = policy
        self.requests = requests
        self.rightShare = rightShare?.rounded(toDecimals: 4)
    }

    /// The best schedule that one request in an interval allows.
    public init(_ schedule: HindsightSchedule) {
        self.init(policy: "hindsight", requests: schedule.requests, rightShare: schedule.rightShare)
    }
}

/// Several policies on the same trip.
public struct TripComparison: Codable, Hashable, Sendable {
    public var event = "comparison"
    public var policies: [PolicySummary]

    public init(_ policies: [PolicySummary]) { self.policies = policies }
}
