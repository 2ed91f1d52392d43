import LocationEngine
import PlacemarkModel
import Testing

/// The guard as a part of the machine: what is told, when it is woken, and what is kept.
@Suite("Location machine: guard")
struct LocationMachineGuardTests {
    @Test("arming, an alarm and its end are events with the report and the location, for precise readers alone")
    func events() throws {
        var run = MachineRun()
        run.stay(10)
        run.take(.guardCommand(.arm(GuardOrder(.anchor))))
        run.stay(60)
        for meters in stride(from: 0.0, to: 80, by: 1) { run.stay(1, north: meters) }
        run.stay(30, north: 80)
        #expect(run.names == [.guardCleared, .guardWarning, .guardAlarm])
        let alarm = try #require(run.events.last { if case .guardChanged = $0.kind { true } else { false } })
        let report = try #require(EventReport(alarm, precision: .precise))
        #expect(report.guard?.state == .alarm)
        #expect(report.location != nil)
        #expect(EventReport(alarm, precision: .reduced) == nil)
        run.take(.guardCommand(.disarm))
        #expect(run.names.last == .guardCleared)
        #expect(run.machine.guardReport(at: at(run.now)).state == .off)
    }

    @Test("without a position nothing is armed, and check says why")
    func refusal() {
        var run = MachineRun()
        #expect(throws: GuardMistake.noPosition) {
            try run.machine.check(.arm(GuardOrder(.parked)), at: at(run.now))
        }
        run.take(.guardCommand(.arm(GuardOrder(.parked))))
        #expect(run.machine.guardReport(at: at(run.now)).state == .off)
        var order = GuardOrder(.anchor)
        order.coordinate = cupertino
        run.take(.guardCommand(.arm(order)))
        #expect(run.machine.guardReport(at: at(run.now)).state == .armed, "where the anchor lies was said")
    }

    @Test("a guard that is lost is told of, and stays lost in what is kept until somebody ends it")
    func lost() {
        var run = MachineRun()
        run.take(.remembered(MonitoringMemory(isGuardLost: true)))
        #expect(run.memories.last?.isGuardLost == true)
        run.now += 31
        run.take(.timer)
        #expect(run.names == [.guardBlind])
        run.take(.guardCommand(.disarm))
        #expect(run.names == [.guardBlind, .guardCleared])
        #expect(run.memories.count > 1 && run.memories.last?.isGuardLost == nil)
    }

    @Test("a guard wakes the machine two minutes after the last fix, and one that is off never")
    func timer() throws {
        var run = MachineRun()
        run.stay(60)
        run.take(.guardCommand(.arm(GuardOrder(.anchor))))
        run.stay(60)
        let last = run.now
        // The timer of before the first fix; each one that has come arms the next.
        run.take(.timer)
        while let next = run.timers.last, next > at(run.now), run.now < last + 200 {
            run.now = next.sinceBoot.inSeconds
            run.take(.timer)
        }
        #expect(run.names.last == .guardBlind)
        #expect(run.now - last <= 121)
        run.take(.guardCommand(.disarm))
        run.timers = []
        run.take(.timer)
        #expect(run.timers.isEmpty)
    }

    @Test("the next run goes on with the guard")
    func memory() throws {
        var run = MachineRun()
        run.stay(10)
        run.take(.guardCommand(.arm(GuardOrder(.anchor))))
        run.stay(60)
        run.take(.source(.disconnected(reason: "end")))
        let memory = try #require(run.memories.last)
        var next = MachineRun()
        next.take(.remembered(memory.ofEarlierBoot))
        next.stay(10, north: 500)
        #expect(next.names == [.guardAlarm])
    }
}

extension MachineRun {
    fileprivate var names: [EventReport.Name] {
        events.compactMap { EventReport($0, precision: .precise, filter: EventFilter.guarded)?.event }
    }
}

extension EventFilter {
    fileprivate static let guarded = EventFilter([.guardWarning, .guardAlarm, .guardBlind, .guardCleared])
}
