import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("A guard (fault 90)")
struct GuardTests {
    @Test("a box that stays tells nothing")
    func quiet() throws {
        var run = try GuardRun()
        run.stay(3600, north: 20)
        #expect(run.changes.isEmpty)
        #expect(run.report.state == .armed)
        #expect(run.report.distance.map { abs($0 - 20) < 1 } == true)
    }

    @Test("a box that drifts out warns, then alarms, and clears when it is back for a minute")
    func drift() throws {
        var run = try GuardRun()
        run.stay(600, north: 20)
        run.drift(to: 75, speed: 0.5)
        #expect(run.states == [.warning, .alarm])
        run.drift(to: 20, speed: 0.5)
        run.stay(90)
        #expect(run.changes.last?.kind == .cleared)
        #expect(run.report.state == .armed)
    }

    @Test("the alarm of a drift comes within half a minute of the ring")
    func promptness() throws {
        var run = try GuardRun()
        run.stay(600, north: 20)
        run.drift(to: 50, speed: 0.5)
        let atRing = run.now
        while run.monitor.state != .alarm, run.now < atRing + 120 { run.drift(to: run.offset + 0.5, speed: 0.5) }
        #expect(run.now - atRing <= 30)
    }

    @Test("a fix that jumps out and comes back is no alarm")
    func jump() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        for _ in 0..<20 {
            run.stay(40, north: 130)
            run.stay(60, north: 10)
        }
        #expect(run.changes.isEmpty)
    }

    @Test("a jump that stays for a minute is true")
    func jumpThatStays() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        run.stay(100, north: 130)
        #expect(run.states == [.alarm])
    }

    @Test("without a fix for two minutes it is blind, and sees again")
    func blind() throws {
        var run = try GuardRun()
        run.stay(60, north: 10)
        run.silence(119)
        #expect(run.changes.isEmpty)
        run.silence(2)
        #expect(run.states == [.blind])
        run.silence(3600)
        run.stay(20)
        #expect(run.states == [.blind, .armed])
        #expect(run.changes.last?.kind == .cleared)
    }

    @Test("one that has never had a fix is blind, too; and fixes of half a kilometre are none")
    func blindFromTheBeginning() throws {
        var run = try GuardRun()
        run.silence(121)
        #expect(run.states == [.blind])
        run = try GuardRun()
        run.stay(130, north: 10, accuracy: 500)
        #expect(run.states == [.blind])
    }

    @Test("fixes that are too few for a position leave it blind; a receiver that is only slow does not")
    func seldom() throws {
        var run = try GuardRun()
        run.stay(60, north: 10)
        for _ in 0..<6 {
            run.silence(99)
            run.stay(1)
        }
        #expect(run.states == [.blind])
        run = try GuardRun()
        for _ in 0..<6 {
            run.silence(59)
            run.stay(1, north: 10)
        }
        #expect(run.states == [.blind])
        run = try GuardRun()
        for _ in 0..<20 {
            run.silence(24)
            run.stay(1, north: 10)
        }
        #expect(run.changes.isEmpty && run.report.seen == 0)
    }

    @Test("found outside after a silence, it alarms and says for how long nobody has looked")
    func silence() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        run.silence(1200)
        run.stay(50, north: 300)
        #expect(run.states == [.blind])
        run.stay(20)
        #expect(run.states == [.blind, .alarm])
        #expect(run.changes.last?.report.unseenFor.map { abs($0 - 1201) < 10 } == true)
        #expect(run.changes.last?.report.unseenSince != nil)
    }

    @Test("an acknowledged alarm is silent until the box is still farther away")
    func acknowledgement() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        #expect(throws: GuardMistake.isQuiet) {
            try run.monitor.apply(.acknowledge, .init(position: nil), at: at(run.now))
        }
        run.drift(to: 70, speed: 0.5)
        _ = try run.monitor.apply(.acknowledge, .init(position: nil), at: at(run.now))
        #expect(run.report.state == .acknowledged)
        run.stay(600)
        #expect(run.states == [.warning, .alarm])
        run.drift(to: 110, speed: 0.5)
        #expect(run.states == [.warning, .alarm, .alarm])
    }

    @Test("an acknowledged alarm that is out of sight is blind")
    func acknowledgedAndBlind() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        run.drift(to: 70, speed: 0.5)
        _ = try run.monitor.apply(.acknowledge, .init(position: nil), at: at(run.now))
        run.silence(130)
        #expect(run.report.state == .blind)
    }

    @Test("a grace time puts the alarm off, and the box that comes back in it is none")
    func grace() throws {
        var run = try GuardRun { $0.grace = 60 }
        run.stay(600, north: 10)
        run.drift(to: 60, speed: 0.5)
        run.drift(to: 20, speed: 0.5)
        run.stay(90)
        #expect(!run.states.contains(.alarm))
        run.drift(to: 60, speed: 0.5)
        run.stay(90)
        #expect(run.states.contains(.alarm))
    }

    @Test("towards a shore the ring that warns is the one that alarms")
    func sector() throws {
        var run = try GuardRun {
            $0.sector = GuardSector(from: 340, to: 20)
            ($0.radius, $0.warning) = (100, 40)
        }
        run.stay(600, north: 10)
        run.drift(to: 50, speed: 0.5)
        #expect(run.states.contains(.alarm))
        run = try GuardRun {
            $0.sector = GuardSector(from: 160, to: 200)
            ($0.radius, $0.warning) = (100, 40)
        }
        run.stay(600, north: 10)
        run.drift(to: 50, speed: 0.5)
        #expect(!run.states.contains(.alarm))
    }

    @Test("off, it has neither a deadline nor a memory, and its revision stands still")
    func off() throws {
        var run = try GuardRun()
        run.stay(60, north: 10)
        let change = try run.monitor.apply(.disarm, .init(position: nil), at: at(run.now))
        #expect(change?.report.state == .off)
        let revision = run.monitor.revision
        run.stay(3600, north: 500)
        #expect(run.monitor.revision == revision)
        #expect(run.monitor.memory == nil && run.monitor.deadline == nil && run.changes.isEmpty)
        #expect(throws: GuardMistake.isOff) { try run.monitor.apply(.disarm, .init(position: nil), at: at(run.now)) }
    }

    @Test("a guard that stays writes no more often than every five minutes")
    func writes() throws {
        var run = try GuardRun()
        let before = run.monitor.revision
        run.stay(3600, north: 10)
        #expect(run.monitor.revision - before <= 12)
    }

    @Test("without a position nothing is armed")
    func noPosition() {
        var monitor = GuardMonitor()
        #expect(throws: GuardMistake.noPosition) {
            try monitor.apply(.arm(GuardOrder(.anchor)), .init(position: nil), at: at(1))
        }
        #expect(monitor.state == nil)
    }

    @Test(
        "a plan refuses what cannot be",
        arguments: [(2.0, nil, 0.0), (20_000, nil, 0), (50, 60, 0), (50, 0, 0), (50, 40, 601), (.nan, nil, 0)]
            as [(Double, Double?, Double)])
    func plans(radius: Double, warning: Double?, grace: Double) {
        #expect(throws: GuardMistake.self) {
            try GuardPlan(.anchor, coordinate: cupertino, radius: radius, warning: warning, grace: grace)
        }
    }

    @Test("bearing and distance lead to the centre")
    func direction() throws {
        var order = GuardOrder(.anchor)
        (order.bearing, order.distance) = (90, 35)
        let plan = try order.plan(at: cupertino)
        #expect(abs(plan.coordinate.distance(to: cupertino) - 35) < 0.5)
        #expect(abs(cupertino.bearing(to: plan.coordinate) - 90) < 0.5)
        order.distance = nil
        #expect(throws: GuardMistake.direction) { try order.plan(at: cupertino) }
    }

    @Test("the swinging circle is that of the anchor, wherever the guard was armed")
    func swing() throws {
        var run = try GuardRun { $0.radius = 100 }
        // A quarter turn every five minutes, 30 m round a point 30 m north of the centre.
        let anchor = north(30, of: cupertino)
        for second in 0..<1200 {
            run.now += 1
            let place = anchor.moved(byMeters: 30, bearing: 180 + Double(second) * 0.3)
            run.note(run.monitor.accepted(fix(place, at: run.now)))
        }
        let swing = try #require(run.report.swing)
        #expect(swing.coordinate.distance(to: anchor) < 5)
        #expect(abs(swing.radius - 30) < 5)
        #expect(run.changes.isEmpty)
    }
}
