/// The condition of the source of locations.
public struct SourceReport: Codable, Hashable, Sendable {
    public var state: SourceState
    public var device: String?
    /// Seconds since this state was entered.
    public var since: Double
    public var reason: String?

    package init(_ state: SourceState, since: Double, device: String?, reason: String?) {
        (self.state, self.since, self.device, self.reason) = (state, since, device, reason)
    }
}

extension SourceReport {
    /// Why there is no location that counts, in words for a person: to follow a colon.
    public var absenceOfLocation: String {
        switch state {
        case .connecting: "connecting to gpsd"
        case .disconnected: reason ?? "gpsd cannot be reached"
        case .waiting: reason ?? "gpsd has not reported from a receiver"
        // There are fixes, but no secret to make a reduced position with.
        case .live: "none is made for reduced precision; the log of the daemon says why"
        case .noFix, .stale, .lost: reason ?? "the receiver has no position"
        }
    }
}

/// The condition of the source of locations.
public enum SourceState: String, Codable, CaseIterable, Sendable {
    /// gpsd has not been reached since the start.
    ///
    /// Can transition to: waiting, disconnected.
    case connecting
    /// gpsd cannot be reached.
    ///
    /// Can transition to: waiting.
    case disconnected
    /// gpsd answers, but no receiver has said anything.
    ///
    /// Can transition to: noFix, live, lost (the receiver is unplugged before it has said anything), disconnected.
    case waiting
    /// A receiver reports, but has no position, or none that is believed.
    ///
    /// Can transition to: live, lost, disconnected.
    case noFix
    /// Fixes come in.
    ///
    /// Can transition to: stale, lost, disconnected.
    case live
    /// Fixes came in until a moment ago.
    ///
    /// Can transition to: live, noFix, lost, disconnected.
    case stale
    /// The receiver has been silent for long, or is gone.
    ///
    /// Can transition to: live, noFix, disconnected.
    case lost
}
