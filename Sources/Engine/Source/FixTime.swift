import PlacemarkModel

/// When a fix was, by both clocks.
///
/// Boot-time instants mean something within one boot only, and how long the machine was off between two boots, only the
/// receiver's clock can tell.
struct FixTime: Hashable, Codable, Sendable {
    /// A receiver whose clock has moved by more has set it (a week rollover is 19.6 years), and tells no gap.
    private static let longestPlausibleGap = Duration.seconds(366 * 86_400)

    /// By the boot-time clock, which measures.
    var at: BootInstant
    /// By the receiver's clock, which outlives a boot and may be wrong.
    var timestamp: Timestamp?

    init(_ location: Location) {
        at = location.receivedAt
        timestamp = location.plausibleTimestamp
    }

    func shifted(by offset: Duration) -> FixTime {
        var shifted = self
        shifted.at = at.advanced(by: offset)
        return shifted
    }

    /// How far instants move when this fix, of an earlier boot, is put into the moment of the boot.
    var shiftToBoot: Duration { .zero - at.sinceBoot }

    /// How far instants move when this fix, of an earlier boot and put into the moment of this one, is put where the receiver's
    /// clock has it, seen from a fix of this boot; nil when that clock cannot be believed.
    func shift(bridgingRebootTo fix: FixTime) -> Duration? {
        guard let timestamp, let later = fix.timestamp else { return nil }
        let gap = later.duration(since: timestamp)
        guard gap >= .zero, gap <= Self.longestPlausibleGap else { return nil }
        // The machine has been up for so long at least.
        let shortestGap = at.duration(to: fix.at)
        return shortestGap - max(gap, shortestGap)
    }
}
