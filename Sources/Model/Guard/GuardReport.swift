/// How a guard stands.
public enum GuardState: String, Codable, CaseIterable, Sendable {
    /// Nothing is guarded.
    ///
    /// Can transition to: armed.
    case off
    /// The box is where it has to be.
    ///
    /// Can transition to: warning, alarm, blind, off.
    case armed
    /// It is near the ring, and unusually so.
    ///
    /// Can transition to: armed, alarm, blind, off.
    case warning
    /// It is outside the ring.
    ///
    /// Can transition to: armed, warning, acknowledged, off.
    case alarm
    /// There has been no position to believe for longer than is safe.
    ///
    /// Can transition to: armed, warning, alarm, acknowledged, off.
    case blind
    /// Somebody knows of the alarm, and it goes on.
    ///
    /// Can transition to: armed, warning, alarm (still farther away, or seen again outside), blind, off.
    case acknowledged
}

/// A guard and how it stands: what `guard` answers, and what events of a guard tell.
public struct GuardReport: Codable, Hashable, Sendable {
    /// The circle that the box has swung in.
    public struct Swing: Codable, Hashable, Sendable {
        public var coordinate: Coordinate
        /// In metres.
        public var radius: Double

        public init(coordinate: Coordinate, radius: Double) {
            self.coordinate = coordinate
            self.radius = radius
        }
    }

    public var state: GuardState
    /// Seconds since this state was entered; absent while nothing is guarded.
    public var since: Double?
    public var plan: GuardPlan?
    /// From the centre to the box, in metres and degrees, as its last fixes together have it.
    public var distance: Double?
    public var bearing: Double?
    /// Seconds since the box was last seen by a fix that is believed.
    public var seen: Double?
    /// In metres: within this much of the truth, 95 % of what the guard takes for the box's position are.
    public var scatter: Double?
    /// In metres: how far outside the ring an alarm comes; 0 unless the ring is narrow for what the receiver scatters.
    public var margin: Double?
    public var swing: Swing?
    /// Of an alarm: since when nobody had looked when the box was found outside, by the receiver's clock; and for how
    /// many seconds, where that is known.
    public var unseenSince: Timestamp?
    public var unseenFor: Double?
    /// What this guard has told; absent while nothing is guarded.
    public var told: GuardNews?
    /// In the answer to a command: false when the disk does not have it yet, so that a restart now would forget it.
    public var kept: Bool?

    public init(_ state: GuardState) { self.state = state }
}

/// Of each kind of event the last one that a guard has told of, by its identity.
///
/// An identity means nothing but itself. Another alarm has another one; an alarm that is raised again after a restart keeps
/// its own. So a reader who was away finds out here what he has missed.
public struct GuardNews: Codable, Hashable, Sendable {
    public var guardWarning, guardAlarm, guardBlind, guardCleared: String?

    public init() {}
}
