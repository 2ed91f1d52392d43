/// The thresholds that follow from what carries the box. All of them stand here; docs/explain/how-it-decides.md has the same table.
public struct ActivityProfile: Hashable, Sendable {
    /// A fix that would need more than this is a glitch. Above what has ever been reached, so that no trip is cut.
    public var maximumSpeedInMetersPerSecond: Double
    /// A box is at rest while it stays within this distance …
    public var restRadiusInMeters: Double
    /// … for this long.
    public var timeUntilRest: Duration
    /// Slower than this the course over ground says nothing about where the box points.
    public var courseSpeedInMetersPerSecond: Double
    /// How well the course over ground says where the box points, above that speed.
    public var alignment: CourseAlignment
}

/// How the direction in which a box points goes with the one in which it moves.
public enum CourseAlignment: Hashable, Sendable {
    /// They are the same: it has wheels. The course is better than a magnetic compass in a body of steel.
    case along
    /// They are the same but for some degrees, or for a while.
    case roughly
    /// Wind pushes it anywhere: no compass is judged by the course.
    case apart
}

extension ActivityType {
    /// The thresholds for this activity.
    public var profile: ActivityProfile {
        switch self {
        case .other:
            // 350 m/s is faster than airliners but for a few in a jet stream. 1.4 m/s is how people walk.
            ActivityProfile(
                maximumSpeedInMetersPerSecond: 350, restRadiusInMeters: 10, timeUntilRest: .seconds(120),
                courseSpeedInMetersPerSecond: 1.4, alignment: .roughly)
        case .automotive:
            // 360 km/h: beyond the fastest cars on public roads. Traffic lights stay red for up to two minutes.
            ActivityProfile(
                maximumSpeedInMetersPerSecond: 100, restRadiusInMeters: 10, timeUntilRest: .seconds(180),
                courseSpeedInMetersPerSecond: 1.4, alignment: .along)
        case .fitness:
            // 144 km/h: beyond cyclists in a descent. A slow walk still has a direction.
            ActivityProfile(
                maximumSpeedInMetersPerSecond: 40, restRadiusInMeters: 10, timeUntilRest: .seconds(120),
                courseSpeedInMetersPerSecond: 0.8, alignment: .roughly)
        case .otherNavigation:
            // 603 km/h is the record of trains, 168 m/s. A boat swings at its anchor. Trains stop for minutes.
            ActivityProfile(
                maximumSpeedInMetersPerSecond: 170, restRadiusInMeters: 30, timeUntilRest: .seconds(300),
                courseSpeedInMetersPerSecond: 1, alignment: .roughly)
        case .airborne:
            // Airliners have reached 369 m/s over ground in a jet stream. Wind moves what hovers, and pushes it sideways.
            ActivityProfile(
                maximumSpeedInMetersPerSecond: 400, restRadiusInMeters: 30, timeUntilRest: .seconds(300),
                courseSpeedInMetersPerSecond: 3, alignment: .apart)
        }
    }
}

/// What carries the box: CoreLocation's `CLActivityType`. Sets the thresholds that differ between a van, a runner, a
/// boat and an aeroplane.
public enum ActivityType: String, Codable, CaseIterable, Sendable {
    /// Anything.
    case other
    /// A car, a van, a lorry.
    case automotive
    /// On foot or by bicycle.
    case fitness
    /// A boat, a train.
    case otherNavigation
    /// An aeroplane, a balloon, a drone.
    case airborne
}

/// What counts as a stay.
public struct VisitSettings: Hashable, Sendable {
    /// A shorter stay is not a visit.
    public var minimumStay = Duration.seconds(180)
    /// A longer time without a fix ends a visit, also when the box is at the same place afterwards.
    public var longestGap = Duration.seconds(1800)
    /// How long the box must be outside until it has left.
    public var patience = Duration.seconds(60)
    /// The radius of a stay at its beginning.
    public var radiusInMeters = 50.0
    /// A stay does not grow beyond this radius, and a less accurate fix cannot begin one.
    public var largestRadiusInMeters = 150.0

    /// The radii for what carries the box: a runner covers little ground, and a boat swings round its anchor.
    public init(activity: ActivityType = .other) {
        switch activity {
        case .other, .automotive: break
        case .fitness: (radiusInMeters, largestRadiusInMeters) = (30, 90)
        case .otherNavigation, .airborne: (radiusInMeters, largestRadiusInMeters) = (100, 300)
        }
    }
}
