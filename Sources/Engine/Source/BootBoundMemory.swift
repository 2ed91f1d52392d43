/// What a detector remembers beyond its process, with instants of the boot-time clock, which mean something within one boot
/// only. The code that keeps such a memory keeps the identity of the boot beside it.
protocol BootBoundMemory {
    /// The last accepted fix.
    var lastFix: FixTime? { get }
    /// Whether the instants are those of an earlier boot, moved before this one.
    var isOfEarlierBoot: Bool { get set }

    /// The same with each instant moved by so much.
    func shifted(by offset: Duration) -> Self
}

extension BootBoundMemory {
    /// The same memory after a reboot: until the receiver's clock tells how long the machine was off, the last fix was in
    /// the moment of the boot, and all other instants keep their distance from it.
    var movedBeforeThisBoot: Self {
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
}
