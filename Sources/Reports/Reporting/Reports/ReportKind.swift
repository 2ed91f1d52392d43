public import PlacemarkModel

/// What a report tells, in the words of `Events=`.
public enum ReportKind: String, CaseIterable, Codable, Hashable, Sendable {
    case location, placemark
    case regionEntered, regionExited, visitArrived, visitDeparted, paused, resumed
    case timeZone
    case guardWarning, guardAlarm, guardBlind, guardCleared
    case tripStarted
    /// A trip that seemed to have ended goes on. It is no event of the daemon; the reporter finds it out.
    case tripResumed
    /// A trip has ended, or seems to have, as its state says.
    case tripEnded
    /// The source of locations is in another state.
    case source
    /// The whole present state, now and then, also when nothing happens.
    case heartbeat
    /// Some time is missing: nobody knows what the daemon told then.
    case missed

    /// What a guard tells.
    public static let ofGuard: [ReportKind] = [.guardWarning, .guardAlarm, .guardBlind, .guardCleared]
    /// What is told of trips.
    public static let ofTrips: [ReportKind] = [.tripStarted, .tripResumed, .tripEnded]

    /// The kind of an event; nil for those that are not reported: each is either a part of another one, or about the
    /// daemon and not about the machine.
    public init?(_ name: EventReport.Name) {
        switch name {
        case .status: self = .heartbeat
        case .location: self = .location
        case .placemark: self = .placemark
        case .regionEntered: self = .regionEntered
        case .regionExited: self = .regionExited
        case .visitArrived: self = .visitArrived
        case .visitDeparted: self = .visitDeparted
        case .paused: self = .paused
        case .resumed: self = .resumed
        case .timeZone: self = .timeZone
        case .source: self = .source
        case .guardWarning: self = .guardWarning
        case .guardAlarm: self = .guardAlarm
        case .guardBlind: self = .guardBlind
        case .guardCleared: self = .guardCleared
        case .tripStarted: self = .tripStarted
        case .tripEnded: self = .tripEnded
        case .rejected, .geocode, .heading, .compass, .beacons, .beaconPlace: return nil
        }
    }
}

extension Set<ReportKind> {
    /// Whether anything of trips is among them.
    public var hasTrips: Bool { !isDisjoint(with: ReportKind.ofTrips) }

    /// Whether anything of the guard is among them.
    public var hasGuard: Bool { !isDisjoint(with: ReportKind.ofGuard) }
}
