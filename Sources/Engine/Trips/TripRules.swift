import PlacemarkModel

/// What counts as a trip. docs/guide/trips.md has the same numbers.
enum TripRules {
    /// A stay of so long ends a trip. Longer than a visit has to be: who stops for fuel, at a level crossing or for a
    /// view goes on with the same trip.
    static let stay = Duration.seconds(600)
    /// After so long at rest a trip seems to have ended.
    static let provisionalStay = Duration.seconds(180)
    /// After so long without a fix a trip seems to have ended, and nobody knows the way.
    static let silence = Duration.seconds(300)
    /// A receiver that falls silent for so long, no farther from a stay than its radius, does so because the box has arrived.
    static let silenceOfArrival = Duration.seconds(120)
    /// After so long without a fix a trip has ended, wherever the box is then: it has stood somewhere, nobody knows where.
    static let longestSilence = Duration.seconds(6 * 3600)
    /// The way to the next place after a silence is taken at this speed, in m/s, to see whether there was time for a stay.
    static let walkingSpeed = 1.0
    /// Any vehicle may be as fast as this, in m/s, without having shown it on its trip so far.
    static let usualSpeed = 10.0
    /// Nearer than this, in metres, what a receiver tells after a silence is no way: it lost its fix before it stopped, or
    /// finds it late.
    static let longestHop = 300.0
    /// Farther than this from where it stayed, in metres, and surely so, the box is on a trip.
    static let leavingDistance = 150.0
    /// It has to be outside for so long, and for so many fixes: one fix tells nothing.
    static let patience = Duration.seconds(60)
    static let fewestFixesOutside = 3
    /// Less accurate fixes, in metres, do not say where a stay is.
    static let worstAccuracy = 150.0
    /// The radius of a stay, in metres, at least.
    static let stayRadius = 50.0
    /// Nearer than this to the middle of its stay, in metres, the box has arrived.
    static let nearRadius = 25.0
    /// Within this radius, in metres, for so long, and for so many fixes, the box stands still; and this near to the middle
    /// of its stay it has not left.
    static let standstillRadius = 15.0
    static let standstill = Duration.seconds(120)
    static let fewestFixesOfStandstill = 6
    /// In this time a receiver's worst accuracy is forgotten by half: after a bad fix a good one is not believed at once.
    static let halfLifeOfAccuracy = Duration.seconds(60)
    /// A placemark of a location this near, or as near as that location is accurate, names an end of a trip.
    static let nameRadius = 1000.0
    /// More countries and localities than this are not kept of one trip.
    static let mostPlaces = 100
    /// More gaps than this are not told one by one: the last one takes in those that follow.
    static let mostGaps = 50
}

/// Where a box was, and when.
struct TripPoint: Codable, Hashable, Sendable {
    var coordinate: Coordinate
    /// In metres; nil when the receiver does not tell it.
    var accuracy: Double?
    var time: FixTime

    init(_ fix: Location) {
        coordinate = fix.coordinate
        accuracy = fix.horizontalAccuracy
        time = FixTime(fix)
    }

    /// The middle of a slice, at its beginning.
    init(_ slice: VisitTrail.Slice) {
        coordinate = Coordinate(slice.middle)
        accuracy = slice.accuracyInMeters
        time = slice.start
    }

    func distance(to other: TripPoint) -> Double { coordinate.distance(to: other.coordinate) }

    /// The same on a boot-time clock that shows `offset` more.
    func shifted(by offset: Duration) -> TripPoint {
        var shifted = self
        shifted.time = time.shifted(by: offset)
        return shifted
    }

    /// As an end of a trip.
    var end: TripRecord.End {
        TripRecord.End(
            coordinate: coordinate, horizontalAccuracy: accuracy?.rounded(toDecimals: 1), timestamp: time.timestamp)
    }

    /// Whether it can be where and when something was.
    var isSound: Bool { (accuracy ?? 0).magnitude < Earth.equatorialRadiusInMeters }
}

/// What is wanted of trips.
public struct TripSettings: Hashable, Sendable {
    /// What tells this box from others: the identities of trips are made of it.
    public var box: String

    public init(box: String) { self.box = box }
}
