/// One of the receivers that report: its own filter, and what tells a good one from a bad one.
struct Receiver: Sendable {
    /// A receiver that has been silent, or worse than another, for this long is left.
    static let patience = Duration.seconds(5)

    let name: String?
    var filter: FixFilter
    /// When anything was heard of it.
    private(set) var lastReport: BootInstant
    /// The last fix that its filter has accepted, in this connection.
    private(set) var latest: Location?
    /// Since when it has been better than the chosen one, without a break.
    var betterSince: BootInstant?

    /// The usual time between two of its fixes.
    private var interval = Duration.seconds(1)
    /// The usual horizontal accuracy in metres: a single fix may be off.
    private var accuracy: Double?
    private var drift = UnexplainedMovement()

    init(_ name: String?, filter: FixFilter, at now: BootInstant) {
        self.name = name
        self.filter = filter
        lastReport = now
    }

    /// Judges a fix by this receiver's history.
    mutating func evaluate(_ fix: Location, at now: BootInstant) -> Rejection? {
        lastReport = fix.receivedAt
        if let rejection = filter.evaluate(fix, at: now) { return rejection }
        let gap = latest?.receivedAt.duration(to: fix.receivedAt)
        if let latest, let gap, gap < patience {
            accuracy = fix.horizontalAccuracy.map { new in accuracy.map { $0 + (new - $0) / 4 } ?? new } ?? accuracy
            drift.add(from: latest, to: fix)
        } else {
            // After a silence it begins anew.
            accuracy = fix.horizontalAccuracy
            drift = UnexplainedMovement()
            betterSince = nil
        }
        // Grows slowly, so that one drop-out does not count.
        if let gap { interval = gap < interval ? gap : interval + (min(gap, Self.longestInterval) - interval) / 4 }
        latest = fix
        return nil
    }

    /// Keeps what the filter knows, and nothing else: the receiver has gone, and may come back.
    mutating func forget() {
        latest = nil
        betterSince = nil
    }

    /// After how long without an accepted fix it is given up: 5 s for one of 1 Hz or faster.
    var patience: Duration { max(Self.patience, interval * 5) }

    /// Whether it works at present.
    func isWorking(at now: BootInstant) -> Bool {
        guard let latest else { return false }
        return latest.receivedAt.duration(to: now) < patience
    }

    /// Whether both can be right: their positions differ by no more than their accuracies and the time between their
    /// fixes explain. Both must have a position.
    func agrees(with other: Receiver) -> Bool {
        guard let mine = latest, let theirs = other.latest else { return false }
        let accuracies = (mine.horizontalAccuracy ?? Self.unknown) + (theirs.horizontalAccuracy ?? Self.unknown)
        // Two receivers that filter differently are up to some two seconds apart.
        let delay = abs(mine.receivedAt.duration(to: theirs.receivedAt).inSeconds) + 2
        let movement = max(mine.speed ?? 0, theirs.speed ?? 0) * delay
        return mine.coordinate.distance(to: theirs.coordinate) <= accuracies + movement + Self.tolerance
    }

    /// Whether its position has wandered off without movement, and the other's has not.
    func hasDrifted(beside other: Receiver) -> Bool {
        guard let mine = drift.inMeters, let theirs = other.drift.inMeters else { return false }
        return mine > 2 * theirs + Self.tolerance
    }

    /// Whether it knows its position at least twice as well as the other, and in as many dimensions.
    func isMoreAccurate(than other: Receiver) -> Bool {
        guard let mine = accuracy, let theirs = other.accuracy,
            (latest?.mode ?? .twoDimensional).rawValue >= (other.latest?.mode ?? .twoDimensional).rawValue
        else { return false }
        return mine * 2 < theirs
    }

    /// Whether it solves for the altitude, the other does not, and it is no less accurate.
    func hasMoreDimensions(than other: Receiver) -> Bool {
        guard latest?.mode == .threeDimensional, other.latest?.mode == .twoDimensional else { return false }
        guard let mine = accuracy, let theirs = other.accuracy else { return true }
        return mine <= theirs
    }

    /// No receiver of a box that moves reports more seldom.
    private static let longestInterval = Duration.seconds(12)
    /// The accuracy in metres of a receiver that does not tell it.
    private static let unknown = 50.0
    /// In metres: accuracies are for 95 % of the time, and told too well by many.
    private static let tolerance = 30.0
}
