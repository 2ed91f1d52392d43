import Foundation
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import placemarkctl

@Suite("Alarm: how the command is run")
struct AlarmRunnerTests {
    @Test("an event that no file takes reaches the command all the same (faults 38 and 90)")
    func noRoom() async throws {
        let directory = try TemporaryDirectory()
        mkdir(directory.file("event.json"), 0o700)
        var settings = AlarmSettings()
        (settings.command, settings.retries) = (["/bin/sh", "-c", "cat > \(directory.file("got"))"], 0)
        let log = LogRecorder()
        let runner = AlarmRunner(
            settings, queue: AlarmQueue(), file: AlarmFile(directory: directory.path), log: log.logger
        ) { nil }
        await runner.update { queue in
            queue.take(EventReport(.regionEntered, elapsed: .zero), line: "an event", wanted: .all)
        }
        let running = Task { await runner.run() }
        // Both a success and a failure are logged.
        #expect(await poll(atMost: .seconds(10)) { !log.lines.isEmpty })
        running.cancel()
        await running.value
        #expect(log.lines.allSatisfy { $0.hasPrefix("info: regionEntered: the command has succeeded") }, "\(log.lines)")
        #expect(directory.contents("got") == "an event\n")
    }

    private static let alarm = line(state: "alarm", since: #""since":0,"#)

    /// An alarm as the daemon tells it, with the state of the guard.
    private static func line(state: String, since: String = "") -> String {
        #"{"event":"guardAlarm","guard":{"distance":71.5,\#(since)"state":"\#(state)","told":{"guardAlarm":"a1"}},"#
            + #""location":{"timestamp":"2026-11-20T02:00:00Z"}}"#
    }

    /// Runs a command for an alarm until it succeeds; returns what it got, a line for each run.
    ///
    /// - Parameters:
    ///   - failures: how often it fails before.
    ///   - isKept: whether an earlier run has left the alarm.
    private func told(failures: Int, isKept: Bool = false, now report: GuardReport?) async throws -> [String] {
        let directory = try TemporaryDirectory()
        var settings = AlarmSettings()
        let script = #"cat >>"$0/got"; [ "$(wc -l <"$0/got")" -gt "$1" ]"#
        settings.command = ["/bin/sh", "-c", script, directory.path, "\(failures)"]
        (settings.retries, settings.retryAfter) = (failures, .zero)
        let log = LogRecorder()
        var queue = AlarmQueue()
        let event = EventReport(.guardAlarm, elapsed: .zero)
        if isKept { queue.take(event, line: Self.alarm, wanted: .all) }
        let runner = AlarmRunner(
            settings, queue: queue, file: AlarmFile(directory: directory.path), log: log.logger
        ) { report }
        if !isKept { await runner.update { $0.take(event, line: Self.alarm, wanted: .all) } }
        let running = Task { await runner.run() }
        // Each run is logged.
        #expect(await poll(atMost: .seconds(10)) { log.lines.count == failures + 1 }, "\(log.lines)")
        running.cancel()
        await running.value
        return (directory.contents("got") ?? "").split(separator: "\n").map(String.init)
    }

    @Test(
        "an alarm that is over or acknowledged when its command is tried again is still told, with the state by then",
        arguments: [GuardState.armed, .off, .acknowledged, .alarm])
    func over(state: GuardState) async throws {
        let late = Self.line(state: state.rawValue)
        #expect(try await told(failures: 2, now: GuardReport(state)) == [Self.alarm, late, late])
    }

    @Test("so is one that an earlier run has left; since when the guard is in that state is told as well")
    func kept() async throws {
        var report = GuardReport(.acknowledged)
        report.since = 12.5
        let late = Self.line(state: "acknowledged", since: #""since":12.5,"#)
        #expect(try await told(failures: 0, isKept: true, now: report) == [late])
    }

    @Test("where nobody says how the guard stands, the alarm is told as it was")
    func unknown() async throws { #expect(try await told(failures: 1, now: nil) == [Self.alarm, Self.alarm]) }

    @Test("of a line that tells no guard nothing is changed", arguments: ["{", "[]", #"{"event":"guardAlarm"}"#])
    func foreign(line: String) { #expect(LateAlarm.line(line, GuardReport(.off)) == line) }
}
