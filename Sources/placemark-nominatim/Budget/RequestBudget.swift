import CurlClient
import PlacemarkCore

/// How often a server may be asked. Attempts count, whatever becomes of them.
///
/// At most one attempt in each interval, and no burst after rest: only the last attempt is remembered, nothing is saved
/// up. At most `dailyLimit` attempts in the 24 hours that begin with the first of them. None while the circuit is open.
struct RequestBudget: Hashable, Sendable {
    struct Settings: Hashable, Sendable {
        var interval: Duration = .seconds(1)
        /// nil for no limit.
        var dailyLimit: Int? = 1000
    }

    /// Whether a request may be sent.
    enum Verdict: Hashable, Sendable {
        case ask
        /// Soon: the interval is not over.
        case wait(Duration)
        /// Not soon, and why.
        case refuse(Refusal)
    }

    /// Why nothing is asked, and for how long.
    struct Refusal: Error, Hashable, Sendable {
        enum Reason: Hashable, Sendable {
            case circuit(Circuit.Cause)
            case dailyLimit(Int)
        }
        let reason: Reason
        let retryAfter: Duration
    }

    /// The length of the window in which `dailyLimit` counts.
    static let day: Duration = .seconds(86_400)

    let settings: Settings
    private(set) var circuit = Circuit()
    private(set) var lastAttempt: BootInstant
    /// The attempts of a day that begins with the first of them.
    struct Window: Hashable, Sendable {
        let start: BootInstant
        var attempts: Int
    }

    /// Nil before the first attempt.
    private(set) var window: Window?

    /// A budget of which nothing is known: an earlier process may have asked just now, so the first interval begins at once.
    init(_ settings: Settings, startingAt now: BootInstant) {
        self.settings = settings
        lastAttempt = now
    }

    func verdict(at now: BootInstant) -> Verdict {
        if let wait = circuit.wait(at: now), let cause = circuit.opening?.cause {
            return .refuse(Refusal(reason: .circuit(cause), retryAfter: wait))
        }
        if let limit = settings.dailyLimit, attempts(at: now) >= limit, let window {
            let end = window.start.advanced(by: Self.day)
            return .refuse(Refusal(reason: .dailyLimit(limit), retryAfter: now.duration(to: end)))
        }
        let next = lastAttempt.advanced(by: settings.interval)
        return now < next ? .wait(now.duration(to: next)) : .ask
    }

    /// The attempts of the window that goes on.
    func attempts(at now: BootInstant) -> Int {
        guard let window, now < window.start.advanced(by: Self.day) else { return 0 }
        return window.attempts
    }

    /// To be called, and saved, before a request is sent.
    mutating func attempt(at now: BootInstant) {
        lastAttempt = now
        let attempts = attempts(at: now)
        window = Window(start: attempts == 0 ? now : window?.start ?? now, attempts: attempts + 1)
    }

    /// What became of the attempt; nil when it succeeded. That nothing is known of a place is a success.
    ///
    /// - Parameter wallClock: for a Retry-After that is a date.
    mutating func ended(_ error: ProviderError?, at now: BootInstant, wallClock: Timestamp) {
        switch error {
        case nil, .noResult: circuit.succeeded()
        case .refused: circuit.failed(.refused, retryAfter: nil, at: now)
        case .throttled(_, let header):
            let wait = header.flatMap { RetryAfter.wait($0, wallClock: wallClock) }
            circuit.failed(.throttled, retryAfter: wait, at: now)
        case .failed, .unreadable, .unreachable: circuit.failed(.failing, retryAfter: nil, at: now)
        }
    }
}

// MARK: - Across restarts

extension RequestBudget {
    /// What the next process must know. Times are seconds since the boot, and mean something in the same boot only.
    struct Memory: Hashable, Codable, Sendable {
        var boot: String = ""
        /// When it was saved: after a reboot, what was left then is what is left.
        var savedAt: BootInstant
        var lastAttempt: BootInstant
        var windowStart: BootInstant?
        var windowAttempts: Int
        var openings: Int
        var failures: Int
        var openUntil: BootInstant?
        var cause: Circuit.Cause?
    }

    var memory: Memory {
        Memory(
            savedAt: lastAttempt, lastAttempt: lastAttempt, windowStart: window?.start,
            windowAttempts: window?.attempts ?? 0, openings: circuit.openings, failures: circuit.failures,
            openUntil: circuit.opening?.until, cause: circuit.opening?.cause)
    }

    /// Goes on where an earlier process has stopped.
    ///
    /// After a reboot nobody knows how long the machine was off. Then it counts as no time: what was left of a wait and
    /// of the day is what is left now, and a server is rather asked too seldom than too often.
    init(_ settings: Settings, resuming memory: Memory, boot: String, at now: BootInstant) {
        let shift = memory.boot == boot ? .zero : memory.savedAt.duration(to: now)
        func moved(_ instant: BootInstant) -> BootInstant { instant.advanced(by: shift) }
        self.init(settings, startingAt: min(now, moved(memory.lastAttempt)))
        if let start = memory.windowStart, memory.windowAttempts > 0 {
            window = Window(start: min(now, moved(start)), attempts: min(memory.windowAttempts, 1 << 40))
        }
        var opening: Circuit.Opening?
        if let until = memory.openUntil, let cause = memory.cause {
            // A file that somebody has edited must not close the server for years.
            opening = Circuit.Opening(
                until: min(moved(until), now.advanced(by: RetryAfter.longest)), cause: cause)
        }
        circuit = Circuit(
            openings: min(1000, max(0, memory.openings)), failures: min(1000, max(0, memory.failures)), opening: opening
        )
    }
}
