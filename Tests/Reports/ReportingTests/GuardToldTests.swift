import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

@Suite("Which events of the guard have been told")
struct GuardToldTests {
    private typealias Identities = [EventReport.Name: String]

    private func report(_ state: GuardState, _ told: Identities = [:]) -> GuardReport {
        var report = GuardReport(state)
        report.told = told.reduce(into: GuardNews()) { $0[$1.key] = $1.value }
        return report
    }

    private func event(_ name: EventReport.Name, _ state: GuardState, _ told: Identities) -> EventReport {
        var event = EventReport(name, elapsed: .zero)
        event.guard = report(state, told)
        return event
    }

    @Test("an event is told once, however often it comes; another alarm is another one")
    func once() throws {
        var told = GuardTold()
        #expect(told.take(report(.armed, [.guardCleared: "c"])) == [])
        let alarm = event(.guardAlarm, .alarm, [.guardCleared: "c", .guardAlarm: "1"])
        #expect(told.take(alarm) == true)
        #expect(told.take(alarm) == false)
        let restarted = try JSONDecoder().decode(GuardTold.self, from: JSONEncoder().encode(told))
        #expect(restarted == told)
        #expect(told.take(report(.alarm, [.guardCleared: "c", .guardAlarm: "1"])) == [])
        #expect(told.take(event(.guardAlarm, .alarm, [.guardCleared: "c", .guardAlarm: "2"])) == true)
    }

    @Test("what nobody has heard is found, and how the guard stands now comes last")
    func missed() {
        var told = GuardTold()
        _ = told.take(report(.armed, [.guardCleared: "c"]))
        let back = report(.armed, [.guardCleared: "d", .guardWarning: "w", .guardAlarm: "a"])
        #expect(told.take(back) == [.guardWarning, .guardAlarm, .guardCleared])
        #expect(told.take(back) == [])
        let again = report(.alarm, [.guardCleared: "e", .guardWarning: "w", .guardAlarm: "b"])
        #expect(told.take(again) == [.guardCleared, .guardAlarm])
        // The events that were on their way meanwhile.
        #expect(told.take(event(.guardAlarm, .alarm, [.guardAlarm: "b"])) == false)
        #expect(told.take(report(.acknowledged, [.guardCleared: "e", .guardWarning: "w", .guardAlarm: "b"])) == [])
        // A guard that is blind is one, too, and the daemon does not raise that again.
        #expect(told.take(report(.blind, [.guardAlarm: "b", .guardBlind: "x"])) == [.guardBlind])
    }

    @Test("the very first time only an alarm or a warning that goes on is news", arguments: GuardState.allCases)
    func first(_ state: GuardState) {
        let all: Identities = [.guardCleared: "c", .guardWarning: "w", .guardAlarm: "a", .guardBlind: "b"]
        let news: [GuardState: EventReport.Name] = [.warning: .guardWarning, .alarm: .guardAlarm, .blind: .guardBlind]
        var told = GuardTold()
        #expect(told.take(report(state, state == .off ? [:] : all)) == [news[state]].compactMap(\.self))
        #expect(told.isOn == (state != .off))
    }

    @Test("an event before the first look is told, and what was before it is not")
    func early() {
        var told = GuardTold()
        let identities: Identities = [.guardCleared: "c", .guardAlarm: "a", .guardWarning: "w"]
        #expect(told.take(event(.guardWarning, .warning, identities)) == true)
        #expect(told.take(report(.warning, identities)) == [])
    }

    @Test("the end of a guard has no identity: it is told by its event, and otherwise found out once")
    func end() {
        var told = GuardTold()
        #expect(told.take(report(.off)) == [])
        #expect(!told.isOn)
        // The first guard comes later: nothing of it is past.
        #expect(told.take(report(.alarm, [.guardCleared: "c", .guardAlarm: "a"])) == [.guardCleared, .guardAlarm])
        #expect(told.isOn)
        #expect(told.take(report(.off)) == [.guardCleared])
        #expect(told.take(report(.off)) == [])
        #expect(told.take(event(.guardCleared, .armed, [.guardCleared: "d"])) == true)
        #expect(told.take(event(.guardCleared, .off, [:])) == true)
        #expect(told.take(event(.guardCleared, .off, [:])) == false)
        #expect(!told.isOn)
        #expect(told.take(report(.off)) == [])
    }

    @Test("what has no identity is told each time: those who are told of an alarm and nothing else get none")
    func withoutIdentity() {
        var told = GuardTold()
        for _ in 0..<2 {
            #expect(told.take(EventReport(.guardAlarm, elapsed: .zero)) == true)
            #expect(told.take(event(.guardAlarm, .alarm, [:])) == true)
        }
    }
}
