public import PlacemarkModel

/// What a guard has to tell.
public struct GuardChange: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case warning, alarm, blind
        /// All is quiet: a guard has begun or ended, or the box is where it has to be again.
        case cleared
    }

    public let kind: Kind
    public let report: GuardReport

    public init(kind: Kind, report: GuardReport) {
        self.kind = kind
        self.report = report
    }
}

extension GuardChange.Kind {
    /// What its event is called.
    var name: EventReport.Name {
        switch self {
        case .warning: .guardWarning
        case .alarm: .guardAlarm
        case .blind: .guardBlind
        case .cleared: .guardCleared
        }
    }
}
