/// What the operator has set for all guards: what an order leaves out, and who is told.
public struct GuardSettings: Hashable, Sendable {
    /// Whether a vehicle is guarded without anybody having asked.
    public enum Parked: String, CaseIterable, Sendable {
        case no
        /// Once a visit has begun and the box is at rest.
        case auto
    }

    /// What readers with reduced precision learn of a guard.
    public enum Reduced: String, CaseIterable, Sendable {
        case nothing
        /// That there is an alarm, and nothing else.
        case alarm
    }

    /// How far the bow lies ahead of the antenna, in metres.
    public var antennaToBowInMeters = 0.0
    /// The ring of a boat: it holds 25 m of chain in 5 m of water.
    public var anchorRadiusInMeters = 50.0
    public var parkedRadiusInMeters = 40.0
    /// The ring that warns, in percent of the radius.
    public var warningInPercent = 100 * GuardPlan.usualWarningShare
    /// How long the box may be outside until the alarm.
    public var grace = Duration.zero
    public var parked = Parked.no
    /// The regions that mean that the owner is here: where a parked vehicle does not guard itself.
    public var ownerRegions: [String] = []
    public var reduced = Reduced.nothing

    public init() {}

    func radiusInMeters(_ kind: GuardKind) -> Double {
        switch kind {
        case .anchor: anchorRadiusInMeters
        case .parked: parkedRadiusInMeters
        }
    }
}
