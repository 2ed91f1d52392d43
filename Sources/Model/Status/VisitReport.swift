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

/// The answer to `visits`: the stay that goes on, and those before it.
public struct VisitsReport: Codable, Hashable, Sendable {
    /// Absent while the box is nowhere for long.
    public var current: VisitReport?
    /// The last ones that have ended, the oldest first.
    public var recent: [VisitReport]

    package init(current: VisitReport?, recent: [VisitReport]) {
        (self.current, self.recent) = (current, recent)
    }
}
