public import PlacemarkModel

/// Decides whether the box is under way or at rest: CoreLocation's `pausesLocationUpdatesAutomatically`.
///
/// A receiver at rest is never quiet: its fixes wander by metres, with a bad view by tens of metres, and what it says
/// of its accuracy may be wrong. So the box is at rest when it has stayed within the profile's radius as far as the
/// scatter of the fixes themselves lets tell; and it moves when it is farther from its place of rest than radius,
/// accuracy and scatter explain.
public struct MotionDetector: Sendable {
    /// The box has come to rest, or has left.
    public enum Change: Hashable, Sendable {
        case paused, resumed
    }

    /// What counts as rest. A box that is at rest already stays so until it leaves.
    public var profile: ActivityProfile {
        didSet {
            if profile.timeUntilRest != window.duration { window = PositionWindow(duration: profile.timeUntilRest) }
        }
    }
    /// Whether the box is under way; nil until it can be told.
    public var motion: Motion? { rest != nil ? .stationary : isMoving ? .moving : nil }

    private var window: PositionWindow
    private var isMoving = false
    private var rest: Rest?

    /// The place where the box rests.
    private struct Rest: Sendable {
        /// The mean of all slices since it came: the longer the stay, the less a slow drift takes it along.
        var middle: PositionWindow.Point
        var slices: Int
        /// The standard deviation of the middle of a slice, in one direction, in metres.
        var scatter: Double
        /// The mean distance of the fixes from the middle, in metres: slices at first, then each fix.
        var meanDistance: Double
        /// How many slices and fixes it is the mean of.
        var distances: Int
        /// What the fixes said of their horizontal accuracy, in metres.
        var accuracy: Double
    }

    /// Where the box rests; nil under way.
    public var restingPlace: StayingPlace? {
        guard let rest else { return nil }
        let scatter = max(Self.deviations * rest.scatter, StayingPlace.meanDistancesToAll * rest.meanDistance)
        return StayingPlace(
            coordinate: Coordinate(rest.middle),
            radiusInMeters: max(rest.accuracy, scatter))
    }

    public init(profile: ActivityProfile) {
        self.profile = profile
        window = PositionWindow(duration: profile.timeUntilRest)
    }

    /// Takes an accepted fix into account. Returns what has changed with it, if anything.
    public mutating func accepted(_ location: Location) -> Change? {
        let step = window.add(location)
        if step == .none { return nil }
        if let rest { return hasLeft(rest, step) ? leave() : stay(rest, step) }
        return step == .slice ? judge(at: location.receivedAt) : nil
    }

    // MARK: Coming to rest

    private mutating func judge(at now: BootInstant) -> Change? {
        guard let statistics = RestStatistics(window.slices) else { return nil }
        // Half of the accuracy, because the error of one receiver at one place changes slowly.
        let radius = max(profile.restRadiusInMeters, statistics.accuracy / 2)
        guard statistics.extent <= radius + statistics.extentOfScatter else {
            isMoving = true
            return nil
        }
        guard window.isFull(at: now) else { return nil }
        // A receiver so slow that nothing can be told from a window of it.
        guard statistics.count >= PositionWindow.mostSlices / 4 else {
            isMoving = true
            return nil
        }
        let distances = window.slices.map { ($0.middle - statistics.middle).length }
        rest = Rest(
            middle: statistics.middle, slices: statistics.count, scatter: statistics.scatter,
            meanDistance: distances.reduce(0, +) / Double(distances.count), distances: distances.count,
            accuracy: statistics.accuracy)
        isMoving = false
        return .paused
    }

    // MARK: Leaving

    /// A fix that is so many deviations off is not scatter any more. By chance a fix is farther off once in ten
    /// thousand days of 1 Hz (a Rayleigh distribution), which leaves room for a scatter that was taken for smaller than
    /// it is.
    private static let deviations = 6.5
    /// Medians of so many slices are judged too: slower to tell, but of less scatter.
    private static let longerSpans = [5, 15]
    /// The deviation of a median against that of the mean of the same numbers, √(π/2).
    private static let deviationOfMedian = 1.2533
    /// How fast the scatter of a rest follows that of the window: within minutes, in which a box that leaves is gone.
    private static let learningRate = 1.0 / 64

    private func hasLeft(_ rest: Rest, _ step: PositionWindow.Step) -> Bool {
        // Most fixes of a box at rest are within the radius itself, and need no medians.
        let isNear = window.newest.map { ($0 - rest.middle).length <= profile.restRadiusInMeters } ?? true
        guard !isNear || step == .slice, let recent = window.recent else { return false }
        func isFar(_ point: PositionWindow.Point, scatter: Double) -> Bool {
            let limit = profile.restRadiusInMeters + max(recent.accuracyInMeters, Self.deviations * scatter)
            return (point - rest.middle).length > limit
        }
        if isFar(recent.middle, scatter: rest.scatter) { return true }
        guard step == .slice else { return false }
        return Self.longerSpans.contains { count in
            guard window.slices.count >= count else { return false }
            let scatter = rest.scatter * Self.deviationOfMedian / Double(count).squareRoot()
            return isFar(.median(of: window.slices.suffix(count).map(\.middle)), scatter: scatter)
        }
    }

    private mutating func leave() -> Change {
        rest = nil
        isMoving = true
        // What was before has nothing to say about the next rest.
        window = PositionWindow(duration: profile.timeUntilRest)
        return .resumed
    }

    private mutating func stay(_ old: Rest, _ step: PositionWindow.Step) -> Change? {
        var rest = old
        if let newest = window.newest {
            rest.distances += 1
            rest.meanDistance += ((newest - rest.middle).length - rest.meanDistance) / Double(rest.distances)
        }
        defer { self.rest = rest }
        guard step == .slice, let slice = window.slices.last else { return nil }
        rest.slices += 1
        rest.middle += (slice.middle - rest.middle) / Double(rest.slices)
        if let statistics = RestStatistics(window.slices) {
            rest.scatter += (statistics.scatter - rest.scatter) * Self.learningRate
            rest.accuracy = statistics.accuracy
        }
        return nil
    }
}

/// Where a box stays, by all fixes of the stay.
public struct StayingPlace: Hashable, Sendable {
    /// The radius that holds all but one of a thousand Gaussian fixes, in units of their mean distance from the middle
    /// (3.72 σ over 1.25 σ of Rayleigh's distribution).
    static let meanDistancesToAll = 3.0

    public var coordinate: Coordinate
    /// Nearly all fixes of the stay lie within it, whatever accuracy the receiver claims: its errors in a few minutes are
    /// like those before.
    public var radiusInMeters: Double

    public init(coordinate: Coordinate, radiusInMeters: Double) {
        (self.coordinate, self.radiusInMeters) = (coordinate, radiusInMeters)
    }

    /// Whether a location was elsewhere: farther away than its accuracy and the scatter of the stay explain.
    func isApart(from location: Location) -> Bool {
        coordinate.distance(to: location.coordinate) > radiusInMeters + (location.horizontalAccuracy ?? 0)
    }
}
