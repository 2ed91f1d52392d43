public import PlacemarkModel

/// What must outlive the process, so that the guard goes on: after a restart, a crash, a loss of power.
///
/// It has no time of the wall clock: instants mean something within one boot, and between boots only the receiver's
/// clock is told, never reckoned with.
public struct GuardMemory: Codable, Hashable, Sendable {
    public var plan: GuardPlan
    var situation: GuardSituation
    var acknowledgedExcess: Double?
    var since: BootInstant
    var lastSeen: FixTime?
    var scatter: GuardScatter
    var swing: SwingCircle
    /// Nil in what an earlier version has kept.
    var told: GuardNews?
    /// Whether the instants are those of an earlier boot.
    var isOfEarlierBoot: Bool?

    /// The same memory after a reboot.
    public var ofEarlierBoot: GuardMemory {
        var memory = self
        memory.isOfEarlierBoot = true
        return memory
    }

    init(
        plan: GuardPlan, situation: GuardSituation, acknowledgedExcess: Double?, since: BootInstant,
        lastSeen: FixTime?, scatter: GuardScatter, swing: SwingCircle, told: GuardNews
    ) {
        (self.plan, self.situation, self.acknowledgedExcess) = (plan, situation, acknowledgedExcess)
        (self.since, self.lastSeen, self.scatter, self.swing) = (since, lastSeen, scatter, swing)
        self.told = told
    }
}

/// Where the box is, as far as the guard can tell.
enum GuardSituation: String, Codable, Sendable { case inside, near, outside, unseen }
