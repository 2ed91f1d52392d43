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
