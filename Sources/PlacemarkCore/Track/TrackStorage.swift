/// Where past positions are kept.
public enum TrackStorage: String, CaseIterable, Sendable {
    /// Nowhere.
    case none
    /// Until the daemon ends.
    case memory
    /// Over restarts, too.
    case disk
}
