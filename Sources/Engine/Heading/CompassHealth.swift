public import PlacemarkModel

/// Whether a compass can be believed, by the course over ground: it turns when the course turns, and does not point
/// elsewhere for long.
///
/// A course says where the box goes and not where it points, so a difference has to last: leeway, a current and a lorry that
/// reverses must break no compass.
public struct CompassHealth: Sendable {
    /// A compass that differs by more is off.
    static let largestDifferenceInDegrees = 30.0
    /// When it has done so for as long, in sum, as it has not; and it is believed again when that is made up for.
    static let patience = Duration.seconds(180)
    /// The time that one comparison counts for at most: between two of them nobody knows.
    static let longestInterval = Duration.seconds(5)
    /// Slower than this the course over ground is not compared: a tide carries a boat sideways.
    static let leastSpeedInMetersPerSecond = 3.0
    /// A heading that is older than this when the course comes is not of the same moment.
    static let freshness = Duration.seconds(2)

    private var turns = TurnComparison()
    private var timeOff = Duration.zero
    private var isOff = false
    private var lastCompared: BootInstant?
    /// How far the compass pointed clockwise of the course the last time, -180...180.
    public private(set) var courseDifferenceInDegrees: Double?

    /// What comes of it all; never `silent`.
    public var state: CompassState { turns.isStuck ? .stuck : isOff ? .off : .working }

    /// The compass points to `heading`, and the box goes to `course`, both from true north.
    mutating func compare(_ heading: Double, course: Double, at now: BootInstant) {
        let difference = (heading - course).remainder(dividingBy: 360)
        courseDifferenceInDegrees = difference
        turns.compare(heading: heading, course: course)
        let interval = lastCompared.map { min(Self.longestInterval, max(.zero, $0.duration(to: now))) } ?? .zero
        lastCompared = now
        if abs(difference) > Self.largestDifferenceInDegrees {
            timeOff = min(Self.patience, timeOff + interval)
            if timeOff == Self.patience { isOff = true }
        } else {
            timeOff = max(.zero, timeOff - interval)
            if timeOff == .zero { isOff = false }
        }
    }
}

/// Whether a compass turns when the course does.
struct TurnComparison: Sendable {
    /// A turn of the course that no compass sleeps through.
    static let turnInDegrees = 45.0
    /// A compass that has turned by this much is not stuck; one with a loose needle trembles by less.
    static let signOfLifeInDegrees = 15.0
    /// So many turns in a row are missed before it counts as stuck.
    static let mostMissedTurns = 3

    private var start: (heading: Double, course: Double)?
    private var missedTurns = 0

    var isStuck: Bool { missedTurns >= Self.mostMissedTurns }

    mutating func compare(heading: Double, course: Double) {
        guard let start else {
            self.start = (heading, course)
            return
        }
        if Self.turn(from: start.heading, to: heading) >= Self.signOfLifeInDegrees {
            missedTurns = 0
        } else if Self.turn(from: start.course, to: course) >= Self.turnInDegrees {
            missedTurns = min(missedTurns + 1, Self.mostMissedTurns)
        } else {
            return
        }
        self.start = (heading, course)
    }

    /// Degrees from one direction to another, the short way, 0…180.
    private static func turn(from earlier: Double, to later: Double) -> Double {
        abs((later - earlier).remainder(dividingBy: 360))
    }
}
