import CurlClient
import PlacemarkModel
import Testing

@testable import placemark_nominatim

@Suite("Budget")
struct BudgetTests {
    /// 2026-11-23T00:00:00Z.
    private static let wallClock = Timestamp(nanosecondsSinceEpoch: 1795392000 * 1_000_000_000)

    private func at(_ seconds: Double) -> BootInstant { BootInstant(sinceBoot: .seconds(seconds)) }

    private func budget(dailyLimit: Int? = nil) -> RequestBudget {
        RequestBudget(.init(interval: .seconds(1), dailyLimit: dailyLimit), startingAt: at(0))
    }

    @Test("at most one attempt in each second, and no burst after a rest")
    func interval() {
        var (budget, attempts) = (budget(), [Double]())
        // Asked a hundred times a second, with an hour of rest in between.
        for time in stride(from: 0.0, to: 5, by: 0.01).map(\.self)
            + stride(from: 3600.0, to: 3605, by: 0.01).map(\.self)
        {
            guard budget.verdict(for: .daemon, at: at(time)) == .ask else { continue }
            budget.attempt(for: .daemon, at: at(time))
            attempts.append(time)
        }
        #expect(attempts.count == 9)
        for (earlier, later) in zip(attempts, attempts.dropFirst()) { #expect(later - earlier >= 0.999) }
    }

    @Test("attempts count, whatever becomes of them")
    func failedAttempts() {
        var budget = budget(dailyLimit: 3)
        for time in [1.0, 2, 3] {
            #expect(budget.verdict(for: .daemon, at: at(time)) == .ask)
            budget.attempt(for: .daemon, at: at(time))
            budget.ended(time == 2 ? .unreachable("") : nil, for: .daemon, at: at(time), wallClock: Self.wallClock)
        }
        // The three belong to one half-hour, and leave with the last of them.
        let refusal = RequestBudget.Refusal(reason: .dailyLimit(3), retryAfter: .seconds(86_400 - 1))
        #expect(budget.verdict(for: .daemon, at: at(4)) == .refuse(refusal))
        #expect(budget.verdict(for: .daemon, at: at(86_403)) == .ask)
        #expect(budget.attempts(at: at(86_403)) == 0)
    }

    @Test("the daily limit holds in any 24 hours, wherever they begin", arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func anyDay(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let limit = 40
        var (budget, attempts, now) = (budget(dailyLimit: limit), [Double](), 0.0)
        while now < 10 * 86_400 {
            // Hours of silence, and times in which a request comes each second.
            now +=
                Bool.random(using: &random) ? 1 : .random(in: 1...(seed.isMultiple(of: 2) ? 600 : 9000), using: &random)
            guard budget.verdict(for: .daemon, at: at(now)) == .ask else { continue }
            budget.attempt(for: .daemon, at: at(now))
            attempts.append(now)
            #expect(budget.slots.count <= RequestBudget.Slot.most)
        }
        #expect(attempts.count > 300)
        // No window of a day has more: that of each attempt ends before the one that is as many later.
        for (first, next) in zip(attempts, attempts.dropFirst(limit)) { #expect(next - first >= 86_400) }
    }

    @Test("nearly twice the limit does not fit round the edge of a day")
    func edge() {
        var budget = budget(dailyLimit: 100)
        func attempts(from start: Double) -> Int {
            (0..<100).count { second in
                let now = at(start + Double(second))
                guard budget.verdict(for: .daemon, at: now) == .ask else { return false }
                budget.attempt(for: .daemon, at: now)
                return true
            }
        }
        // One request begins a day, the other 99 come at its end.
        budget.attempt(for: .daemon, at: at(1000))
        #expect(attempts(from: 1000 + 86_400 - 150) == 99)
        #expect(attempts(from: 1000 + 86_400 + 60) == 1)
    }

    @Test("fault 89: clients have a quarter of the day, and the daemon the rest and what they leave")
    func clientLimit() {
        for (limit, share) in [(1000, 250), (12, 3), (5, 2), (2, 1), (1, 0)] {
            var budget = budget(dailyLimit: limit)
            func attempts(for asker: GeocodeAsker, from start: Int) -> Int {
                (start..<start + 2000).count { second in
                    guard budget.verdict(for: asker, at: at(Double(second))) == .ask else { return false }
                    budget.attempt(for: asker, at: at(Double(second)))
                    return true
                }
            }
            #expect(attempts(for: .client, from: 1) == share)
            guard case .refuse(let refusal) = budget.verdict(for: .client, at: at(2001)) else {
                return #expect(Bool(false), "\(limit)")
            }
            #expect(refusal.reason == .clientLimit(share) && refusal.retryAfter <= .seconds(86_400))
            #expect(attempts(for: .daemon, from: 2001) == limit - share)
            #expect(budget.clientAttempts(at: at(4001)) == share && budget.attempts(at: at(4001)) == limit)
            let restarted = RequestBudget(budget.settings, resuming: budget.memory, boot: "", at: at(4001))
            #expect(restarted.slots == budget.slots)
            #expect(restarted.verdict(for: .daemon, at: at(4001)) == budget.verdict(for: .daemon, at: at(4001)))
        }
    }

    @Test(
        "fault 52: Retry-After counts in both forms, and for a day at most",
        arguments: [
            ("7200", 7200.0), (" 5 ", nil), ("0", 0), ("-1", nil), ("", nil), ("soon", nil), ("1e3", nil),
            ("99999999999999999999", 86_400), ("864000", 86_400),
            ("Mon, 23 Nov 2026 00:02:00 GMT", 120), ("Sun, 22 Nov 2026 00:00:00 GMT", 0),
            ("Fri, 31 Dec 2099 23:59:59 GMT", 86_400), ("Mon, 23 Nov 2026 00:02:00 CET", nil),
            ("Mon, 32 Nov 2026 00:02:00 GMT", nil), ("2026-11-23T00:02:00Z", nil),
        ] as [(String, Double?)])
    func retryAfter(_ text: String, _ seconds: Double?) {
        #expect(RetryAfter.wait(text, wallClock: Self.wallClock)?.inSeconds == seconds)
    }

    @Test("fault 52: a server that throttles is left alone as long as it asks for, or for a minute, doubled each time")
    func throttling() {
        var budget = budget()
        func wait(_ header: String?, at time: Double) -> Double? {
            budget.attempt(for: .daemon, at: at(time))
            budget.ended(
                .throttled(status: 429, retryAfter: header), for: .daemon, at: at(time), wallClock: Self.wallClock)
            guard case .refuse(let refusal) = budget.verdict(for: .daemon, at: at(time)) else { return nil }
            #expect(refusal.reason == .circuit(.throttled))
            return refusal.retryAfter.inSeconds
        }
        #expect(wait("7200", at: 10) == 7200)
        #expect(wait("-1", at: 8000) == 120)
        #expect(wait(nil, at: 9000) == 240)
        for time in stride(from: 100_000.0, to: 3e6, by: 100_000) { _ = wait(nil, at: time) }
        #expect(wait(nil, at: 4e6) == 86_400)
        budget.ended(nil, for: .daemon, at: at(5e6), wallClock: Self.wallClock)
        #expect(wait(nil, at: 5e6 + 1) == 60)
    }

    @Test("fault 52: a server that refuses is left alone for an hour, then gets one request, and is left alone for two")
    func halfOpen() {
        var budget = budget()
        budget.attempt(for: .daemon, at: at(1))
        budget.ended(.refused(status: 403), for: .daemon, at: at(1), wallClock: Self.wallClock)
        #expect(budget.verdict(for: .daemon, at: at(3600)) != .ask)
        #expect(budget.verdict(for: .daemon, at: at(3601)) == .ask)
        budget.attempt(for: .daemon, at: at(3601))
        budget.ended(.refused(status: 403), for: .daemon, at: at(3601), wallClock: Self.wallClock)
        let verdict = budget.verdict(for: .daemon, at: at(3602))
        guard case .refuse(let refusal) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(refusal.retryAfter == .seconds(7199))
        #expect(budget.verdict(for: .daemon, at: at(10_801)) == .ask)
        budget.ended(.noResult, for: .daemon, at: at(10_802), wallClock: Self.wallClock)
        #expect(budget.circuit == Circuit())
    }

    @Test("three failures in a row open the circuit; one does not")
    func failures() {
        var budget = budget()
        for (time, isAsked) in [(1.0, true), (2, true), (3, false)] {
            budget.attempt(for: .daemon, at: at(time))
            budget.ended(.unreachable("timeout"), for: .daemon, at: at(time), wallClock: Self.wallClock)
            #expect((budget.verdict(for: .daemon, at: at(time + 1)) == .ask) == isAsked)
        }
        // Half-open: one more failure is enough.
        budget.ended(.failed(status: 500), for: .daemon, at: at(40), wallClock: Self.wallClock)
        let verdict = budget.verdict(for: .daemon, at: at(40))
        guard case .refuse(let refusal) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(refusal.retryAfter == .seconds(60))
    }

    @Test("fault 89: what becomes of clients' questions holds for clients alone, but for the server's own word")
    func clientCircuit() throws {
        func budget(after errors: [ProviderError], for asker: GeocodeAsker) -> RequestBudget {
            var budget = self.budget()
            for error in errors { budget.ended(error, for: asker, at: at(1), wallClock: Self.wallClock) }
            return budget
        }
        func isAsked(_ budget: RequestBudget, _ asker: GeocodeAsker, at time: Double) -> Bool {
            budget.verdict(for: asker, at: at(time)) == .ask
        }
        let failures = Array(repeating: ProviderError.failed(status: 500), count: 3)
        for errors in [failures, [.refused(status: 403)]] {
            let clients = budget(after: errors, for: .client)
            #expect(isAsked(clients, .daemon, at: 2) && !isAsked(clients, .client, at: 2))
            // A client that asks nothing else meanwhile does not make it better, nor does the daemon.
            var later = clients
            later.ended(nil, for: .daemon, at: at(2), wallClock: Self.wallClock)
            #expect(!isAsked(later, .client, at: 3))
            let daemons = budget(after: errors, for: .daemon)
            #expect(!isAsked(daemons, .daemon, at: 2) && !isAsked(daemons, .client, at: 2))
            for budget in [clients, daemons] {
                let next = RequestBudget(budget.settings, resuming: budget.memory, boot: "", at: at(3))
                for asker in GeocodeAsker.allCases {
                    #expect(isAsked(next, asker, at: 3) == isAsked(budget, asker, at: 3))
                }
            }
        }
        let throttled = budget(after: [.throttled(status: 429, retryAfter: "100")], for: .client)
        for asker in GeocodeAsker.allCases {
            #expect(!isAsked(throttled, asker, at: 100) && isAsked(throttled, asker, at: 101))
        }
        // While the server's own circuit is half-open, a client's failure does not make it open again.
        var halfOpen = throttled
        halfOpen.ended(.failed(status: 500), for: .client, at: at(101), wallClock: Self.wallClock)
        #expect(isAsked(halfOpen, .daemon, at: 102))
    }

    @Test("a question that the server does not take opens nobody's circuit, and closes none")
    func declined() {
        for asker in GeocodeAsker.allCases {
            var budget = self.budget()
            for _ in 0..<100 {
                budget.ended(.declined(status: 400), for: asker, at: at(1), wallClock: Self.wallClock)
                budget.ended(.languageUnknown, for: asker, at: at(1), wallClock: Self.wallClock)
            }
            for other in GeocodeAsker.allCases { #expect(budget.verdict(for: other, at: at(2)) == .ask) }
            for _ in 0..<3 { budget.ended(.failed(status: 500), for: asker, at: at(2), wallClock: Self.wallClock) }
            budget.ended(.declined(status: 400), for: asker, at: at(2), wallClock: Self.wallClock)
            #expect(budget.verdict(for: asker, at: at(3)) != .ask)
        }
    }

    @Test("fault 61: restarted every tenth of a second, it still asks once a second, whether its file survives or not")
    func restarts() {
        for isKept in [true, false] {
            var (memory, attempts) = (RequestBudget.Memory?.none, [Double]())
            for time in stride(from: 0.0, to: 60, by: 0.1) {
                let settings = RequestBudget.Settings(interval: .seconds(1), dailyLimit: nil)
                var budget =
                    memory.map { RequestBudget(settings, resuming: $0, boot: "", at: at(time)) }
                    ?? RequestBudget(settings, startingAt: at(time))
                for moment in [time, time + 0.09] where budget.verdict(for: .daemon, at: at(moment)) == .ask {
                    budget.attempt(for: .daemon, at: at(moment))
                    attempts.append(moment)
                }
                memory = isKept ? budget.memory : nil
            }
            for (earlier, later) in zip(attempts, attempts.dropFirst()) { #expect(later - earlier >= 0.999) }
            // Without the file a process of a tenth of a second never gets so far as to ask.
            #expect(isKept ? attempts.count > 50 : attempts.isEmpty)
        }
    }

    @Test("after a reboot, what was left of a wait and of the day is what is left")
    func reboot() {
        var budget = budget(dailyLimit: 2)
        budget.attempt(for: .daemon, at: at(1000))
        budget.attempt(for: .daemon, at: at(1001))
        budget.ended(.throttled(status: 429, retryAfter: "600"), for: .daemon, at: at(1001), wallClock: Self.wallClock)
        var memory = budget.memory
        memory.boot = "one"
        let next = RequestBudget(budget.settings, resuming: memory, boot: "two", at: at(5))
        let verdict = next.verdict(for: .daemon, at: at(5))
        guard case .refuse(let refusal) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(refusal.retryAfter == .seconds(600))
        let laterVerdict = next.verdict(for: .daemon, at: at(700))
        guard case .refuse(let later) = laterVerdict else {
            Issue.record("\(laterVerdict)")
            return
        }
        #expect(later.reason == .dailyLimit(2))
    }

    @Test("a file that somebody has edited closes the server for a day at most, and breaks nothing")
    func editedMemory() {
        let memory = RequestBudget.Memory(
            boot: "", savedAt: at(0), lastAttempt: at(1e9),
            slots: Array(
                repeating: .init(start: at(1e9), last: at(1e9), attempts: Int.max, clientAttempts: -5), count: 99),
            openings: -5, failures: Int.max, openUntil: at(1e9), cause: .refused)
        var budget = RequestBudget(.init(), resuming: memory, boot: "", at: at(10))
        let verdict = budget.verdict(for: .daemon, at: at(10))
        guard case .refuse(let refusal) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(refusal.retryAfter <= .seconds(86_400))
        budget.ended(.refused(status: 403), for: .daemon, at: at(20), wallClock: Self.wallClock)
    }
}
