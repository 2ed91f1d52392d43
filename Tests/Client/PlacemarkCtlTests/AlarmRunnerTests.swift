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
            settings, queue: AlarmQueue(), file: AlarmFile(directory: directory.path), log: log.logger)
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
}
