public import PlacemarkModel

/// Decides whether a fix of a receiver is believable, by the receiver's own history.
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
        /// Times before this one are marked as suspect; nil for a recording, which may be of any age.
        public var earliestTimestamp: Timestamp? = TimestampWatch.earliest

        public init() {}
    }

    public var settings: Settings
    /// Whether the time of the last accepted fix cannot be right.
    public private(set) var isTimestampSuspect = false

    private var lastAccepted: Location?
    private var clock = FixClock()
    /// Since when fixes have been rejected for their time only.
    private var clockDoubtedSince: BootInstant?
    private var jumps = JumpFilter()
    private var frozen = FrozenFilter()
    private var timestamps = TimestampWatch()

    /// - Parameter lastLocation: where the box was, as another receiver had it; nil when nobody knows.
    public init(settings: Settings = Settings(), lastLocation: Location? = nil) {
        self.settings = settings
        lastAccepted = lastLocation
        // The other one's clock says nothing about this one's.
        lastAccepted?.timestamp = nil
    }

    /// Returns nil when the fix is accepted, and remembers it then.
    public mutating func evaluate(_ fix: Location, at now: BootInstant) -> Rejection? {
        if let accuracy = fix.horizontalAccuracy, accuracy > settings.maximumAccuracyInMeters { return .inaccurate }
        if isNullIsland(fix) { return .nullIsland }
        if let rejection = judgeTime(of: fix, at: now) { return rejection }
        let movement = lastAccepted.map { Movement(from: $0, to: fix) }
        if let movement,
            let rejection = jumps.evaluate(
                fix, after: movement, maximumSpeedInMetersPerSecond: settings.maximumSpeedInMetersPerSecond,
                confirmation: settings.confirmation)
        {
            return rejection
        }
        if frozen.rejects(fix, after: movement, confirmation: settings.confirmation) { return .frozen }
        clock.learn(from: fix)
        isTimestampSuspect =
            fix.timestamp.map {
                timestamps.isSuspect($0, receivedAt: fix.receivedAt, earliest: settings.earliestTimestamp)
            } ?? false
        lastAccepted = fix
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
                // The same place at the same moment is the same fix, however often it is told: no way out.
                if fix.coordinate == lastAccepted?.coordinate { return .duplicate }
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
}
