public import PlacemarkModel

/// Decides which accepted fixes become points of the track: by distance, and by the shape of the way in space and time.
///
/// What it promises: between two points of a segment, move evenly from one to the other. At the moment of each fix that
/// place is then
///
/// - under way, at most `toleranceInMeters(of:)` from the fix: 10 m, or half of the fix's accuracy where that is more;
/// - at rest, at most `restRadiusInMeters(from:to:)` from it: 10 m, or the accuracies of the fix and of the place of
///   rest together; half as much again for a single fix that the next one does not confirm. A box that takes more than
///   a minute for this way cannot be told from one at rest.
///
/// Because the moment counts, no stop and no change of speed goes lost either. Altitudes are not looked at. Outside of
/// the promise are fixes while `MotionDetector` says that the box is stationary, fixes without a time until
/// they have come for ten seconds, and a second fix of the same moment.
///
/// One pass. What it keeps are a few fixes and at most `TrackSegment.mostTentativePoints` points.
public struct TrackThinning: Sendable {
    /// After this long without a fix nobody knows the way: the track has a gap.
    public static let longestGap = Duration.seconds(300)
    /// Fixes without a time count once they have come for this long: receivers begin with some, and some receivers give
    /// two reports an epoch, one without a time. A time that cannot be right is none: what comes after it in the track would
    /// be older than it.
    static let patienceForTime = Duration.seconds(10)

    private var segment: TrackSegment?
    /// Since when fixes have had no time, before or after some that had one.
    private var untimedSince: BootInstant?

    public init() {}

    /// Takes an accepted fix. Returns the points that are decided now, in order: mostly none.
    ///
    /// - Parameter motion: what is known about rest from elsewhere.
    public mutating func accept(_ fix: Location, motion: Motion? = nil) -> [TrackPoint] {
        if fix.plausibleTimestamp == nil, segment == nil || segment?.latest.fix.plausibleTimestamp != nil {
            let since = untimedSince ?? fix.receivedAt
            untimedSince = since
            guard since.duration(to: fix.receivedAt) > Self.patienceForTime else { return [] }
        } else {
            untimedSince = nil
        }
        var points: [TrackPoint] = []
        if let latest = segment?.latest {
            switch Self.step(from: latest.fix, to: fix) {
            case .later(let step):
                let sample = TrackSegment.Sample(fix: fix, seconds: latest.seconds + step.inSeconds)
                return segment?.take(sample, motion: motion) ?? []
            case .ignored: return []
            case .gap: points = interrupt()
            }
        }
        segment = TrackSegment(startingWith: fix)
        return points + [TrackPoint(fix, startsSegment: true)]
    }

    /// Ends the segment, because the source is lost or the service ends. Returns its last points.
    public mutating func interrupt() -> [TrackPoint] {
        defer { segment = nil }
        return segment?.finish() ?? []
    }

    /// The points that `interrupt()` would return: the way since the last decided one.
    public var pending: [TrackPoint] {
        var segment = segment
        return segment?.finish() ?? []
    }

    private enum Step {
        case later(Duration)
        case ignored
        case gap
    }

    /// From one fix to the next, by the receiver's clock where it has one: it knows best when a fix was taken.
    private static func step(from earlier: Location, to later: Location) -> Step {
        let step: Duration
        switch (earlier.plausibleTimestamp, later.plausibleTimestamp) {
        case (let start?, let end?): step = end.duration(since: start)
        case (nil, nil): step = earlier.receivedAt.duration(to: later.receivedAt)
        case (nil, _?), (_?, nil): return .gap
        }
        if step == .zero { return .ignored }
        return step > .zero && step <= longestGap ? .later(step) : .gap
    }
}
