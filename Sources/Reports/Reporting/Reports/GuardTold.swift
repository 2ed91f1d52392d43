public import PlacemarkModel

/// Which events of the guard have been told, so that each is told once, whichever of daemon and reporter begins anew.
///
/// The daemon tells an event to whoever listens in that moment, and raises an alarm again after its restart. Each event has an
/// identity: by it an echo is known, and what nobody has heard is found in what `guard` answers afterwards.
public struct GuardTold: Codable, Hashable, Sendable {
    /// The last event of each kind; none while nothing is guarded, nil before the first look at the guard.
    private var known: GuardNews?

    public init() {}

    /// Whether something was guarded when the guard was last heard of.
    public var isOn: Bool { known != nil && known != GuardNews() }

    /// Takes an event for told. Returns false for the echo of one that has been told.
    public mutating func take(_ event: EventReport) -> Bool {
        guard let report = event.guard else { return true }
        guard report.state != .off else {
            // The end of a guard has no identity.
            defer { known = GuardNews() }
            return known != GuardNews()
        }
        guard let identity = report.told?[event.event] else { return true }
        guard identity != known?[event.event] else { return false }
        // What was before the first event is past.
        known = known ?? report.told
        known?[event.event] = identity
        return true
    }

    /// Takes how the guard stands, after a time in which events may have been lost, and all its events for told. Returns those that
    /// have not been: of each kind the last one, and at the end the one that tells how the guard stands now.
    ///
    /// The very first time only an alarm or a warning that goes on is news.
    public mutating func take(_ report: GuardReport) -> [EventReport.Name] {
        let (before, wasOn, present) = (known, isOn, report.state.event)
        guard report.state != .off else {
            known = GuardNews()
            return wasOn ? [.guardCleared] : []
        }
        known = report.told ?? before ?? GuardNews()
        let missed = EventReport.Name.allCases.filter { name in
            guard let identity = report.told?[name], identity != before?[name] else { return false }
            return before != nil || (name == present && name != .guardCleared)
        }
        return missed.filter { $0 != present } + missed.filter { $0 == present }
    }
}

extension GuardState {
    /// The event with which this state has begun; nil for an acknowledgement, which is none.
    fileprivate var event: EventReport.Name? {
        switch self {
        case .off, .armed: .guardCleared
        case .warning: .guardWarning
        case .alarm: .guardAlarm
        case .blind: .guardBlind
        case .acknowledged: nil
        }
    }
}
