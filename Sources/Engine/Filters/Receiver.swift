import PlacemarkModel

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

    private var rhythm = Rhythm()
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
        if let latest, latest.receivedAt.duration(to: fix.receivedAt) < patience {
            accuracy = fix.horizontalAccuracy.map { new in accuracy.map { $0 + (new - $0) / 4 } ?? new } ?? accuracy
            drift.add(from: latest, to: fix)
        } else {
            // After a silence it begins anew.
            accuracy = fix.horizontalAccuracy
            drift = UnexplainedMovement()
            betterSince = nil
        }
        rhythm.fix(at: fix.receivedAt)
        latest = fix
        return nil
    }

    /// Keeps what the filter knows, and nothing else: the receiver has gone, and may come back.
    mutating func forget() {
        latest = nil
        betterSince = nil
    }

    /// After how long without an accepted fix it is given up: 5 s for one of 1 Hz or faster.
    var patience: Duration { min(Self.longestPatience, rhythm.staleAfter) }

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

    /// Whether it knows its position at least twice as well as the other, in as many dimensions, and keeps up.
    func isMoreAccurate(than other: Receiver) -> Bool {
        guard let mine = accuracy, let theirs = other.accuracy, dimensions >= other.dimensions else { return false }
        return mine * 2 < theirs && !other.keepsUpBetter(than: self)
    }

    /// Whether it solves for the altitude, the other does not, and it is no less accurate, and keeps up.
    func hasMoreDimensions(than other: Receiver) -> Bool {
        guard latest?.mode == .threeDimensional, other.latest?.mode == .twoDimensional,
            !other.keepsUpBetter(than: self)
        else { return false }
        guard let mine = accuracy, let theirs = other.accuracy else { return true }
        return mine <= theirs
    }

    /// Whether it gives more than three fixes in the time of two of the other's, in as many dimensions, and either is of
    /// about the same accuracy or keeps up better.
    func reportsMoreOften(than other: Receiver) -> Bool {
        guard let mine = rhythm.usualGap, let theirs = other.rhythm.usualGap, mine * 3 < theirs * 2,
            dimensions >= other.dimensions
        else { return false }
        if keepsUpBetter(than: other) { return true }
        guard let theirAccuracy = other.accuracy else { return true }
        return accuracy.map { $0 <= theirAccuracy * Self.sameAccuracyFactor } ?? false
    }

    private var dimensions: Int { (latest?.mode ?? .twoDimensional).rawValue }

    /// Whether it knows at least twice as well as the other where a box that drives is when the next fix is due.
    private func keepsUpBetter(than other: Receiver) -> Bool { uncertainty * 2 < other.uncertainty }

    /// In metres: what a fix may be off by, and the way to the next one.
    private var uncertainty: Double {
        (accuracy ?? Self.unknown) + Self.speedInTown * (rhythm.usualGap ?? .seconds(1)).inSeconds
    }

    /// The same for a slow one: no receiver of a box that moves gives less than five fixes a minute.
    private static let longestPatience = Duration.seconds(60)
    /// What two receivers at one place say of their accuracies differs by so much from moment to moment. Less than the
    /// factor of two that makes one more accurate, so that the choice cannot go in circles.
    private static let sameAccuracyFactor = 1.25
    /// In m/s. A fixed one, so that a box that stops at each light does not change its receiver there.
    private static let speedInTown = 10.0
    /// The accuracy in metres of a receiver that does not tell it.
    private static let unknown = 50.0
    /// In metres: accuracies are for 95 % of the time, and told too well by many.
    private static let tolerance = 30.0
}
