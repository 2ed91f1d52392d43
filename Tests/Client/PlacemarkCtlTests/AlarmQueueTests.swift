import Foundation
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import placemarkctl

/// Which events an alarm's command is run for, in which order, and how often.
@Suite("Alarm: what the command is run for")
struct AlarmQueueTests {
    private static let all = EventFilter.all
    private let now = BootInstant(sinceBoot: .seconds(100))

    private func event(_ name: EventReport.Name, _ told: GuardNews? = nil, region: String? = nil) -> EventReport {
        var event = EventReport(name, elapsed: .zero)
        event.region = region
        if name.isOfGuard {
            event.guard = GuardReport(.alarm)
            event.guard?.told = told
        }
        return event
    }

    private func news(warning: String? = nil, alarm: String? = nil, blind: String? = nil, cleared: String? = "c1")
        -> GuardNews
    {
        var news = GuardNews()
        (news.guardWarning, news.guardAlarm, news.guardBlind, news.guardCleared) = (warning, alarm, blind, cleared)
        return news
    }

    private func report(_ state: GuardState, _ told: GuardNews?) -> GuardReport {
        var report = GuardReport(state)
        report.told = told
        return report
    }

    private func take(_ report: GuardReport, _ queue: inout AlarmQueue, wanted: EventFilter = .all) {
        queue.take(report, wanted: wanted) { "missed \($0.rawValue)" }
    }

    /// Runs the command for all that waits, successfully; returns for which lines.
    private func runAll(_ queue: inout AlarmQueue) -> [String] {
        var lines: [String] = []
        while case .run(let entry) = queue.next(at: now) {
            queue.began(entry)
            lines.append(entry.line)
            #expect(queue.ended(well: true, AlarmSettings(), at: now) == .done)
        }
        return lines
    }

    @Test(
        "an alarm runs the command once, its echo after a restart of the daemon does not, the next alarm does at once")
    func echo() {
        var queue = AlarmQueue()
        take(report(.armed, news()), &queue)
        queue.take(event(.guardAlarm, news(alarm: "a1")), line: "first", wanted: Self.all)
        #expect(runAll(&queue) == ["first"])
        take(report(.alarm, news(alarm: "a1")), &queue)
        queue.take(event(.guardAlarm, news(alarm: "a1")), line: "echo", wanted: Self.all)
        #expect(runAll(&queue) == [])
        queue.take(event(.guardAlarm, news(alarm: "a2")), line: "second", wanted: Self.all)
        #expect(runAll(&queue) == ["second"])
    }

    @Test("an alarm that nobody heard runs it, also when it is over, and its event does not run it again")
    func missed() {
        var queue = AlarmQueue()
        take(report(.armed, news()), &queue)
        take(report(.armed, news(alarm: "a1", cleared: "c2")), &queue, wanted: EventFilter([.guardAlarm]))
        #expect(runAll(&queue) == ["missed guardAlarm"])
        take(report(.alarm, news(alarm: "a2", cleared: "c2")), &queue, wanted: EventFilter([.guardAlarm]))
        queue.take(event(.guardAlarm, news(alarm: "a2", cleared: "c2")), line: "late", wanted: Self.all)
        #expect(runAll(&queue) == ["missed guardAlarm"])
    }

    @Test(
        "at its very first look an alarm that goes on is news, and nothing else is",
        arguments: [
            (GuardState.alarm, ["missed guardAlarm"]), (.blind, ["missed guardBlind"]),
            (.warning, ["missed guardWarning"]), (.armed, []), (.acknowledged, []),
        ])
    func first(state: GuardState, lines: [String]) {
        var queue = AlarmQueue()
        take(report(state, news(warning: "w1", alarm: "a1", blind: "b1")), &queue)
        #expect(runAll(&queue) == lines)
        take(report(state, news(warning: "w1", alarm: "a1", blind: "b1")), &queue)
        #expect(runAll(&queue) == [])
    }

    @Test("what it knows outlives it: neither an alarm that was handled comes again, nor is a waiting one lost")
    func memory() throws {
        var queue = AlarmQueue()
        take(report(.armed, news()), &queue)
        queue.take(event(.guardAlarm, news(alarm: "a1")), line: "first", wanted: Self.all)
        _ = runAll(&queue)
        queue.take(event(.regionEntered, region: "home"), line: "home", wanted: Self.all)
        // It ends while the command runs.
        if case .run(let entry) = queue.next(at: now) { queue.began(entry) }
        var next = try JSONDecoder().decode(AlarmQueue.self, from: Data(JSON.line(queue).utf8))
        #expect(runAll(&next) == ["home"])
        next.take(event(.guardAlarm, news(alarm: "a1")), line: "echo", wanted: Self.all)
        take(report(.alarm, news(alarm: "a1")), &next)
        #expect(runAll(&next) == [])
        take(report(.alarm, news(alarm: "a2")), &next)
        #expect(runAll(&next) == ["missed guardAlarm"])
    }

