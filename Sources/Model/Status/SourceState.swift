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
