import Foundation
import PlacemarkClient
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

/// A real gpsd, the built programs, and commands that `placemarkctl alarm` runs.
@Suite("A command for an alarm (fault 90)", .timeLimit(.minutes(6)), .tags(.waits))
struct AlarmCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Writes the settings of an alarm whose command is this script, and the script.
    private func set(_ name: String, _ keys: String, script: String) throws {
        try directory.write(name, "#!/bin/bash\n\(script)\n")
        chmod(directory.file(name), 0o755)
        try directory.write(
            "\(name).conf", "[Alarm]\nCommand=\"\(directory.file(name))\" 'two words' $HOME\n\(keys)\n")
        try FileManager.default.createDirectory(
            atPath: directory.file("\(name).state"), withIntermediateDirectories: true)
    }

    private func start(_ name: String, _ daemon: RunningDaemon) throws -> ChildProcess {
        try ChildProcess(
            Programs.path("placemarkctl"),
            [
                "alarm", directory.file("\(name).conf"), "--state-directory", directory.file("\(name).state"),
                "--socket",
                daemon.socket,
            ])
    }

    private func lines(_ name: String) -> [String] {
        (directory.contents(name) ?? "").split(separator: "\n").map(String.init)
    }

    private func events(_ name: String) throws -> [EventReport] {
        try lines(name).map { try JSONDecoder().decode(EventReport.self, from: Data($0.utf8)) }
    }

    private func names(_ name: String) throws -> [EventReport.Name] { try events(name).map(\.event) }

    /// The identities of the alarms that the command was told of, in each of its runs.
    private func alarms(_ name: String) throws -> [String] { try events(name).compactMap(\.guard?.told?.guardAlarm) }

    /// Raises another alarm: the ring is in another country.
    private func raiseAlarm(_ daemon: RunningDaemon) async throws {
        var order = GuardOrder(.parked)
        order.coordinate = Coordinate(clampingLatitude: 46, wrappingLongitude: 9)
        try await daemon.client.arm(order)
        let isRaised = await poll(every: .milliseconds(100), atMost: .seconds(60)) {
            (try? await daemon.client.guardReport().state) == .alarm
        }
        #expect(isRaised)
    }

    private func expectNoPlaces(in program: ChildProcess) {
        #expect(LogPrivacy.suspiciousLines(program.standardError, given: "").isEmpty)
    }

    @Test(
        "once for each alarm: through restarts of both, for one that was missed, two within a minute; and for a region")
    func events() async throws {
        let gpsd = try await RealGPSD()
        let box = MovingBox(at: vaduz)
        let feeding = Task { await box.feed { gpsd.feed($0) } }
        defer { feeding.cancel() }
        try set("horn", "Events=guardAlarm regionEntered", script: #"cat >>"$0.events"; echo "$#:$1:$2" >>"$0.words""#)
        let first = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        _ = try await first.status(within: .seconds(30), "a position") { $0.location != nil }
        var program = try start("horn", first)
        #expect(await program.says("runs "))
        try await raiseAlarm(first)
        #expect(await poll(atMost: .seconds(20)) { lines("horn.events").count == 1 })
        let alarm = try JSONDecoder().decode(
            EventReport.self, from: Data((try #require(lines("horn.events").first)).utf8))
        #expect(alarm.event == .guardAlarm && alarm.guard?.state == .alarm && alarm.location != nil)
        // It writes this after the event.
        #expect(await poll(atMost: .seconds(20)) { lines("horn.words") == [#"2:two words:$HOME"#] })
        let isKept = await poll(atMost: .seconds(20)) {
            directory.contents("state/guard.json")?.contains(alarm.guard?.told?.guardAlarm ?? "?") == true
        }
        #expect(isKept)

        // The daemon raises the alarm again after its restart; the command is not run again.
        first.process.terminate(SIGKILL)
        let second = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        let log = EventLog(second.events)
        try await log.first { $0.event == .status }
        try await log.first(within: .seconds(60), "the echo") { $0.event == .guardAlarm }
        // What comes behind the echo shows that it has been heard.
        let home = vaduz.moved(byMeters: 1500, bearing: 0)
        let added = try await Programs.run(
            "placemarkctl",
            [
                "regions", "add", "home", "--at", "\(home.latitude),\(home.longitude)", "--radius", "300m", "--socket",
                second.socket,
            ])
        #expect(added.status == 0, "\(added.errors)")
        let isOutside = await poll(every: .milliseconds(200), atMost: .seconds(60)) {
            ((try? await second.client.regions()) ?? []).map(\.state) == [.outside]
        }
        #expect(isOutside)
        await box.drive(to: home)
        let isEntered = await poll(every: .milliseconds(100), atMost: .seconds(60)) {
            (try? names("horn.events")) == [.guardAlarm, .regionEntered]
        }
        #expect(isEntered, "\(lines("horn.events").count) \(program.standardError)")
        #expect(lines("horn.events").last?.contains(#""region":"home""#) == true)

        // An alarm that is raised while the program is away.
        program.terminate()
        #expect(await program.exitStatus(within: .seconds(20)) == 0)
        expectNoPlaces(in: program)
        try await raiseAlarm(second)
        program = try start("horn", second)
        let isMade = await poll(atMost: .seconds(20)) { lines("horn.events").count == 3 }
        #expect(isMade, "\(program.standardError)")
        // And another one within the minute; killed and started again, it still knows both.
        try await raiseAlarm(second)
        #expect(await poll(atMost: .seconds(20)) { lines("horn.events").count == 4 })
        #expect(
            await poll(atMost: .seconds(20)) {
                directory.contents("horn.state/queue.json")?.contains(#""entries":[]"#) == true
            })
        program.signal(SIGKILL)
        _ = await program.exitStatus(within: .seconds(20))
        program = try start("horn", second)
        try await raiseAlarm(second)
        #expect(await poll(atMost: .seconds(20)) { lines("horn.events").count == 5 })
        #expect(try names("horn.events") == [.guardAlarm, .regionEntered, .guardAlarm, .guardAlarm, .guardAlarm])
        #expect(try Set(alarms("horn.events")).count == 4)
        expectNoPlaces(in: program)
        await log.stop()
    }

    @Test(
        "one that hangs is ended with what it has started, one that fails is tried again, one that was cut off as well")
    func failures() async throws {
        let gpsd = try await RealGPSD()
        let box = MovingBox(at: vaduz)
        let feeding = Task { await box.feed { gpsd.feed($0) } }
        defer { feeding.cancel() }
        try set(
            "hangs", "Events=guardAlarm\nTimeLimit=5s\nRetries=1\nRetryAfter=1s",
            script: #"sleep 600 & echo $! >>"$0.children"; wait"#)
        try set(
            "fails", "Events=guardAlarm\nRetries=2\nRetryAfter=1s", script: #"cat >>"$0.events"; exit 3"#)
        try set("slow", "Events=guardAlarm", script: #"cat >>"$0.events"; [ -e "$0.go" ] || sleep 600"#)
        let daemon = try await RunningDaemon(gpsdPort: gpsd.port, directory: directory)
        _ = try await daemon.status(within: .seconds(30), "a position") { $0.location != nil }
        let (hangs, fails) = (try start("hangs", daemon), try start("fails", daemon))
        var slow = try start("slow", daemon)
        try await raiseAlarm(daemon)

        #expect(await fails.says("it is not tried again"))
        // The line of a later try says for how long the alarm has lasted by then.
        let tried = try alarms("fails.events")
        #expect(tried.count == 3 && Set(tried).count == 1)
        #expect(await fails.says("ended with status 3; try 2 of 3 in 1 s"), "\(fails.standardError)")
        #expect(await hangs.says("it is not tried again"))
        #expect(await hangs.says("the command was ended after 5 s"))
        #expect(lines("hangs.children").count == 2)
        let areGone = await poll(atMost: .seconds(20)) {
            lines("hangs.children").allSatisfy { id in
                let stat = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ") Z "
                return stat.contains(") Z ")
            }
        }
        #expect(areGone)

        #expect(await poll(atMost: .seconds(20)) { lines("slow.events").count == 1 })
        slow.terminate()
        #expect(await slow.exitStatus(within: .seconds(20)) == 0)
        try directory.write("slow.go", "")
        slow = try start("slow", daemon)
        #expect(await slow.says("the command has succeeded"))
        let begun = try alarms("slow.events")
        #expect(begun.count == 2 && Set(begun).count == 1)
        for program in [hangs, fails, slow] { expectNoPlaces(in: program) }
    }
}