    @Test("after a guard was ended, that of the next one is not missed")
    func nextGuard() {
        var queue = AlarmQueue()
        take(report(.alarm, news(alarm: "a1")), &queue)
        _ = runAll(&queue)
        take(report(.off, nil), &queue)
        #expect(runAll(&queue) == [])
        take(report(.alarm, news(alarm: "a2", cleared: "c2")), &queue)
        #expect(runAll(&queue) == ["missed guardAlarm", "missed guardCleared"])
    }

    @Test("one at a time; two alarms in a row run it twice; of those that wait the newest runs it")
    func order() throws {
        var queue = AlarmQueue()
        take(report(.armed, news()), &queue)
        queue.take(event(.guardAlarm, news(alarm: "a1")), line: "1", wanted: Self.all)
        guard case .run(let entry) = queue.next(at: now) else { throw Unexpected() }
        queue.began(entry)
        queue.take(event(.guardAlarm, news(alarm: "a2")), line: "2", wanted: Self.all)
        queue.take(event(.guardAlarm, news(alarm: "a3")), line: "3", wanted: Self.all)
        for region in ["home", "work"] {
            queue.take(event(.regionEntered, region: region), line: region, wanted: Self.all)
        }
        #expect(queue.next(at: now) == .wait(until: nil))
        #expect(queue.ended(well: true, AlarmSettings(), at: now) == .done)
        #expect(runAll(&queue) == ["3", "home", "work"])
    }

    @Test("a failure is tried again after RetryAfter=, Retries= times; others need not wait for it")
    func retries() throws {
        var settings = AlarmSettings()
        (settings.retries, settings.retryAfter) = (2, .seconds(10))
        var (queue, now) = (AlarmQueue(), now)
        queue.take(event(.regionEntered), line: "1", wanted: Self.all)
        for failure in 1...3 {
            guard case .run(let entry) = queue.next(at: now) else { throw Unexpected() }
            #expect(entry.line == "1")
            queue.began(entry)
            let outcome = queue.ended(well: false, settings, at: now)
            guard failure < 3 else {
                #expect(outcome == .givenUp)
                break
            }
            #expect(outcome == .again(failures: failure))
            let next = now.advanced(by: .seconds(10))
            #expect(queue.next(at: now) == .wait(until: next))
            now = next
        }
        #expect(queue.next(at: now) == .wait(until: nil))
        queue.take(event(.regionEntered), line: "2", wanted: Self.all)
        if case .run(let entry) = queue.next(at: now) { queue.began(entry) }
        #expect(queue.ended(well: false, settings, at: now) == .again(failures: 1))
        queue.take(event(.regionExited), line: "3", wanted: Self.all)
        guard case .run(let other) = queue.next(at: now) else { throw Unexpected() }
        #expect(other.line == "3")
    }

    @Test("not more than a hundred wait, and those of the guard are never left out")
    func bound() {
        var queue = AlarmQueue()
        take(report(.armed, news()), &queue)
        queue.take(event(.guardAlarm, news(alarm: "a1")), line: "alarm", wanted: Self.all)
        let lost = (1...200).map { queue.take(event(.regionEntered), line: "\($0)", wanted: Self.all) }.reduce(0, +)
        #expect(lost == 101)
        let lines = runAll(&queue)
        #expect(lines.count == 100 && lines.first == "alarm" && lines.last == "200")
    }

    @Test("what is not wanted is known all the same, and is not taken for missed later")
    func unwanted() {
        var queue = AlarmQueue()
        let wanted = EventFilter([.guardAlarm])
        take(report(.armed, news()), &queue, wanted: wanted)
        queue.take(event(.guardBlind, news(blind: "b1")), line: "blind", wanted: wanted)
        #expect(runAll(&queue) == [])
        take(report(.armed, news(blind: "b1", cleared: "c2")), &queue, wanted: EventFilter([.guardAlarm, .guardBlind]))
        #expect(runAll(&queue) == [])
    }

    @Test("a queue is kept for its user alone; one that is damaged is told, and begins anew")
    func file() throws {
        let directory = try TemporaryDirectory()
        let file = AlarmFile(directory: directory.path)
        let log = LogRecorder()
        #expect(try file.read(log: log.logger) == AlarmQueue())
        var queue = AlarmQueue()
        queue.take(event(.regionEntered), line: "home", wanted: Self.all)
        try file.write(queue)
        #expect(directory.mode("queue.json") == 0o600)
        #expect(try file.read(log: log.logger) == queue)
        #expect(log.lines.isEmpty)
        try directory.write("queue.json", "{")
        #expect(try file.read(log: log.logger) == AlarmQueue())
        #expect(log.lines.count == 1 && log.lines.allSatisfy { $0.contains("queue.json is damaged") }, "\(log.lines)")
    }

    private struct Unexpected: Error {}
}
