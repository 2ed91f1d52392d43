import PlacemarkModel

/// When a parked vehicle is guarded without anybody having asked: `Parked=auto`.
///
/// - It is armed once a visit has begun and the box is at rest, unless the owner is here.
/// - What a person says about the guard during a visit holds until that visit ends.
/// - Where the owner is, a guard that has armed itself ends. One that a person has armed does not.
struct SelfParking: Sendable {
    /// What is known of the box now.
    struct Situation {
        var isVisiting: Bool
        var isAtRest: Bool
        /// Whether there is a position now.
        var isSeen: Bool
        /// Whether a guard is on, or one was that is lost.
        var isGuarded: Bool
        /// Whether that guard has armed itself.
        var isAutomatic: Bool
        var isOwnerHere: Bool
    }

    enum Decision { case arm, disarm }

    /// Whether a person has decided for the visit that goes on.
    private(set) var isDecided = false
    /// Goes up whenever `isDecided` has changed.
    private(set) var revision: UInt64 = 0

    /// A person has armed or ended a guard.
    mutating func commanded(isVisiting: Bool) { decide(isVisiting) }

    /// The visit has ended.
    mutating func departed() { decide(false) }

    /// Goes on with what an earlier run knew.
    mutating func restore(isDecided: Bool) { self.isDecided = isDecided }

    private mutating func decide(_ new: Bool) {
        guard new != isDecided else { return }
        isDecided = new
        revision += 1
    }

    func decision(_ situation: Situation, _ settings: GuardSettings) -> Decision? {
        guard settings.parked == .auto else { return nil }
        if situation.isGuarded { return situation.isAutomatic && situation.isOwnerHere ? .disarm : nil }
        let isParked = situation.isVisiting && situation.isAtRest && situation.isSeen
        return isParked && !situation.isOwnerHere && !isDecided ? .arm : nil
    }
}
