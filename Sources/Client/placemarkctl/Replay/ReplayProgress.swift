/// How much of a recording has been read: a line for programs that show it.
struct ReplayProgress: Encodable, Hashable {
    let event = "progress"
    let bytes: Int
    /// The size of the file; absent for a pipe.
    let of: Int?

    init(bytes: Int, of total: Int?) {
        self.bytes = bytes
        of = total
    }
}

/// Says when the next line of progress is due: ten times a second at most, whatever the machine can do.
struct ProgressPace {
    /// The time between two lines.
    static let interval = Duration.milliseconds(100)

    private var last: ContinuousClock.Instant?

    /// Whether there is to be a line at this moment, which then counts as written.
    mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
        if let last, last.duration(to: now) < Self.interval { return false }
        last = now
        return true
    }
}
