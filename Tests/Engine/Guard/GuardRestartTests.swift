import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("A guard after a restart (fault 90)")
struct GuardRestartTests {
    @Test("inside the ring it is still guarded, and tells nothing", arguments: [false, true])
    func inside(isOtherBoot: Bool) throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        try run.restart(boot: isOtherBoot)
        #expect(run.report.state == .armed)
        run.stay(60)
        #expect(run.changes.isEmpty)
        run.drift(to: 70, speed: 0.5)
        #expect(run.states == [.warning, .alarm])
    }

    @Test("outside, it alarms with the first fixes, and says since when nobody has looked", arguments: [false, true])
    func outside(isOtherBoot: Bool) throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        let last = Timestamp(nanosecondsSinceEpoch: epoch.nanosecondsSinceEpoch + 1_600_000_000_000)
        try run.restart(boot: isOtherBoot, after: 7200)
        run.stay(10, north: 400, clock: .some(last.advanced(by: .seconds(7200))))
        #expect(run.states == [.alarm])
        let report = try #require(run.changes.last?.report)
        #expect(report.unseenSince == last)
        #expect(report.unseenFor.map { abs($0 - 7200) < 10 } == true)
    }

    @Test("a clock that is wrong or unknown changes nothing but what is told of the time")
    func wrongClock() throws {
        for clock in [Timestamp(nanosecondsSinceEpoch: 0), nil] {
            var run = try GuardRun()
            run.stay(600, north: 10)
            try run.restart(boot: true)
            run.stay(10, north: 400, clock: .some(clock))
            #expect(run.states == [.alarm])
            #expect(run.changes.last?.report.unseenFor == nil)
        }
    }

    @Test("an alarm is raised again for those who have been restarted, too; an acknowledged one is not")
    func alarm() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        run.drift(to: 70, speed: 0.5)
        try run.restart()
        run.stay(30)
        #expect(run.states == [.warning, .alarm, .alarm])
        _ = try run.monitor.apply(.acknowledge, .init(position: nil), at: at(run.now))
        try run.restart()
        run.stay(30)
        #expect(run.states == [.warning, .alarm, .alarm])
        #expect(run.report.state == .acknowledged)
    }

    @Test("an alarm keeps its identity over restarts, and another alarm has another", arguments: [false, true])
    func identity(isOtherBoot: Bool) throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        run.drift(to: 70, speed: 0.5)
        let alarm = try #require(run.report.told?.guardAlarm)
        for _ in 0..<2 {
            try run.restart(boot: isOtherBoot)
            #expect(run.report.told?.guardAlarm == alarm)
            run.stay(30)
            #expect(run.changes.last?.kind == .alarm)
            #expect(run.changes.last?.report.told?.guardAlarm == alarm)
        }
        // Back inside, and out again.
        run.drift(to: 10, speed: 1)
        run.stay(120)
        #expect(run.report.state == .armed)
        #expect(run.report.told?.guardAlarm == alarm)
        run.drift(to: 90, speed: 1)
        run.stay(30)
        #expect(run.report.state == .alarm)
        let identities = Set(run.changes.compactMap { $0.report.told?[$0.kind.name] })
        #expect(run.report.told?.guardAlarm != alarm)
        // Each change has one, and the two echoes have none of their own.
        #expect(identities.count == run.changes.count - 2)
    }

    @Test("an alarm of an earlier run that is over is not raised again with the next one")
    func overBeforeTheRestart() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        run.drift(to: 70, speed: 0.5)
        try run.restart()
        run.stay(200, north: 10)
        #expect(run.states == [.warning, .alarm, .armed])
        run.drift(to: 90, speed: 1)
        run.stay(60)
        #expect(run.states.filter { $0 == .alarm }.count == 2)
    }

    @Test("the guard after this one tells nothing of it, and its beginning has an identity of its own")
    func nextGuard() throws {
        var run = try GuardRun()
        let begun = try #require(run.report.told?.guardCleared)
        run.stay(600, north: 10)
        run.drift(to: 70, speed: 0.5)
        _ = try run.monitor.apply(.arm(GuardOrder(.anchor)), .init(position: run.center), at: at(run.now))
        #expect(run.report.told?.guardAlarm == nil)
        #expect(run.report.told?.guardCleared != begun)
    }

    @Test("without a fix it is blind two minutes after the start")
    func blind() throws {
        var run = try GuardRun()
        run.stay(600, north: 10)
        try run.restart(boot: true)
        run.silence(119)
        #expect(run.changes.isEmpty)
        run.silence(2)
        #expect(run.states == [.blind])
    }

    @Test(
        "what was guarded is lost: it is blind at once, and tells so once, after half a minute",
        arguments: [
            (.arm(GuardOrder(.anchor)), .armed), (.acknowledge, .off), (.disarm, .off),
        ] as [(GuardCommand, GuardState)])
    func lost(ending: GuardCommand, state: GuardState) throws {
        var run = try GuardRun()
        run.monitor = GuardMonitor()
        run.monitor.lose(at: at(run.now))
        #expect(run.monitor.isLost && run.monitor.memory == nil)
        run.stay(29)
        #expect(run.changes.isEmpty && run.report.state == .blind)
        run.stay(600)
        #expect(run.states == [.blind] && run.changes[0].report.told?.guardBlind != nil)
        let change = try run.monitor.apply(ending, .init(position: cupertino), at: at(run.now))
        #expect(change?.kind == .cleared && change?.report.state == state && !run.monitor.isLost)
    }

    @Test("a restart every twelve seconds, a thousand times, neither alarms nor forgets")
    func kills() throws {
        var run = try GuardRun()
        for _ in 0..<1000 {
            run.stay(12, north: 10)
            try run.restart()
        }
        #expect(run.changes.isEmpty)
        run.drift(to: 70, speed: 0.5)
        #expect(run.states == [.warning, .alarm])
    }
}
