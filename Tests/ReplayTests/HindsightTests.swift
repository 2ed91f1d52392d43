import PlacemarkCore
import Testing

@testable import Replay

@Suite struct HindsightTests {
    private typealias Fix = (second: Double, city: String?)

    private func schedule(_ fixes: [Fix], interval: Double) -> HindsightSchedule {
        var timeline = CityTimeline()
        for (second, city) in fixes {
            timeline.accepted(truth: city, at: BootInstant(sinceBoot: .seconds(second)))
        }
        return HindsightSchedule(timeline, interval: .seconds(interval))
    }

    @Test("a single city needs one request, none needs none")
    func simple() {
        #expect(schedule([(0, "A"), (30, "A"), (60, "A")], interval: 60).requests == 1)
        #expect(schedule([(0, "A"), (30, "A"), (60, "A")], interval: 60).rightShare == 1)
        #expect(schedule([], interval: 60).rightShare == nil)
        #expect(schedule([(0, nil), (30, nil)], interval: 60).rightShare == nil)
    }

    @Test("it waits with a request when that saves a better one")
    func foresight() {
        // A request at 0 s forbids one at 10 s: better to have city B right, which stays for longer.
        let schedule = schedule([(0, "A"), (10, "B"), (50, "C"), (59, "C")], interval: 60)
        #expect(schedule.rightShare == 40.0 / 59)
        #expect(schedule.requests == 1)
    }

    @Test(
        "it is as good as the best of all schedules, and makes no more requests",
        arguments: 1...300 as ClosedRange<UInt64>)
    func oracle(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var second = 0.0
        let fixes: [Fix] = (0..<Int.random(in: 2...14, using: &random)).map { _ in
            defer { second += Double([1, 1, 2, 3, 5, 70].randomElement(using: &random) ?? 1) }
            return (second, ["A", "A", "B", "C", nil].randomElement(using: &random) ?? nil)
        }
        let interval = Double([4, 7, 10].randomElement(using: &random) ?? 4)
        let schedule = schedule(fixes, interval: interval)
        let (right, judged, requests) = bestOfAll(fixes, interval: interval)
        guard judged > 0 else {
            #expect(schedule.rightShare == nil, "seed \(seed)")
            return
        }
        #expect(abs(try #require(schedule.rightShare) - right / judged) < 1e-9, "seed \(seed)")
        #expect(schedule.requests == requests, "seed \(seed)")
    }

    /// Tries every schedule, one fix after the other: with a request there, and without.
    private func bestOfAll(_ fixes: [Fix], interval: Double) -> (right: Double, judged: Double, requests: Int) {
        func length(_ index: Int) -> Double {
            index + 1 < fixes.count ? min(60, fixes[index + 1].second - fixes[index].second) : 0
        }
        /// The best from a fix on, when the last request was at `last`.
        func best(from index: Int, last: Int?) -> (right: Double, requests: Int) {
            guard index < fixes.count else { return (0, 0) }
            func follow(_ request: Int?) -> (right: Double, requests: Int) {
                let rest = best(from: index + 1, last: request)
                let isRight = fixes[index].city != nil && request.map { fixes[$0].city } == fixes[index].city
                return (rest.right + (isRight ? length(index) : 0), rest.requests)
            }
            let without = follow(last)
            if let last, fixes[index].second - fixes[last].second < interval { return without }
            var with = follow(index)
            with.requests += 1
            let isBetter =
                with.right > without.right || (with.right == without.right && with.requests < without.requests)
            return isBetter ? with : without
        }
        let chosen = best(from: 0, last: nil)
        let judged = fixes.indices.reduce(0) { $0 + (fixes[$1].city == nil ? 0 : length($1)) }
        return (chosen.right, judged, chosen.requests)
    }

    @Test("a trip on which the city changes with every fix is no trouble", .timeLimit(.minutes(1)))
    func restless() throws {
        var random = SeededRandom(seed: 3)
        var second = 0.0
        let fixes: [Fix] = (0..<50_000).map { _ in
            defer { second += Double.random(in: 0.1...5, using: &random) }
            return (second, "City \(Int.random(in: 0..<40, using: &random))")
        }
        let share = try #require(schedule(fixes, interval: 60).rightShare)
        #expect((0.02...0.5).contains(share))
    }
}
