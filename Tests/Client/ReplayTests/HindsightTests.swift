import PlacemarkModel
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

    @Test("it asks between two fixes as well, as a policy's timer does")
    func byTimer() {
        // A at 0 s, B at 60 s.
        let schedule = schedule([(0, "A"), (45, "B"), (90, "C")], interval: 60)
        #expect(schedule.rightShare == 75.0 / 90)
        #expect(schedule.requests == 2)
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
        let interval = [4, 7, 10].randomElement(using: &random) ?? 4
        let schedule = schedule(fixes, interval: Double(interval))
        let best = bestOfAll(fixes, interval: interval)
        let judged = fixes.indices.dropLast().reduce(0) {
            $0 + (fixes[$1].city == nil ? 0 : min(60, fixes[$1 + 1].second - fixes[$1].second))
        }
        guard judged > 0 else {
            #expect(schedule.rightShare == nil, "seed \(seed)")
            return
        }
        #expect(abs(try #require(schedule.rightShare) - Double(best.right) / judged) < 1e-9, "seed \(seed)")
        #expect(schedule.requests == best.requests, "seed \(seed)")
    }

    /// Tries every schedule, second by second, which is enough where all numbers are whole: in each second a request for
    /// the newest fix, or, where one has just come, for the one before it, or none.
    private func bestOfAll(_ fixes: [Fix], interval: Int) -> (right: Int, requests: Int) {
        typealias Score = (right: Int, requests: Int)
        func isBetter(_ one: Score, _ other: Score) -> Bool {
            one.right != other.right ? one.right > other.right : one.requests < other.requests
        }
        let end = Int(fixes.last?.second ?? 0)
        /// The best from a second on, by the published city and by how long no request may be made.
        var best: [[String?]: [Score]] = [:]
        let cities: [String?] = [nil, "A", "B", "C"]
        for city in cities { best[[city]] = Array(repeating: (0, 0), count: interval + 1) }
        for second in stride(from: end - 1, through: 0, by: -1) {
            let newest = fixes.lastIndex { Int($0.second) <= second } ?? 0
            let isJudged = second - Int(fixes[newest].second) < 60
            func goOn(_ city: String?, _ wait: Int) -> Score {
                let rest: Score = best[[city]]?[max(0, wait - 1)] ?? (0, 0)
                return (rest.right + (isJudged && city != nil && city == fixes[newest].city ? 1 : 0), rest.requests)
            }
            var now = best
            for city in cities {
                for wait in 0...interval {
                    var score = goOn(city, wait)
                    if wait == 0 {
                        let isFix = Int(fixes[newest].second) == second
                        for index in isFix && newest > 0 ? [newest - 1, newest] : [newest] {
                            var other = goOn(fixes[index].city, interval)
                            other.requests += 1
                            if isBetter(other, score) { score = other }
                        }
                    }
                    now[[city]]?[wait] = score
                }
            }
            best = now
        }
        return best[[nil]]?[0] ?? (0, 0)
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
