import CurlClient
import PlacemarkModel

/// How often a server may be asked. Attempts count, whatever becomes of them.
///
/// At most one attempt in each interval, and no burst after rest: only the last attempt is remembered, nothing is saved
/// up. At most `dailyLimit` attempts in any 24 hours, of which clients may have a quarter: the rest is left to the daemon. None
/// while the circuit is open.
struct RequestBudget: Hashable, Sendable {
    struct Settings: Hashable, Sendable {
        var interval: Duration = .seconds(1)
        /// nil for no limit.
        var dailyLimit: Int? = 1000

        /// How many attempts of a day may be for this asker.
        func dailyLimit(for asker: GeocodeAsker) -> Int? {
            switch asker {
            case .daemon: dailyLimit
            // At least one is left to the daemon.
            case .client: dailyLimit.map { min($0 - 1, ($0 + 3) / 4) }
            }
        }

        /// Whether there is anything that a restart must not forget, but for the circuit.
        var isBounded: Bool { interval > .zero || dailyLimit != nil }
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
            /// What clients may have of the day.
            case clientLimit(Int)
            /// It cannot be written down that a request is sent.
            case notKept
        }
        let reason: Reason
        let retryAfter: Duration
    }

    /// The length of the window in which `dailyLimit` counts.
    static let day: Duration = .seconds(86_400)
    /// How long it takes at least until something that could not be written down is tried again.
    static let pauseAfterLoss: Duration = .seconds(60)

    /// Attempts of half an hour, counted together. They leave the window together, when the last of them is a day old: so there
    /// are never more than the limit in any 24 hours, and sometimes it takes half an hour longer than it had to.
    struct Slot: Hashable, Codable, Sendable {
        static let length: Duration = .seconds(1800)
        /// Of a day, with one at each end that is cut.
        static let most = 50

        let start: BootInstant
        var last: BootInstant
        /// Of all askers.
        var attempts: Int
        /// Those of them that were for clients.
        var clientAttempts: Int
    }

    let settings: Settings
    private(set) var circuit = Circuit()
    private(set) var lastAttempt: BootInstant
    /// The oldest first.
    private(set) var slots: [Slot] = []

    /// A budget of which nothing is known: an earlier process may have asked just now, so the first interval begins at once.
    init(_ settings: Settings, startingAt now: BootInstant) {
        self.settings = settings
        lastAttempt = now
    }

    /// Whether a request may be sent for this asker.
    func verdict(for asker: GeocodeAsker, at now: BootInstant) -> Verdict {
        if let wait = circuit.wait(at: now), let cause = circuit.opening?.cause {
            return .refuse(Refusal(reason: .circuit(cause), retryAfter: wait))
        }
        if let limit = settings.dailyLimit, let wait = wait(until: \.attempts, isBelow: limit, at: now) {
            return .refuse(Refusal(reason: .dailyLimit(limit), retryAfter: wait))
        }
        if asker == .client, let limit = settings.dailyLimit(for: asker),
            let wait = wait(until: \.clientAttempts, isBelow: limit, at: now)
        {
            return .refuse(Refusal(reason: .clientLimit(limit), retryAfter: wait))
        }
        let next = lastAttempt.advanced(by: settings.interval)
        return now < next ? .wait(now.duration(to: next)) : .ask
    }

    /// The attempts of the last 24 hours, and some that are older by half an hour at most.
    func attempts(at now: BootInstant) -> Int { current(at: now).reduce(0) { $0 + $1.attempts } }

    /// Likewise, those for clients.
    func clientAttempts(at now: BootInstant) -> Int { current(at: now).reduce(0) { $0 + $1.clientAttempts } }

    private func current(at now: BootInstant) -> ArraySlice<Slot> {
        slots.drop { $0.last.advanced(by: Self.day) <= now }
    }

    /// How long it takes until there are fewer attempts in the window; nil when there are.
    private func wait(until attempts: KeyPath<Slot, Int>, isBelow limit: Int, at now: BootInstant) -> Duration? {
        let slots = current(at: now)
        var left = slots.reduce(0) { $0 + $1[keyPath: attempts] }
        guard left >= limit else { return nil }
        for slot in slots {
            left -= slot[keyPath: attempts]
            if left < limit { return now.duration(to: slot.last.advanced(by: Self.day)) }
        }
        // There is nothing for clients in a limit of one.
        return Self.day
    }

    /// To be called, and saved, before a request is sent.
    mutating func attempt(for asker: GeocodeAsker, at now: BootInstant) {
        lastAttempt = now
        slots = Array(current(at: now))
        if let slot = slots.last, now < slot.start.advanced(by: Slot.length) {
            slots[slots.count - 1].last = now
        } else {
            slots.append(Slot(start: now, last: now, attempts: 0, clientAttempts: 0))
        }
        slots[slots.count - 1].attempts += 1
        if asker == .client { slots[slots.count - 1].clientAttempts += 1 }
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
        var slots: [Slot]
        var openings: Int
        var failures: Int
        var openUntil: BootInstant?
        var cause: Circuit.Cause?
    }

    var memory: Memory {
        Memory(
            savedAt: lastAttempt, lastAttempt: lastAttempt, slots: slots, openings: circuit.openings,
            failures: circuit.failures, openUntil: circuit.opening?.until, cause: circuit.opening?.cause)
    }

    /// Goes on where an earlier process has stopped.
    ///
    /// After a reboot nobody knows how long the machine was off. Then it counts as no time: what was left of a wait and
    /// of the day is what is left now, and a server is rather asked too seldom than too often.
    init(_ settings: Settings, resuming memory: Memory, boot: String, at now: BootInstant) {
        let shift = memory.boot == boot ? .zero : memory.savedAt.duration(to: now)
        func moved(_ instant: BootInstant) -> BootInstant { instant.advanced(by: shift) }
        self.init(settings, startingAt: min(now, moved(memory.lastAttempt)))
        func sane(_ count: Int) -> Int { min(max(0, count), 1 << 40) }
        slots = memory.slots.suffix(Slot.most).map { slot in
            Slot(
                start: min(now, moved(slot.start)), last: min(now, moved(slot.last)), attempts: sane(slot.attempts),
                clientAttempts: sane(slot.clientAttempts))
        }.sorted { $0.last < $1.last }
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
