import Testing

import LocationEngine
@testable import PlacemarkModel

@Suite("Visits of random trips")
struct VisitTripTests {
    /// What the box really did.
    private struct Stop {
        var from, until: Double
        var longestSilence = 0.0
    }

    /// Drives and stops with noise, drop-outs, outliers and a receiver's clock that is set now and then. Returns the
    /// stops that are long enough for anybody to call them visits.
    private func trip(_ run: inout VisitRun) -> [Stop] {
        var stops: [Stop] = []
        run.interval = [0.5, 1, 5, 10][Int(run.random(in: 0...3.99))]
        run.noise = run.random(in: 0...8)
        run.accuracy = run.random(in: 0...1) < 0.5 ? run.noise * 2.45 + 1 : 3
        for _ in 0..<6 {
            drive(&run)
            var stop = Stop(from: run.now, until: run.now)
            for _ in 0..<Int(run.random(in: 1...6)) {
                run.stay(seconds: run.random(in: 240...900))
                if run.random(in: 0...1) < 0.3 {
                    let silence = run.random(in: 60...2400)
                    stop.longestSilence = max(stop.longestSilence, silence)
                    run.silence(seconds: silence)
                }
                if run.random(in: 0...1) < 0.3 {
                    run.jump(eastward: 50_000)
                    run.fix()
                    run.jump(eastward: -50_000)
                }
                if run.random(in: 0...1) < 0.2 {
                    run.clock = run.clock?.advanced(by: .seconds(run.random(in: -1e7...1e7)))
                }
            }
            run.stay(seconds: 240)
            stop.until = run.now
            stops.append(stop)
        }
        drive(&run)
        return stops
    }

    private func drive(_ run: inout VisitRun) {
        for _ in 0..<Int(run.random(in: 1...8)) {
            run.move(eastward: run.random(in: 8...35), seconds: run.random(in: 60...600))
            if run.random(in: 0...1) < 0.5 { run.stay(seconds: run.random(in: 5...120)) }
        }
        run.move(eastward: 20, seconds: 90)
    }

    @Test("arrivals and departures alternate, visits do not overlap and last three minutes, and each stop is one")
    func trips() throws {
        for seed in UInt64(1)...100 {
            var run = VisitRun(seed: seed)
            let stops = trip(&run)
            try checkInvariants(run)
            compare(run, with: stops)
        }
    }

    private func checkInvariants(_ run: VisitRun) throws {
        var last = -Double.infinity
        for (index, change) in run.changes.enumerated() {
            switch change.change {
            case .arrived(let visit):
                #expect(index.isMultiple(of: 2) && visit.departedAt == nil, "seed \(run.seed)")
                #expect(visit.arrivedAtSeconds >= last && change.at >= visit.arrivedAtSeconds + 180, "seed \(run.seed)")
            case .departed(let visit):
                #expect(!index.isMultiple(of: 2), "seed \(run.seed)")
                last = visit.departedAtSeconds
                #expect(last - visit.arrivedAtSeconds >= 180 && last <= change.at, "seed \(run.seed)")
                let (arrival, departure) = (try #require(visit.arrival), try #require(visit.departure))
                #expect(arrival <= departure, "seed \(run.seed)")
                #expect(visit.horizontalAccuracy.isFinite && visit.horizontalAccuracy > 0, "seed \(run.seed)")
            }
        }
    }

    /// Each stop is one visit with its times, and what is no stop is none.
    private func compare(_ run: VisitRun, with stops: [Stop]) {
        // A longer silence makes two visits of a stop, or more.
        for stop in stops where stop.longestSilence < 1750 {
            let visits = run.departed.filter { $0.arrivedAtSeconds < stop.until && $0.departedAtSeconds > stop.from }
            #expect(visits.count == 1, "seed \(run.seed)")
            guard let visit = visits.first else { continue }
            let tolerance = max(20, run.interval * 4)
            #expect(abs(visit.arrivedAtSeconds - stop.from) < tolerance, "seed \(run.seed)")
            #expect(abs(visit.departedAtSeconds - stop.until) < tolerance, "seed \(run.seed)")
        }
        for visit in run.departed {
            let isStop = stops.contains {
                $0.from - 20 < visit.arrivedAtSeconds && visit.departedAtSeconds < $0.until + 40
            }
            #expect(isStop, "seed \(run.seed)")
        }
    }
}
