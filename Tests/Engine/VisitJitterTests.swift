import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("Visits of a box that stands still")
struct VisitJitterTests {
    @Test(
        "a day of Gaussian jitter is one visit, with accuracies told honestly and far too well (fault 13)",
        arguments: [5.0, 15, 30], [true, false])
    func day(sigma: Double, isHonest: Bool) throws {
        var run = VisitRun(seed: UInt64(sigma))
        (run.noise, run.accuracy) = (sigma, isHonest ? 2.45 * sigma : 3)
        run.stay(seconds: 86_400)
        let visit = try #require(run.detector.current)
        #expect(run.changes.count == 1)
        #expect(visit.arrivedAtSeconds < 160)
        #expect(visit.coordinate.distance(to: cupertino) < sigma / 10)
        // 95 % of a Gaussian scatter is within 2.45 σ, whatever the receiver claims.
        #expect(abs(visit.horizontalAccuracy / (2.45 * sigma) - 1) < 0.05)
    }

    @Test("whatever carries the box", arguments: ActivityType.allCases, [5.0, 15, 30])
    func activities(activity: ActivityType, sigma: Double) {
        for accuracy in [2.45 * sigma, 3] {
            var run = VisitRun(seed: UInt64(sigma), activity: activity)
            (run.noise, run.accuracy) = (sigma, accuracy)
            run.stay(seconds: 3600)
            #expect(run.changes.count == 1, "told as \(accuracy) m")
        }
    }

    @Test("the same at any rhythm of the receiver", arguments: [0.2, 5, 30, 60, 300], [15.0, 30])
    func rhythm(interval: Double, sigma: Double) {
        let brokenSeeds = (UInt64(1)...150).filter { seed in
            var run = VisitRun(seed: seed)
            (run.noise, run.accuracy, run.interval) = (sigma, 3, interval)
            run.stay(seconds: max(900, interval * 240))
            return run.changes.count != 1
        }
        #expect(brokenSeeds.isEmpty)
    }

    @Test("and when the receiver wanders: correlated over minutes, as reflections are")
    func wander() {
        for seed in UInt64(1)...20 {
            var run = VisitRun(seed: seed)
            (run.noise, run.accuracy) = (3, 10)
            for _ in 0..<200 {
                // Back to the middle from wherever it is, and a little beyond: 30 m away at the utmost.
                let target = run.random(in: -30...30)
                run.move(eastward: (target - run.east) / 120, seconds: 120)
            }
            #expect(run.arrived.count == 1 && run.departed.isEmpty, "seed \(seed)")
        }
    }
}
