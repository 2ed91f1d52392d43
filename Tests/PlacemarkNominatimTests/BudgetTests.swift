import CurlClient
import PlacemarkCore
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
            guard budget.verdict(at: at(time)) == .ask else { continue }
            budget.attempt(at: at(time))
            attempts.append(time)
        }
        #expect(attempts.count == 9)
        for (earlier, later) in zip(attempts, attempts.dropFirst()) { #expect(later - earlier >= 0.999) }
    }

    @Test("attempts count, whatever becomes of them")
    func failedAttempts() {
        var budget = budget(dailyLimit: 3)
        for time in [1.0, 2, 3] {
            #expect(budget.verdict(at: at(time)) == .ask)
            budget.attempt(at: at(time))
            budget.ended(time == 2 ? .unreachable("") : nil, at: at(time), wallClock: Self.wallClock)
        }
        let refusal = RequestBudget.Refusal(reason: .dailyLimit(3), retryAfter: .seconds(86_400 - 3))
        #expect(budget.verdict(at: at(4)) == .refuse(refusal))
        #expect(budget.verdict(at: at(86_401.5)) == .ask)
        #expect(budget.attempts(at: at(86_402)) == 0)
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
            budget.attempt(at: at(time))
            budget.ended(.throttled(status: 429, retryAfter: header), at: at(time), wallClock: Self.wallClock)
            guard case .refuse(let refusal) = budget.verdict(at: at(time)) else { return nil }
            #expect(refusal.reason == .circuit(.throttled))
            return refusal.retryAfter.inSeconds
        }
        #expect(wait("7200", at: 10) == 7200)
        #expect(wait("-1", at: 8000) == 120)
        #expect(wait(nil, at: 9000) == 240)
        for time in stride(from: 100_000.0, to: 3e6, by: 100_000) { _ = wait(nil, at: time) }
        #expect(wait(nil, at: 4e6) == 86_400)
        budget.ended(nil, at: at(5e6), wallClock: Self.wallClock)
        #expect(wait(nil, at: 5e6 + 1) == 60)
    }

    @Test("fault 52: a server that refuses is left alone for an hour, then gets one request, and is left alone for two")
    func halfOpen() {
        var budget = budget()
        budget.attempt(at: at(1))
        budget.ended(.refused(status: 403), at: at(1), wallClock: Self.wallClock)
        #expect(budget.verdict(at: at(3600)) != .ask)
        #expect(budget.verdict(at: at(3601)) == .ask)
        budget.attempt(at: at(3601))
        budget.ended(.refused(status: 403), at: at(3601), wallClock: Self.wallClock)
        guard case .refuse(let refusal) = budget.verdict(at: at(3602)) else { return #expect(Bool(false)) }
        #expect(refusal.retryAfter == .seconds(7199))
        #expect(budget.verdict(at: at(10_801)) == .ask)
        budget.ended(.noResult, at: at(10_802), wallClock: Self.wallClock)
        #expect(budget.circuit == Circuit())
    }

    @Test("three failures in a row open the circuit; one does not")
    func failures() {
        var budget = budget()
        for (time, isAsked) in [(1.0, true), (2, true), (3, false)] {
            budget.attempt(at: at(time))
            budget.ended(.unreachable("timeout"), at: at(time), wallClock: Self.wallClock)
            #expect((budget.verdict(at: at(time + 1)) == .ask) == isAsked)
        }
        // Half-open: one more failure is enough.
        budget.ended(.failed(status: 500), at: at(40), wallClock: Self.wallClock)
        guard case .refuse(let refusal) = budget.verdict(at: at(40)) else { return #expect(Bool(false)) }
        #expect(refusal.retryAfter == .seconds(60))
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
                for moment in [time, time + 0.09] where budget.verdict(at: at(moment)) == .ask {
                    budget.attempt(at: at(moment))
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
        budget.attempt(at: at(1000))
        budget.attempt(at: at(1001))
        budget.ended(.throttled(status: 429, retryAfter: "600"), at: at(1001), wallClock: Self.wallClock)
        var memory = budget.memory
        memory.boot = "one"
        let next = RequestBudget(budget.settings, resuming: memory, boot: "two", at: at(5))
        guard case .refuse(let refusal) = next.verdict(at: at(5)) else { return #expect(Bool(false)) }
        #expect(refusal.retryAfter == .seconds(600))
        guard case .refuse(let later) = next.verdict(at: at(700)) else { return #expect(Bool(false)) }
        #expect(later.reason == .dailyLimit(2))
    }

    @Test("a file that somebody has edited closes the server for a day at most, and breaks nothing")
    func editedMemory() {
        let memory = RequestBudget.Memory(
            boot: "", savedAt: at(0), lastAttempt: at(1e9), windowStart: at(1e9), windowAttempts: Int.max, openings: -5,
            failures: Int.max, openUntil: at(1e9), cause: .refused)
        var budget = RequestBudget(.init(), resuming: memory, boot: "", at: at(10))
        guard case .refuse(let refusal) = budget.verdict(at: at(10)) else { return #expect(Bool(false)) }
        #expect(refusal.retryAfter <= .seconds(86_400))
        budget.ended(.refused(status: 403), at: at(20), wallClock: Self.wallClock)
    }
}

@Suite("Queue")
struct QueueTests {
    private func query(_ number: Int) -> PlaceQuery {
        PlaceQuery(subject: .search("place \(number)", near: nil, limit: 1), language: nil, granularity: .street)
    }

    @Test("those who ask come in their order, those who ask the same share a place, and who leaves is taken off")
    func order() {
        var queue = RequestQueue<Int>()
        for (waiter, number) in [(1, 1), (2, 2), (3, 1), (4, 3)] {
            let isTaken = queue.append(
                waiter, for: query(number), turn: .zero, firstWait: .zero, deadline: .seconds(3))
            #expect(isTaken)
        }
        queue.remove(2)
        queue.remove(1)
        #expect(queue.waiterCount == 2)
        let first = queue.popFirst()
        #expect(first?.query == query(1) && first?.waiters == [3])
        let second = queue.popFirst()
        #expect(second?.waiters == [4])
        #expect(queue.isEmpty)
    }

    @Test("fault 62: the queue takes those who can be answered within the deadline, and refuses the others at once")
    func bounds() {
        func taken(interval: Duration, firstWait: Duration = .zero) -> Int {
            var queue = RequestQueue<Int>()
            return (0..<1000).count {
                queue.append(
                    $0, for: query($0), turn: interval, firstWait: firstWait, deadline: .milliseconds(2700))
            }
        }
        #expect(taken(interval: .seconds(1)) == 3)
        #expect(taken(interval: .seconds(1), firstWait: .milliseconds(900)) == 2)
        #expect(taken(interval: .zero) == RequestQueue<Int>.mostEntries)
        var queue = RequestQueue<Int>()
        let same = (0..<5000).count {
            queue.append($0, for: query(1), turn: .seconds(1), firstWait: .zero, deadline: .seconds(2))
        }
        #expect(same == RequestQueue<Int>.mostWaiters)
    }
}

@Suite("Cells")
struct CellTests {
    @Test("a position leaves as the middle of its cell, at most half a diagonal away, everywhere on earth")
    func cells() throws {
        var random = SeededRandom(seed: 16)
        for granularity in Granularity.allCases {
            let most = QueryCell.height(granularity) * 111_700 * 1.2
            for _ in 0..<2000 {
                let position = try #require(
                    Coordinate(
                        latitude: .random(in: -90...90, using: &random),
                        longitude: .random(in: -180...180, using: &random)))
                let middle = QueryCell.middle(of: position, granularity)
                #expect(position.distance(to: middle) <= most, "\(granularity)")
                // A middle is its own middle: what was rounded stays where it is.
                #expect(QueryCell.middle(of: middle, granularity).distance(to: middle) < 0.01)
            }
        }
        for latitude in [-90.0, 90, 0] {
            for longitude in [-180.0, 180, 0] {
                let corner = try #require(Coordinate(latitude: latitude, longitude: longitude))
                _ = QueryCell.middle(of: corner, .city)
            }
        }
    }

    @Test("a cell of a city is never narrower than a kilometre, so a position stays as vague near the poles")
    func width() throws {
        for latitude in stride(from: 0.0, through: 89, by: 1) {
            let here = try #require(Coordinate(latitude: latitude + 0.001, longitude: 10))
            let middle = QueryCell.middle(of: here, .city)
            var east = here
            while QueryCell.middle(of: east, .city) == middle {
                east = try #require(Coordinate(latitude: east.latitude, longitude: east.longitude + 0.0005))
            }
            var west = here
            while QueryCell.middle(of: west, .city) == middle {
                west = try #require(Coordinate(latitude: west.latitude, longitude: west.longitude - 0.0005))
            }
            #expect(west.distance(to: east) > 1000, "\(latitude)")
        }
    }
}
