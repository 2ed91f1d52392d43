/// Decides whether a fix is believable.
///
/// Every rule has a way out, so that a box is never cut off from a receiver that is right after all: what is
/// rejected for its time or its speed is accepted once it has been consistent for `confirmation`.
public struct FixFilter: Sendable {
    /// What counts as believable.
    public struct Settings: Hashable, Sendable {
        /// Fixes with a larger horizontal accuracy are rejected.
        public var maximumAccuracyInMeters = 10_000.0
        /// Faster than any airliner (row 9 of the fault catalogue).
        public var maximumSpeedInMetersPerSecond = 350.0
        /// Fixes that arrive later than this after they were taken are rejected.
        public var maximumAge = Duration.seconds(10)
        /// How long a jump, or a clock that was set back, must persist until it is believed.
        public var confirmation = Duration.seconds(10)
        /// 0° N, 0° E is believed when the box was at most this far away before.
        public var nullIslandRadiusInMeters = 50_000.0

        public init() {}
    }

    public var settings: Settings
    private var lastAccepted: Location?
    private var clock = FixClock()
    /// The first and the latest fix of a place that the box seems to have jumped to.
    private var jump: (first: Location, latest: Location)?
    /// Since when fixes have been rejected for their time only.
    private var clockDoubtedSince: BootInstant?

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Returns nil when the fix is accepted, and remembers it then.
    public mutating func evaluate(_ fix: Location, at now: BootInstant) -> Rejection? {
        if let accuracy = fix.horizontalAccuracy, accuracy > settings.maximumAccuracyInMeters { return .inaccurate }
        if isNullIsland(fix) { return .nullIsland }
        if let rejection = judgeTime(of: fix, at: now) { return rejection }
        if isImplausiblyFast(fix) { return .implausibleSpeed }
        clock.learn(from: fix)
        lastAccepted = fix
        jump = nil
        return nil
    }

    private func isNullIsland(_ fix: Location) -> Bool {
        guard fix.coordinate.latitude == 0, fix.coordinate.longitude == 0 else { return false }
        guard let lastAccepted else { return true }
        return fix.coordinate.distance(to: lastAccepted.coordinate) > settings.nullIslandRadiusInMeters
    }

    private mutating func judgeTime(of fix: Location, at now: BootInstant) -> Rejection? {
        // Waited between the source and here: that is certain, and has no way out.
        if fix.receivedAt.duration(to: now) > settings.maximumAge { return .tooOld }
        let rejection: Rejection?
        if let last = lastAccepted?.timestamp, let this = fix.timestamp {
            let step = this.duration(since: last)
            if step == .zero {
                rejection = .duplicate
            } else if step < .zero, step > .zero - FixClock.largestDelay {
                // A longer step back is a receiver that has set its clock (week rollover), not a late fix.
                rejection = .outOfOrder
            } else {
                rejection = clock.age(of: fix) > settings.maximumAge ? .tooOld : nil
            }
        } else {
            rejection = nil
        }
        guard let rejection else {
            clockDoubtedSince = nil
            return nil
        }
        let since = clockDoubtedSince ?? fix.receivedAt
        clockDoubtedSince = since
        guard since.duration(to: fix.receivedAt) >= settings.confirmation else { return rejection }
        // A backlog is drained in an instant. What goes on for that long is a clock that was set back.
        clock.reset()
        clockDoubtedSince = nil
        return nil
    }

    private mutating func isImplausiblyFast(_ fix: Location) -> Bool {
        guard let lastAccepted, !isReachable(fix, from: lastAccepted) else { return false }
        guard let (first, latest) = jump, isReachable(fix, from: latest) else {
            jump = (fix, fix)
            return true
        }
        jump = (first, fix)
        // A ferry, a flight, a receiver that was switched on elsewhere: the jump stays, so it is true.
        return Self.elapsed(from: first, to: fix) < settings.confirmation
    }

    /// Whether a box can have moved from one to the other, by the nearest points that the accuracies allow.
    private func isReachable(_ fix: Location, from earlier: Location) -> Bool {
        let slack = (fix.horizontalAccuracy ?? 0) + (earlier.horizontalAccuracy ?? 0)
        let distance = earlier.coordinate.distance(to: fix.coordinate) - slack
        let seconds = Self.elapsed(from: earlier, to: fix).inSeconds
        // Written as a product: a time step of zero must not make an infinity.
        return distance <= settings.maximumSpeedInMetersPerSecond * max(seconds, 0)
    }

    /// The time between two fixes by the receiver's clock, or by ours when the receiver's does not run forward.
    private static func elapsed(from earlier: Location, to later: Location) -> Duration {
        if let start = earlier.timestamp, let end = later.timestamp, end > start { return end.duration(since: start) }
        return earlier.receivedAt.duration(to: later.receivedAt)
    }
}
