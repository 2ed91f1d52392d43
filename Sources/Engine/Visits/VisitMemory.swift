import PlacemarkModel

extension VisitDetector {
    /// What must outlive the process, so that a visit that goes on is still the same one afterwards.
    ///
    /// Boot-time instants mean something within one boot only. The code that keeps the memory keeps the identity of the boot
    /// beside it, and restores `ofEarlierBoot` when the identity is another.
    public struct Memory: Hashable, Codable, Sendable {
        /// A receiver whose clock has moved by more has set it (a week rollover is 19.6 years), and tells no gap.
        private static let longestPlausibleGap = Duration.seconds(366 * 86_400)

        var open: OpenVisit?
        var recent: [Visit] = []
        /// The last accepted fix.
        var lastFix: FixTime?
        /// Whether the instants are those of an earlier boot, moved before this one.
        var isOfEarlierBoot = false

        /// The same memory after a reboot.
        ///
        /// How long the machine was off, only the receiver's clock can tell. Until it does, the last fix was in the
        /// moment of the boot, and all other instants keep their distance from it.
        public var ofEarlierBoot: Memory {
            guard let lastFix else { return self }
            var moved = shifted(by: .zero - lastFix.at.sinceBoot)
            moved.isOfEarlierBoot = true
            return moved
        }

        /// Moves the instants of an earlier boot to where the receiver's clock puts them, seen from a fix of this boot.
        /// Returns false, and does nothing, when that clock cannot be believed.
        mutating func bridgeReboot(to fix: FixTime) -> Bool {
            guard let lastFix, let last = lastFix.timestamp, let timestamp = fix.timestamp else { return false }
            let gap = timestamp.duration(since: last)
            guard gap >= .zero, gap <= Self.longestPlausibleGap else { return false }
            // The machine has been up for so long at least.
            let shortestGap = lastFix.at.duration(to: fix.at)
            self = shifted(by: shortestGap - max(gap, shortestGap))
            isOfEarlierBoot = false
            return true
        }

        /// Whether a run can have left this: visits end after they have begun, and nothing is larger than the earth.
        var isSound: Bool { (open?.isSound ?? true) && recent.allSatisfy(\.isSound) }

        private func shifted(by offset: Duration) -> Memory {
            var shifted = self
            shifted.open = open?.shifted(by: offset)
            shifted.recent = recent.map { $0.shifted(by: offset) }
            shifted.lastFix = lastFix?.shifted(by: offset)
            return shifted
        }
    }
}

/// When something was, by both clocks.
struct FixTime: Hashable, Codable, Sendable {
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
}
