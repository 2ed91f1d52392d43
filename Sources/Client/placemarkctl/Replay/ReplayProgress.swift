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

/// What the user alone knows of a recording: a line for programs that can ask him, and play it once more with the option.
struct ReplayQuestion: Encodable, Hashable {
    let event = "question"
    /// The option's name, without its dashes.
    let option: String

    /// Which number of the recording's dates is the month, because none is above 12.
    static let dates = ReplayQuestion(option: "dates")
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
