import PlacemarkModel

extension VisitDetector {
    /// What must outlive the process, so that a visit that goes on is still the same one afterwards.
    ///
    /// Boot-time instants mean something within one boot only. The code that keeps the memory keeps the identity of the boot
    /// beside it, and restores `ofEarlierBoot` when the identity is another.
    public struct Memory: Hashable, Codable, Sendable {
        var open: OpenVisit?
        var recent: [Visit] = []
        /// The last accepted fix.
        var lastFix: FixTime?
        /// Whether the instants are those of an earlier boot, moved before this one.
        var isOfEarlierBoot = false

        /// The same memory after a reboot: until the receiver's clock tells how long the machine was off, the last fix was in
        /// the moment of the boot, and all other instants keep their distance from it.
        public var ofEarlierBoot: Memory {
            guard let lastFix else { return self }
            var moved = shifted(by: lastFix.shiftToBoot)
            moved.isOfEarlierBoot = true
            return moved
        }

        /// Moves the instants of an earlier boot to where the receiver's clock puts them, seen from a fix of this boot.
        /// Returns false, and does nothing, when that clock cannot be believed.
        mutating func bridgeReboot(to fix: FixTime) -> Bool {
            guard let shift = lastFix?.shift(bridgingRebootTo: fix) else { return false }
            self = shifted(by: shift)
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
