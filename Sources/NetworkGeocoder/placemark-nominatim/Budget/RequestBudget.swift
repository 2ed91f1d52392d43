import CurlClient
import PlacemarkModel

/// How often a server may be asked. Attempts count, whatever becomes of them.
///
/// At most one attempt in each interval, and no burst after rest: only the last attempt is remembered, nothing is saved
/// up. At most `dailyLimit` attempts in any 24 hours, of which clients may have a quarter: the rest is left to the daemon. None
/// while the circuit is open.
///
/// What a server says of itself counts for everybody, whoever has asked. What has become of a client's question counts for clients
/// alone: anybody can ask what no server answers, and the daemon's own questions must not wait for that.
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
    /// The server's: it holds for everybody.
    private(set) var circuit = Circuit()
    /// That of clients' questions: it holds for them alone.
    private(set) var clientCircuit = Circuit()
    private(set) var lastAttempt: BootInstant
    /// The oldest first.
    private(set) var slots: [Slot] = []

    /// A budget of which nothing is known: an earlier process may have asked just now, so the first interval begins at once.
    init(_ settings: Settings, startingAt now: BootInstant) {
        self.settings = settings
        lastAttempt = now
    }

    /// As an earlier process has left it.
    init(
        _ settings: Settings, lastAttempt: BootInstant, slots: [Slot], circuit: Circuit, clientCircuit: Circuit
    ) {
        self.settings = settings
        (self.lastAttempt, self.slots) = (lastAttempt, slots)
        (self.circuit, self.clientCircuit) = (circuit, clientCircuit)
    }

    /// Whether a request may be sent for this asker.
    func verdict(for asker: GeocodeAsker, at now: BootInstant) -> Verdict {
        let refusals = (asker == .client ? [circuit, clientCircuit] : [circuit]).compactMap { $0.refusal(at: now) }
        if let longest = refusals.max(by: { $0.retryAfter < $1.retryAfter }) { return .refuse(longest) }
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
    mutating func ended(_ error: ProviderError?, for asker: GeocodeAsker, at now: BootInstant, wallClock: Timestamp) {
        switch error {
        case nil, .noResult:
            circuit.succeeded()
            if asker == .client { clientCircuit.succeeded() }
        // The server works, and has not said that it would take another question.
        case .declined, .languageUnknown: break
        // Its own word, which holds whoever has asked.
        case .throttled(_, let header):
            let wait = header.flatMap { RetryAfter.wait($0, wallClock: wallClock) }
            circuit.failed(.throttled, retryAfter: wait, at: now)
        case .refused: failed(.refused, for: asker, at: now)
        case .failed, .unreadable, .unreachable: failed(.failing, for: asker, at: now)
        }
    }

    /// A failure that may be the question's: a text that a firewall before the server forbids, or that the server falls over.
    private mutating func failed(_ cause: Circuit.Cause, for asker: GeocodeAsker, at now: BootInstant) {
        switch asker {
        case .daemon: circuit.failed(cause, retryAfter: nil, at: now)
        case .client: clientCircuit.failed(cause, retryAfter: nil, at: now)
        }
    }
}

extension Circuit {
    /// Why nothing may be asked; nil when something may.
    fileprivate func refusal(at now: BootInstant) -> RequestBudget.Refusal? {
        guard let wait = wait(at: now), let cause = opening?.cause else { return nil }
        return RequestBudget.Refusal(reason: .circuit(cause), retryAfter: wait)
    }
}
