import PlacemarkModel

/// When something was, by both clocks.
struct FixTime: Hashable, Codable, Sendable {
    /// By the boot-time clock, which measures.
    var at: BootInstant
    /// By the receiver's clock, which outlives a boot and may be wrong.
    var timestamp: Timestamp?

    init(_ location: Location) {
        at = location.receivedAt
        timestamp = location.isTimestampSuspect ? nil : location.timestamp
    }

    func shifted(by offset: Duration) -> FixTime {
        var shifted = self
        shifted.at = at.advanced(by: offset)
        return shifted
    }
}
