public import PlacemarkModel

/// A stretch of the track without a gap: decides which of its fixes become points.
///
/// Under way, `SwingingDoor` decide. When the box has stayed for a minute near one place, as far as the accuracies can
/// tell, it is at rest there since it came: what the doors had found meanwhile was jitter, and is dropped. A rest is a
/// point when it begins, the same place again when it ends, and now and then in between.
struct TrackSegment: Sendable {
    /// The box rests when it has been near one place for this long.
    static let restDelayInSeconds = 60.0
    /// At rest, a point says this often that the box is still there.
    static let heartbeatInSeconds = 600.0
    /// A fix that is farther from the place of rest than its radius allows, by up to this factor, must be confirmed by the
    /// next one to end the rest.
    static let strayFactor = 1.5
    /// So many points may wait for the decision whether the box rests: enough for a receiver of 10 Hz.
    static let mostTentativePoints = 600

    /// An accepted fix, and when it was taken, in seconds since the segment began.
    struct Sample: Sendable {
        var fix: Location
        var seconds: Double
    }

    private var newest: Sample
    /// The place that the box has been near to, since then.
    private var stay: Sample
    private var isResting = false
    /// From the last point on; at rest, from the moment at which the box was last surely there.
    private var doors: SwingingDoor
    /// The fix of the moment at which the doors begin.
    private var doorsBegin: Sample
    /// Points since the beginning of the stay: jitter, should the box turn out to rest.
    private var tentative: [TrackPoint] = []
    /// When the last point was that is no longer tentative.
    private var lastPoint = 0.0
    /// A fix that has left the place of rest, and is not confirmed by a second one.
    private var stray: Sample?

    /// The last fix that was taken.
    var latest: Sample { stray ?? newest }

    /// Begins with a fix, which is a point.
    init(startingWith fix: Location) {
        newest = Sample(fix: fix, seconds: 0)
        stay = newest
        doorsBegin = newest
        doors = SwingingDoor(from: fix.coordinate, at: 0)
    }

    /// Takes a fix that is later than all before. Returns the points that are decided now, in order.
    mutating func take(_ sample: Sample, motion: Motion?) -> [TrackPoint] {
        isResting ? rest(sample, motion) : move(sample, motion)
    }

    /// The points that end the segment with what has been taken.
    mutating func finish() -> [TrackPoint] {
        defer { tentative = [] }
        if isResting { return stillThere(at: newest) }
        return tentative + (newest.seconds > doors.start ? [TrackPoint(newest.fix)] : [])
    }

    // MARK: Under way

    private mutating func move(_ sample: Sample, _ motion: Motion?) -> [TrackPoint] {
        var points: [TrackPoint] = []
        if !doors.admits(sample.fix.coordinate, at: sample.seconds) {
            tentative.append(TrackPoint(newest.fix))
            openDoors(from: newest.fix.coordinate, at: newest)
        }
        doors.narrow(
            to: sample.fix.coordinate, at: sample.seconds, tolerance: TrackTolerance.inMeters(of: sample.fix))
        newest = sample
        if !isNear(sample) || tentative.count >= Self.mostTentativePoints {
            points = tentative
            tentative = []
            if !points.isEmpty { lastPoint = doors.start }
            stay = sample
        }
        if motion == .stationary || sample.seconds - stay.seconds >= Self.restDelayInSeconds {
            tentative = []
            isResting = true
            if stay.seconds > lastPoint {
                points.append(TrackPoint(stay.fix))
                lastPoint = stay.seconds
            }
            openDoors(from: stay.fix.coordinate, at: sample)
        }
        return points
    }

    // MARK: At rest

    private mutating func rest(_ sample: Sample, _ motion: Motion?) -> [TrackPoint] {
        guard motion == .stationary || isNear(sample) else {
            if stray == nil, distanceFromStay(to: sample) <= reachOfStay(to: sample) * Self.strayFactor {
                stray = sample
                return []
            }
            let points = stillThere(at: doorsBegin)
            let first = stray
            (isResting, stray) = (false, nil)
            return points + (first.map { move($0, nil) } ?? []) + move(sample, motion)
        }
        stray = nil
        let reach = reachOfStay(to: sample)
        if motion == .stationary || distanceFromStay(to: sample) <= reach / 2 {
            openDoors(from: stay.fix.coordinate, at: sample)
        } else {
            // Perhaps on its way out: the piece that leads out must pass here.
            if !doors.admits(sample.fix.coordinate, at: sample.seconds) {
                openDoors(from: stay.fix.coordinate, at: newest)
            }
            doors.narrow(to: sample.fix.coordinate, at: sample.seconds, tolerance: reach)
        }
        newest = sample
        guard sample.seconds - lastPoint >= Self.heartbeatInSeconds else { return [] }
        openDoors(from: stay.fix.coordinate, at: sample)
        return stillThere(at: sample)
    }

    /// The place of rest again, with the time of another fix, unless that is told already.
    private mutating func stillThere(at sample: Sample) -> [TrackPoint] {
        guard sample.seconds > lastPoint else { return [] }
        lastPoint = sample.seconds
        var point = TrackPoint(stay.fix)
        point.time = TrackPoint.Time(sample.fix)
        point.speed = stay.fix.speed.map { _ in 0 }
        return [point]
    }

    private mutating func openDoors(from coordinate: Coordinate, at sample: Sample) {
        doors = SwingingDoor(from: coordinate, at: sample.seconds)
        doorsBegin = sample
    }

    /// Whether the box may still be where the stay began, and nothing better is known about where that is.
    private func isNear(_ sample: Sample) -> Bool {
        // A stay that began with a poor fix, as the first ones are, would hide all that the good ones tell.
        if let poor = stay.fix.horizontalAccuracy, let good = sample.fix.horizontalAccuracy, good < poor / 2 {
            return false
        }
        return distanceFromStay(to: sample) <= reachOfStay(to: sample)
    }

    private func distanceFromStay(to sample: Sample) -> Double {
        stay.fix.coordinate.distance(to: sample.fix.coordinate)
    }

    private func reachOfStay(to sample: Sample) -> Double {
        TrackTolerance.atRestInMeters(from: stay.fix, to: sample.fix)
    }
}

/// How far a thinned track may be from the fixes that it stands for, in metres.
public enum TrackTolerance {
    /// How far from the track a fix may be under way.
    public static func inMeters(of fix: Location) -> Double { max(10, (fix.horizontalAccuracy ?? 0) / 2) }

    /// How far from a place of rest a fix may be.
    public static func atRestInMeters(from place: Location, to fix: Location) -> Double {
        max(10, (place.horizontalAccuracy ?? 0) + (fix.horizontalAccuracy ?? 0))
    }
}
