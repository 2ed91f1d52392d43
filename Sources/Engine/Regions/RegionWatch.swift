import PlacemarkModel

/// The rules for one region: when the box counts as inside, and when as outside.
///
/// - **Entry**: a fix lies inside by at least its own accuracy, and a second one confirms it; with a dwell, no sooner
///   than that long after the first, and none in between lies outside.
/// - **Fast pass**: the way between two fixes leads through the region at that depth, and the fixes before and after
///   confirm it: the straight ways from the one and to the other lead through as well. Those to a single stray fix and
///   back from it do not: the box goes on where it was before.
/// - **Exit**: for 20 s, and at least two fixes, the box has been outside by more than the accuracy and a margin.
///
/// What was unknown before becomes inside or outside by the same rules, but silently.
struct RegionWatch: Hashable, Sendable {
    /// How long the box must be outside until it counts as that.
    static let exitDuration = Duration.seconds(20)
    /// The same when nothing was known before: by then `FixScatter` has seen enough of the receiver.
    static let settlingDuration = Duration.seconds(30)
    /// Farther away than this, a single fix is enough to tell that the box is not inside.
    static let farInMeters = 10_000.0

    private(set) var state: RegionState
    private var entry: Entry?
    /// Since when all fixes have been outside.
    private var outsideSince: BootInstant?

    /// An entry that waits to be confirmed.
    private struct Entry: Hashable {
        let since: BootInstant
        /// The largest accuracy of the fixes that it relies on.
        let accuracy: Double
        /// Where the way began that led into the region; nil when the last fix is not the one after it.
        var origin: Coordinate?
    }

    init(_ state: RegionState) { self.state = state }

    /// Whether there is nothing to remember: outside, and not about to be anything else.
    var isOrdinary: Bool { state == .outside && entry == nil }

    /// Takes a fix into account. Returns the crossing that it confirms.
    mutating func accepted(_ fix: RegionFix, in shape: RegionGeometry, dwell: Duration) -> RegionCrossing? {
        let margin = shape.exitMarginInMeters
        let reach = state == .unknown ? Self.farInMeters : 0
        let depth = shape.depth(at: fix.coordinate, upTo: fix.accuracy + margin + reach + 1)
        let isClearlyOutside = -depth - fix.accuracy > margin
        switch state {
        case .inside:
            guard hasLeft(isClearlyOutside, for: Self.exitDuration, at: fix.at) else { return nil }
            become(.outside)
            return .exited
        case .outside:
            guard hasEntered(depth, fix, shape, dwell) else { return nil }
            become(.inside)
            return .entered
        case .unknown:
            if hasEntered(depth, fix.withoutPath, shape, .zero) {
                become(.inside)
            } else if -depth - fix.accuracy > Self.farInMeters
                || hasLeft(isClearlyOutside, for: Self.settlingDuration, at: fix.at)
            {
                become(.outside)
            }
            return nil
        }
    }

    private mutating func become(_ new: RegionState) { self = RegionWatch(new) }

    private mutating func hasLeft(_ isOutside: Bool, for duration: Duration, at now: BootInstant) -> Bool {
        guard isOutside else {
            outsideSince = nil
            return false
        }
        guard let since = outsideSince else {
            outsideSince = now
            return false
        }
        return since.duration(to: now) >= duration
    }

    private mutating func hasEntered(
        _ depth: Double, _ fix: RegionFix, _ shape: RegionGeometry, _ dwell: Duration
    ) -> Bool {
        let isInside = depth >= fix.accuracy
        if let waiting = entry {
            if isInside {
                // Not the same fix twice: a dwell of zero still needs a second one.
                return waiting.since < fix.at && waiting.since.duration(to: fix.at) >= dwell
            }
            if dwell == .zero, fix.path != nil, let origin = waiting.origin,
                shape.reaches(max(waiting.accuracy, fix.accuracy), from: origin, to: fix.coordinate)
            {
                return true
            }
            entry?.origin = nil
            if depth < 0 { entry = nil }
        }
        guard entry == nil else { return false }
        if isInside {
            entry = Entry(since: fix.at, accuracy: fix.accuracy, origin: fix.path?.origin)
        } else if dwell == .zero, let path = fix.path, let before = path.before {
            let accuracy = max(path.accuracy, fix.accuracy)
            if shape.reaches(accuracy, from: path.origin, to: fix.coordinate),
                shape.reaches(accuracy, from: before, to: fix.coordinate)
            {
                entry = Entry(since: fix.at, accuracy: accuracy, origin: path.origin)
            }
        }
        return false
    }
}
