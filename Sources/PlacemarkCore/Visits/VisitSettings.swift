/// What counts as a stay.
public struct VisitSettings: Hashable, Sendable {
    /// A shorter stay is no visit.
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
