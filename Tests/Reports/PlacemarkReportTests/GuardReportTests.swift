import Foundation
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

@Suite("Reports of the guard", .tags(.waits)) struct GuardReportTests: ReporterTrial {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The guard of an anchor that stands so, and has told this.
    private func standing(
        _ state: GuardState, _ told: [EventReport.Name: String], distance: Double = 84.5
    ) throws -> GuardReport {
        let center = try #require(Coordinate(latitude: 47.1, longitude: 9.5))
        var report = GuardReport(state)
        report.plan = try GuardPlan(.anchor, coordinate: center, radius: 60)
        report.distance = distance
        report.told = told.reduce(into: GuardNews()) { $0[$1.key] = $1.value }
        return report
    }

    private func event(_ name: EventReport.Name, _ report: GuardReport) -> EventReport {
        var event = EventReport(name, elapsed: .zero)
        event.guard = report
        return event
    }

    private func status(_ state: GuardState) throws -> Status {
        let json = """
            {"version":1,"sequence":1,"precision":"precise","source":{"state":"live","since":1},
            "guard":"\(state.rawValue)"}
            """
        return try JSONDecoder().decode(Status.self, from: Data(json.utf8))
    }

    private func reporter(_ format: ReportFormat = .placemarkd, _ precision: Precision = .precise) -> Reporter {
        var settings = SinkSettings()
        (settings.format, settings.precision) = (format, precision)
        return reporter(with: settings)
    }

    private func listening(
        _ reporter: Reporter, comparison: Duration = .seconds(600), _ body: () async throws -> Void
    ) async throws {
        try await listening(reporter, since: reporter.lastHeard, comparison: comparison, body)
    }

    /// What has been told of the guard, in its order: `guardAlarm a`.
    private func told(_ reporter: Reporter) async -> [String] {
        await reporter.waiting().filter { ReportKind.ofGuard.contains($0.kind) }.map { report in
            let name = report.event?.event
            let identity = name.flatMap { report.event?.guard?.told?[$0] }
            return "\(report.kind.rawValue) \(identity ?? report.event?.guard?.state.rawValue ?? "?")"
        }
    }

    private func expect(_ expected: [String], _ reporter: Reporter) async {
        _ = await poll(atMost: .seconds(5)) { await told(reporter).count >= expected.count }
        let all = await told(reporter)
        #expect(all == expected)
    }

    /// How often the whole state has been told.
    private func heartbeats(_ reporter: Reporter) async -> Int {
        await reporter.waiting().count { $0.kind == .heartbeat }
    }

    @Test(
        "faults 67 and 90: an alarm of a time without the reporter is told when it is back, and none twice, whatever restarts",
        .timeLimit(.minutes(3)))
    func restarts() async throws {
        var daemon = try await LogbookDaemon(in: directory)
        try daemon.guards(try standing(.armed, [.guardCleared: "c"]))
        let first = reporter()
        try await listening(first) {
            // What was before the first look is past.
            #expect(await poll(atMost: .seconds(5)) { await first.guardTold.isOn })
            let warning = try standing(.warning, [.guardCleared: "c", .guardWarning: "w"])
            try daemon.tell(event(.guardWarning, warning))
            await expect(["guardWarning w"], first)
        }
        // While the reporter is away.
        let alarm = try standing(.alarm, [.guardCleared: "c", .guardWarning: "w", .guardAlarm: "a"])
        try daemon.guards(alarm)
        let second = reporter()
        try await listening(second) {
            await expect(["guardWarning w", "guardAlarm a"], second)
            let greetings = await heartbeats(second)
            // A daemon that begins anew raises it again.
            daemon.kill()
            daemon = try await LogbookDaemon(in: directory)
            #expect(await poll(atMost: .seconds(5)) { await heartbeats(second) > greetings })
            try daemon.tell(event(.guardAlarm, alarm))
            let another = try standing(.alarm, [.guardCleared: "c", .guardWarning: "w", .guardAlarm: "b"])
            try daemon.tell(event(.guardAlarm, another))
            await expect(["guardWarning w", "guardAlarm a", "guardAlarm b"], second)
            // What a reader has missed who was too slow, a status in the middle of the stream stands for.
            try daemon.guards(try standing(.blind, [.guardAlarm: "b", .guardBlind: "x"]))
            try daemon.tell(EventReport(try status(.blind)))
            await expect(["guardWarning w", "guardAlarm a", "guardAlarm b", "guardBlind x"], second)
        }
        // Ended without the reporter as well.
        try daemon.guards(nil)
        let third = reporter()
        try await listening(third) {
            await expect(
                ["guardWarning w", "guardAlarm a", "guardAlarm b", "guardBlind x", "guardCleared off"], third)
        }
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "a server of Signal K is told again and again how the guard stands, and that its alarm has been acknowledged",
        .timeLimit(.minutes(2)))
    func signalK() async throws {
        let daemon = try await LogbookDaemon(in: directory)
        /// The last report, as such a server gets it.
        @Sendable func text(_ reporter: Reporter) async -> String {
            let bytes = await reporter.newest().flatMap { SignalKFormat().delta(for: $0) }
            return String(decoding: bytes ?? [], as: UTF8.self)
        }
        let radius = #""path":"navigation.anchor.currentRadius","value":"#
        let notification = #""path":"notifications.navigation.anchor","value":{"state":"#
        try daemon.guards(try standing(.alarm, [.guardAlarm: "a"]))
        let first = reporter(.signalk)
        try await listening(first, comparison: .milliseconds(200)) {
            #expect(
                await poll(atMost: .seconds(5)) {
                    let delta = await text(first)
                    return delta.contains(radius + "84.5") && delta.contains(notification + #""emergency""#)
                })
            try daemon.guards(try standing(.acknowledged, [.guardAlarm: "a"], distance: 85.5))
            #expect(
                await poll(atMost: .seconds(5)) {
                    let delta = await text(first)
                    return delta.contains(radius + "85.5")
                        && delta.contains(notification + #""alert","method":["visual"],"#)
                })
            #expect(await told(first) == ["guardAlarm a"])
        }
        // Whoever begins anew knows at once where the anchor lies.
        try daemon.guards(try standing(.acknowledged, [.guardAlarm: "a"], distance: 86.5))
        let second = reporter(.signalk)
        try await listening(second) {
            #expect(
                await poll(atMost: .seconds(5)) {
                    let delta = await text(second)
                    return delta.contains(radius + "86.5") && delta.contains("navigation.anchor.position")
                })
        }
        withExtendedLifetime(daemon) {}
    }

    @Test("an alarm that the outbox could not keep counts as not told, and comes with the next look at the guard")
    func unwritten() async throws {
        try directory.write("state", "a file where a directory has to be")
        let reporter = reporter()
        let alarm = try standing(.alarm, [.guardAlarm: "a"])
        await reporter.take(event(.guardAlarm, alarm), .precise)
        #expect(await reporter.guardTold == GuardTold())
        try FileManager.default.removeItem(atPath: directory.file("state"))
        let status = try status(.alarm)
        let question = try #require(await reporter.questionOfGuard(status, .precise))
        await reporter.takeGuard(alarm, status, question: question)
        #expect(await told(reporter) == ["guardAlarm a"])
        // Only those who show it are told more than that.
        #expect(await heartbeats(reporter) == 0)
    }

    @Test("an answer that may be older than an event that has come meanwhile is left")
    func lateAnswer() async throws {
        let reporter = reporter(.signalk)
        let status = try status(.armed)
        let before = try standing(.armed, [.guardCleared: "c", .guardAlarm: "a"])
        let first = try #require(await reporter.questionOfGuard(status, .precise))
        await reporter.takeGuard(before, status, question: first)
        #expect(await heartbeats(reporter) == 1)
        let second = try #require(await reporter.questionOfGuard(status, .precise))
        let alarm = try standing(.alarm, [.guardCleared: "c", .guardAlarm: "b"])
        await reporter.take(event(.guardAlarm, alarm), .precise)
        await reporter.takeGuard(before, status, question: second)
        #expect(await told(reporter) == ["guardAlarm b"])
        #expect(await heartbeats(reporter) == 1)
    }

    @Test("who may not know of the guard is told nothing, and the daemon is not asked")
    func unwanted() async throws {
        let reporter = reporter(.signalk, .reduced)
        let status = try status(.alarm)
        for precision in Precision.allCases {
            #expect(await reporter.questionOfGuard(status, precision) == nil)
        }
        await reporter.take(event(.guardAlarm, try standing(.alarm, [.guardAlarm: "a"])), .precise)
        #expect(await told(reporter).isEmpty)
    }
}

extension Reporter {
    /// The last of what waits.
    fileprivate func newest() -> Report? { outbox.waiting(for: "van", .newestFirst, limit: 1).last }
}
