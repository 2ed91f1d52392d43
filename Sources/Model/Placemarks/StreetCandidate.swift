/// What kind of road a street is, from the fastest to the slowest.
public enum StreetKind: UInt8, BitwiseCopyable, Codable, CaseIterable, Sendable {
    case motorway, trunk, primary, secondary, tertiary
    /// Where people live, or a road without a class.
    case residential
    /// To a house, a farm, a car park.
    case service
    case track
    case pedestrian
    /// Footways, paths, cycleways, steps.
    case footway
    /// No road at all: a village or quarter whose houses are numbered without street names.
    case place
}

/// A street near a position.
public struct StreetCandidate: Hashable, Sendable {
    /// Stands for its name: equal numbers of one gazetteer mean equal names.
    public var street: UInt32
    public var kind: StreetKind
    /// From the position to the middle of the road; to the nearest house for a place.
    public var distanceInMeters: Double
    /// Where the road leads at its nearest point: degrees clockwise from true north, 0..<180. A road leads both ways.
    public var directionInDegrees: Double

    public init(street: UInt32, kind: StreetKind, distanceInMeters: Double, directionInDegrees: Double) {
        (self.street, self.kind) = (street, kind)
        (self.distanceInMeters, self.directionInDegrees) = (distanceInMeters, directionInDegrees)
    }
}
