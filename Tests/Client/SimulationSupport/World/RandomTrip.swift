public import PlacemarkModel
import Simulation

/// Where a box really is, whatever its receivers say.
public struct GroundTruth: Hashable, Sendable {
    public var activity: Activity
    public var coordinate: Coordinate
    public var altitudeInMeters: Double
    public var speedInMetersPerSecond: Double
    /// Degrees clockwise from true north, 0..<360.
    public var courseInDegrees: Double
}

/// A box on its way: it rests, walks, drives, sails and flies, one after the other, for ever, and comes home often, so
/// that it crosses the same borders again and again.
///
/// Now and then a trip begins where coordinates are odd: at the antimeridian, near a pole, round 0° N 0° E.
public struct RandomTrip: Sendable {
    /// What is true now.
    public private(set) var truth: GroundTruth
    /// Where it begins, and where it comes back to.
    public let home: Coordinate
    /// Seconds left of the present activity.
    private var remaining = 0.0
    private var targetSpeed = 0.0
    private var targetCourse = 0.0
    private var isHomeward = false
    /// Seconds until a box on its way home looks where that is.
    private var untilNextLook = 0.0
    private let haste: Double
    private var random: SeededRandom

    /// Weights such that each activity fills a good part of the time.
    private static let choices: [(Activity, weight: Double)] = [
        (.rest, 10), (.drift, 1), (.walk, 5), (.drive, 8), (.sail, 1.5), (.fly, 1),
    ]

    /// - Parameter haste: how many times shorter each activity lasts than usual, for runs of minutes.
    public init(seed: UInt64, haste: Double = 1) {
        precondition(haste > 0, "activities that never end")
        random = SeededRandom(seed: seed)
        self.haste = haste
        home = Self.start(&random)
        truth = GroundTruth(
            activity: .rest, coordinate: home, altitudeInMeters: random.number(in: -10...2500),
            speedInMetersPerSecond: 0, courseInDegrees: 0)
    }

    /// Moves on. Exact enough for steps of some seconds: within one, the box goes straight on.
    public mutating func advance(bySeconds seconds: Double) {
        guard seconds > 0 else { return }
        remaining -= seconds
        if remaining <= 0 { begin() }
        let largestChange = truth.activity.accelerationInMetersPerSecondSquared * seconds
        let change = targetSpeed - truth.speedInMetersPerSecond
        truth.speedInMetersPerSecond += min(largestChange, max(-largestChange, change))
        guard truth.speedInMetersPerSecond > 0 else { return }
        steer(seconds)
        let old = truth.coordinate
        truth.coordinate = old.shifted(
            towards: truth.courseInDegrees, byMeters: truth.speedInMetersPerSecond * seconds)
        // Near a pole, straight on is another course a little later.
        if abs(old.latitude) > 80, truth.speedInMetersPerSecond > 0.01 {
            let straightOn = truth.coordinate.bearing(to: old) + 180
            targetCourse += straightOn - truth.courseInDegrees
            truth.courseInDegrees = Self.normalized(straightOn)
        }
    }

    private mutating func begin() {
        truth.activity = random.choice(Self.choices)
        remaining = random.waiting(truth.activity.meanDuration).inSeconds / haste
        targetSpeed = random.number(in: truth.activity.speeds)
        targetCourse = random.number(in: -180...180)
        isHomeward = targetSpeed > 0 && random.happens(0.5)
        untilNextLook = 0
        if isHomeward { remaining = min(remaining, truth.coordinate.distance(to: home) / targetSpeed) }
    }

    /// Wobbles round the course that it wants.
    private mutating func steer(_ seconds: Double) {
        untilNextLook -= seconds
        if isHomeward, untilNextLook <= 0 {
            targetCourse = truth.coordinate.bearing(to: home)
            untilNextLook = 30
        }
        let correction = (targetCourse - truth.courseInDegrees).remainder(dividingBy: 360) * min(1, 0.05 * seconds)
        let wobble = random.number(in: -1...1) * truth.activity.turnInDegrees * seconds.squareRoot()
        truth.courseInDegrees = Self.normalized(truth.courseInDegrees + correction + wobble)
    }

    private static func normalized(_ degrees: Double) -> Double {
        let course = degrees.truncatingRemainder(dividingBy: 360)
        // A tiny negative angle plus 360 rounds to 360 itself.
        return course < 0 ? min(course + 360, 360.0.nextDown) : course
    }

    private static func start(_ random: inout SeededRandom) -> Coordinate {
        enum Start { case anywhere, antimeridian, pole, nullIsland, equator }
        let longitude = random.number(in: -180...180)
        // A square root makes it as likely in each square kilometre, near enough.
        let latitude = (1 - random.number(in: 0...1).squareRoot()) * 80 * (random.happens(0.5) ? 1 : -1)
        let (latitudeOffset, longitudeOffset) = (random.number(in: -0.1...0.1), random.number(in: -0.1...0.1))
        switch random.choice([
            (Start.anywhere, weight: 12), (.antimeridian, 2), (.pole, 1), (.nullIsland, 1), (.equator, 1),
        ]) {
        case .anywhere: return Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
        case .antimeridian: return Coordinate(clampingLatitude: latitude, wrappingLongitude: 180 + longitudeOffset)
        case .pole:
            let pole = latitudeOffset < 0 ? -90 - latitudeOffset : 90 - latitudeOffset
            return Coordinate(clampingLatitude: pole, wrappingLongitude: longitude)
        case .nullIsland: return Coordinate(clampingLatitude: latitudeOffset, wrappingLongitude: longitudeOffset)
        case .equator: return Coordinate(clampingLatitude: latitudeOffset, wrappingLongitude: longitude)
        }
    }
}
