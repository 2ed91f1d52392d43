import PlacemarkModel

/// How long gpsd may be silent. Other than the defaults only in tests.
struct SilenceLimits: Hashable, Sendable {
    /// From the connection to the first report. A gpsd says its version at once, even without a receiver.
    var greeting: Duration = .seconds(30)
    /// From the last report to the question whether gpsd is there. With `answer` it makes 8 s.
    var idle: Duration = .seconds(5)
    /// From the question to the answer.
    var answer: Duration = .seconds(3)
}

/// Decides when a connection on which nothing arrives is dead.
///
/// gpsd says nothing while no receiver does, so silence alone proves nothing. A stopped gpsd and a cut cable keep the
/// connection established. So gpsd is asked for its version, and whoever is there answers.
struct SilenceWatch: Hashable, Sendable {
    private enum Phase: Hashable {
        /// Connected, and nothing has come. Goes to `listening`, or gives up.
        case awaitingGreeting(since: BootInstant)
        /// Goes to `asked`.
        case listening(since: BootInstant)
        /// Goes to `listening`, or gives up.
        case asked(at: BootInstant)
    }

    /// What to do now.
    enum Verdict: Hashable {
        /// Nothing, for so long.
        case wait(Duration)
        /// Ask for the version.
        case ask
        /// Close the connection.
        case giveUp(Outage)
    }

    private let limits: SilenceLimits
    private var phase: Phase

    init(limits: SilenceLimits, connectedAt now: BootInstant) {
        self.limits = limits
        phase = .awaitingGreeting(since: now)
    }

    /// A whole line has arrived. Half of one does not count: a peer that drips bytes is not there either.
    mutating func received(at now: BootInstant) { phase = .listening(since: now) }

    /// After `.ask`, the caller has asked.
    mutating func verdict(at now: BootInstant) -> Verdict {
        switch phase {
        case .awaitingGreeting(let since):
            let left = limits.greeting - since.duration(to: now)
            return left > .zero ? .wait(left) : .giveUp(.silent)
        case .listening(let since):
            let left = limits.idle - since.duration(to: now)
            if left > .zero { return .wait(left) }
            phase = .asked(at: now)
            return .ask
        case .asked(let at):
            let left = limits.answer - at.duration(to: now)
            return left > .zero ? .wait(left) : .giveUp(.stalled)
        }
    }
}
