/// How far from a position a place may be to name it.
enum NamingDistance {
    /// On land. Farther away, the nearest place names the position as a distant one, and is not the locality: the radius
    /// within which a town is still the one that people go to.
    static let onLandInMeters = 50_000.0
    /// On a sea or a lake: nearer than this to any place, also to one that does not name the position, one is still in
    /// its harbour, on its beach, on a bridge or a pier. docs/explain/accuracy.md says how it was chosen.
    static let onWaterInMeters = 5_000.0
    /// The nearest place as a part of the city, on land and on water: a part of a town is seldom larger, and on the water the
    /// nearest one may lie across a harbour. docs/explain/accuracy.md has the figures.
    static func ofPartInMeters(isOnLand: Bool) -> Double { isOnLand ? 3000 : 1500 }
}
