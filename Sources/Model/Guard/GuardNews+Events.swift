extension GuardNews {
    /// Nil for events that are not of a guard, and those that have never been told.
    public subscript(name: EventReport.Name) -> String? {
        get { Self.field(of: name).flatMap { self[keyPath: $0] } }
        set { if let field = Self.field(of: name) { self[keyPath: field] = newValue } }
    }

    private static func field(of name: EventReport.Name) -> WritableKeyPath<Self, String?>? {
        switch name {
        case .guardWarning: \.guardWarning
        case .guardAlarm: \.guardAlarm
        case .guardBlind: \.guardBlind
        case .guardCleared: \.guardCleared
        default: nil
        }
    }
}
