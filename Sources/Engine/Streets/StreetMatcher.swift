public import PlacemarkModel
import Glibc

/// Says in which street the box is, fix by fix, so that it does not change with each of them.
///
/// A value without a clock. It is fed with each accepted fix and the streets near it, and holds on to a street until there
/// is a reason to leave it: the street is out of reach, the box has turned into another one, or another one has been
/// nearer for a while by more than the fix may be wrong.
public struct StreetMatcher: Sendable {
    /// After a longer time without a fix the streets before it say nothing any more: as long as a fix counts in a replay
    /// (`RightTime`), and 800 m in a town.
    static let longestGap = Duration.seconds(60)
    /// Another street must be nearer at so many fixes on end …
    static let leadsUntilChange = 3
    /// … and for this long. The errors of fixes that follow each other are alike: at 10 Hz three of them are one. At 1 Hz,
    /// as most receivers have it, both come to the same.
    static let timeUntilChange = Duration.seconds(2)

    /// The street that the box is in, one of the candidates of the last fix; nil when it had none.
    public private(set) var street: UInt32?
    private var lastFix: BootInstant?
    /// How many fixes on end another street has been nearer, and since when.
    private var lead: (fixes: Int, since: BootInstant)?

    public init() {}

    /// Forgets everything: the numbers of one gazetteer say nothing about the streets of another.
    public mutating func reset() { self = StreetMatcher() }

    /// Takes an accepted fix into account.
    ///
    /// - Parameters:
    ///   - candidates: the streets near it, the best first, each once.
    ///   - courseSpeedInMetersPerSecond: slower than this there is no course; see `ActivityProfile`.
    public mutating func accepted(
        _ fix: Location, candidates: [StreetCandidate], courseSpeedInMetersPerSecond: Double
    ) {
        let now = fix.receivedAt
        let isAnew = lastFix.map { $0.duration(to: now) > Self.longestGap } ?? true
        lastFix = now
        let judge = StreetJudge(fix, courseSpeedInMetersPerSecond: courseSpeedInMetersPerSecond)
        guard let best = judge.best(of: candidates) else { return choose(nil) }
        guard !isAnew, let current = candidates.first(where: { $0.street == street }) else {
            return choose(best.street)
        }
        guard best.street != current.street else { return lead = nil }
        if judge.turned(from: current, into: best) { return choose(best.street) }
        guard judge.isNearer(best, than: current) else { return lead = nil }
        let lead = (fixes: (lead?.fixes ?? 0) + 1, since: lead?.since ?? now)
        self.lead = lead
        if lead.fixes >= Self.leadsUntilChange, lead.since.duration(to: now) >= Self.timeUntilChange {
            choose(best.street)
        }
    }

    private mutating func choose(_ street: UInt32?) {
        self.street = street
        lead = nil
    }
}

/// Compares the streets near one fix.
struct StreetJudge {
    /// What a road at right angles to the course costs, in metres of distance.
    static let acrossInMeters = 40.0
    /// A road is drawn as its middle: a box may be so far beside it, whatever its accuracy. Half of four lanes, and a
    /// pavement.
    static let halfRoadInMeters = 10.0
    /// The accuracy of a receiver that does not tell it.
    static let usualAccuracyInMeters = 10.0
    /// The box has turned away from a road when its course is farther from it than halfway to a right angle …
    static let awayInDegrees = 45.0
    /// … and is in another one when it is nearer to it than half of that.
    static let alongInDegrees = 22.5
    /// With a larger error the course does not tell one road from the other.
    static let leastCourseAccuracyInDegrees = 45.0

    /// Degrees; nil when the box is at rest, or does not tell.
    private let course: Double?
    /// By how much a street must be nearer to be another one's better.
    private let marginInMeters: Double

    init(_ fix: Location, courseSpeedInMetersPerSecond: Double) {
        let moves = (fix.speed ?? 0) >= courseSpeedInMetersPerSecond
        let isClear = (fix.courseAccuracy ?? 0) <= Self.leastCourseAccuracyInDegrees
        course = moves && isClear ? fix.course : nil
        marginInMeters = max(fix.horizontalAccuracy ?? Self.usualAccuracyInMeters, Self.halfRoadInMeters)
    }

    /// The street that the fix alone suggests. Without a course the candidates' own order counts, and where they cost the
    /// same.
    func best(of candidates: [StreetCandidate]) -> StreetCandidate? {
        guard course != nil else { return candidates.first }
        return candidates.min { cost($0) < cost($1) }
    }

    /// Whether the box has left one road for the other by its course.
    func turned(from current: StreetCandidate, into other: StreetCandidate) -> Bool {
        guard let away = angle(to: current), let along = angle(to: other) else { return false }
        return away > Self.awayInDegrees && along < Self.alongInDegrees
            && other.distanceInMeters <= marginInMeters + Self.halfRoadInMeters
    }

    /// Whether the other street is nearer by more than the fix may be wrong.
    func isNearer(_ other: StreetCandidate, than current: StreetCandidate) -> Bool {
        cost(current) - cost(other) > marginInMeters
    }

    /// The distance in metres, and for a box that moves `acrossInMeters · sin²` of the angle between road and course: next
    /// to nothing for a road along the course and the course's usual errors, all of it for one across.
    func cost(_ candidate: StreetCandidate) -> Double {
        guard course != nil else { return candidate.distanceInMeters }
        // A village without street names leads nowhere: any road along the course is better.
        guard let angle = angle(to: candidate) else { return candidate.distanceInMeters + Self.acrossInMeters }
        let sine = sin(angle * .pi / 180)
        return candidate.distanceInMeters + Self.acrossInMeters * sine * sine
    }

    /// Degrees between the course and the road, 0...90; nil without a course or a road.
    private func angle(to candidate: StreetCandidate) -> Double? {
        guard let course, candidate.kind != .place else { return nil }
        return abs((course - candidate.directionInDegrees).remainder(dividingBy: 180))
    }
}
