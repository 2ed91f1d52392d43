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
