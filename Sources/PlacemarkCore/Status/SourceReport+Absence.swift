extension SourceReport {
    /// Why there is no location that counts, in words for a person: to follow a colon.
    public var absenceOfLocation: String {
        switch state {
        case .connecting: "connecting to gpsd"
        case .disconnected: reason ?? "gpsd cannot be reached"
        case .waiting: "gpsd has not reported from a receiver"
        // There are fixes, but no secret to make a reduced position with.
        case .live: "none is made for reduced precision; the log of the daemon says why"
        case .noFix, .stale, .lost: reason ?? "the receiver has no position"
        }
    }
}
