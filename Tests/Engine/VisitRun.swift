import Glibc

@testable import LocationEngine
@testable import PlacemarkModel

/// A box that moves as a test tells it to, on a plane east and north of `origin`, and the visits that are told of it.
struct VisitRun {
    var detector = VisitDetector()
    private(set) var changes: [(change: VisitDetector.Change, at: Double)] = []
    /// Seconds since boot.
    var now = 100.0
    private(set) var east = 0.0
    private(set) var north = 0.0
    /// What the receiver claims, in metres.
    var accuracy: Double? = 5
    /// Standard deviation of the noise, east and north.
    var noise = 0.0
    /// Seconds from fix to fix.
    var interval = 1.0
    /// What the receiver's clock shows at boot; nil for a receiver that does not know the time.
    var clock: Timestamp? = epoch
    let origin: Coordinate
    let seed: UInt64
    private var random: SeededRandom

    init(seed: UInt64 = 1, origin: Coordinate = cupertino, activity: ActivityType = .other) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        self.origin = origin
        detector.settings = .init(activity: activity)
    }

    var arrived: [Visit] { changes.compactMap { if case .arrived(let visit) = $0.change { visit } else { nil } } }
    var departed: [Visit] { changes.compactMap { if case .departed(let visit) = $0.change { visit } else { nil } } }

    mutating func stay(seconds: Double) { move(eastward: 0, seconds: seconds) }

    /// At so many metres a second.
    mutating func move(eastward: Double, northward: Double = 0, seconds: Double) {
        // The first fix is where and when the last segment ended, one interval later.
        for _ in 0..<Int((seconds / interval).rounded()) {
            now += interval
            (east, north) = (east + eastward * interval, north + northward * interval)
            fix()
        }
    }

    mutating func jump(eastward: Double) { east += eastward }

    /// Time without fixes.
    mutating func silence(seconds: Double) { now += seconds }

    mutating func fix() { feed(here()) }

    mutating func feed(_ location: Location) {
        changes += detector.accepted(location).map { ($0, now) }
    }

    /// A fix at the present place, with noise.
    mutating func here() -> Location {
        let (deviationEast, deviationNorth) = gaussianPair()
        let north = LocationEngineTests.north(north + noise * deviationNorth, of: origin)
        let metersToADegree = 111_195 * cos(origin.latitude * .pi / 180)
        let place = coordinate(north.latitude, north.longitude + (east + noise * deviationEast) / metersToADegree)
        let timestamp = clock.flatMap { $0.advanced(by: .seconds(now)) }
        return fix(place, timestamp)
    }

    private func fix(_ place: Coordinate, _ timestamp: Timestamp?) -> Location {
        LocationEngineTests.fix(place, at: now, accuracy: accuracy, timestamp: .some(timestamp))
    }

    /// Two independent numbers of the standard normal distribution (Box and Muller).
    private mutating func gaussianPair() -> (Double, Double) {
        guard noise > 0 else { return (0, 0) }
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
        let angle = Double.random(in: 0..<(2 * .pi), using: &random)
        return (radius * cos(angle), radius * sin(angle))
    }

    /// A number of this run's own randomness.
    mutating func random(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
}

extension Visit {
    /// Seconds since boot.
    var arrivedAtSeconds: Double { arrivedAt.sinceBoot.inSeconds }
    /// Seconds since boot; not a number, and so unequal to any, while the visit goes on.
    var departedAtSeconds: Double { departedAt?.sinceBoot.inSeconds ?? .nan }
    /// Seconds from arrival to departure by the receiver's clock; not a number when one of them is not known.
    var secondsByTimestamps: Double {
        guard let arrival, let departure else { return .nan }
        return departure.duration(since: arrival).inSeconds
    }
}
