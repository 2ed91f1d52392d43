import PlacemarkModel

/// Where the box has been lately, smoothed: slices of equal duration, each with the middle of its fixes.
///
/// Bounded by the duration, whatever the receiver's rate: errors within a second are the same error, so one fix a
/// second is all that counts. All lengths are metres.
struct PositionWindow: Sendable {
    /// A point as metres from the middle of a sphere of the earth's mean radius: no poles, no antimeridian, and
    /// lengths that are right to 0.5 %.
    typealias Point = SIMD3<Double>

    /// Fixes of some seconds, condensed to their medians: a single one that is far off does not count.
    struct Slice: Sendable {
        /// When the first of them came.
        let start: BootInstant
        let middle: Point
        /// What the fixes said of their horizontal accuracy; 0 when they said nothing.
        let accuracyInMeters: Double
    }

    /// How many slices make the window, when fixes come often enough for each.
    static let mostSlices = 24
    /// A little less than a second, for clocks that are not exact.
    static let shortestStep = Duration.milliseconds(900)
    /// After a gap of half a window, nothing connects what was before with what comes after.
    static let gapsInWindow = 2
    /// With fewer fixes the median does not leave out one that is far off.
    static let fewestRecentFixes = 3

    /// The complete slices of the last `duration`, the oldest first.
    private(set) var slices: [Slice] = []
    /// The fixes of about one slice's duration up to now, the oldest first.
    private var recentFixes: [Fix] = []
    private var openSlice: [Fix] = []
    /// When the fixes began to come without a gap.
    private var start: BootInstant?

    let duration: Duration
    private var sliceDuration: Duration { duration / Self.mostSlices }

    private struct Fix: Sendable {
        let at: BootInstant
        let point: Point
        let accuracyInMeters: Double
    }

    init(duration: Duration) { self.duration = duration }

    /// What follows from one more fix.
    enum Step {
        /// Nothing: the second already has one.
        case none
        case fix
        /// The fix begins a slice, and the one before is complete.
        case slice
    }

    mutating func add(_ location: Location) -> Step {
        let now = location.receivedAt
        if let last = recentFixes.last {
            let pause = last.at.duration(to: now)
            if pause < Self.shortestStep { return .none }
            if pause * Self.gapsInWindow > duration {
                // A receiver that is always that slow has fewer fixes than count between two gaps: the last ones of
                // several count instead, or a rest would never end.
                let isSparse = recentFixes.count { $0.at >= start ?? now } < Self.fewestRecentFixes
                let kept = isSparse ? recentFixes.suffix(Self.fewestRecentFixes - 1) : []
                self = PositionWindow(duration: duration)
                recentFixes += kept
            }
        }
        let fix = Fix(
            at: now, point: location.coordinate.vector * Earth.meanRadiusInMeters,
            accuracyInMeters: location.horizontalAccuracy ?? 0)
        start = start ?? now
        recentFixes.append(fix)
        let surplus = recentFixes.dropLast(Self.fewestRecentFixes)
        recentFixes.removeFirst(surplus.prefix { $0.at.duration(to: now) >= sliceDuration }.count)
        defer { openSlice.append(fix) }
        guard let first = openSlice.first, first.at.duration(to: now) >= sliceDuration else { return .fix }
        slices.append(Self.condensed(openSlice, start: first.at))
        openSlice = []
        slices.removeFirst(slices.prefix { $0.start.duration(to: now) > duration + sliceDuration }.count)
        return .slice
    }

    /// Whether fixes have come for the whole duration.
    func isFull(at now: BootInstant) -> Bool { start.map { $0.duration(to: now) >= duration } ?? false }

    /// The last fix that counts.
    var newest: Point? { recentFixes.last?.point }

    /// The present: the last seconds in one; nil while there are too few fixes.
    var recent: Slice? {
        guard let first = recentFixes.first, recentFixes.count >= Self.fewestRecentFixes else { return nil }
        return Self.condensed(recentFixes, start: first.at)
    }

    private static func condensed(_ fixes: [Fix], start: BootInstant) -> Slice {
        Slice(
            start: start, middle: .median(of: fixes.map(\.point)),
            accuracyInMeters: fixes.map(\.accuracyInMeters).sorted()[fixes.count / 2])
    }
}
