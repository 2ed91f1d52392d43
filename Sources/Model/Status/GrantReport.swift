/// A grant of precise access, as it stands in the list of `grants`.
public struct GrantReport: Codable, Hashable, Sendable {
    /// A grant is for some time: a user who shall know everything for good belongs to the group.
    public static let longestDuration = Duration.seconds(86_400)
    /// A purpose is a line in the log and in the list.
    public static let longestPurposeInBytes = 200

    /// The user's number.
    public var user: UInt32
    /// Why, in the words of the person who gave it.
    public var purpose: String
    /// Seconds that it was given for.
    public var duration: Double
    /// Seconds until it ends.
    public var remaining: Double

    public init(user: UInt32, purpose: String, duration: Duration, remaining: Duration) {
        self.user = user
        self.purpose = purpose
        self.duration = duration.inReportedSeconds
        self.remaining = remaining.inReportedSeconds
    }
}

/// The grants that are in force, in the order in which they end.
public struct GrantsReport: Codable, Hashable, Sendable {
    public var grants: [GrantReport]

    public init(grants: [GrantReport]) { self.grants = grants }
}
