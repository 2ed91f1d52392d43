import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// The program itself, from the socket of a daemon to a receiver.
@Suite("Delivery of reports", .timeLimit(.minutes(3)), .tags(.waits)) struct ReportDeliveryTests {
    private let program: ReporterProgram
    private var directory: TemporaryDirectory { program.directory }

    init() throws { program = try ReporterProgram() }

    private func reporter() throws -> ChildProcess {
        try program.begin("--metrics-file", directory.file("reporter.prom"))
    }

    private func control(_ words: String...) async throws -> (status: Int32?, text: String) {
        try await program.control(words)
    }

    /// What `placemarkctl reports --json` says.
    private func sinkStates() async throws -> [SinkReport] {
        let json = try await control("status", "--json").text
        return try JSONDecoder().decode(ReporterReport.self, from: Data(json.utf8)).sinks
    }

    /// The metrics, which promtool finds nothing wrong with, by what stands before the value.
    private func metrics() async throws -> [String: Double] {
        let script = #"printf 'metrics\n' | nc -U "$0" | tee "$1" | promtool check metrics"#
        let check = try ChildProcess(
            "bash", ["-o", "pipefail", "-c", script, directory.file("control.sock"), directory.file("metrics")])
        #expect(await check.exitStatus(within: .seconds(30)) == 0)
        #expect(check.completeStandardOutput + check.completeStandardError == "")
        let lines = try #require(directory.contents("metrics")).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.reduce(into: [:]) { samples, line in
            guard let space = line.lastIndex(of: " ") else { return }
            samples[String(line[..<space])] = Double(line[line.index(after: space)...])
        }
    }

    private func configure(_ url: String, _ more: String = "") throws {
        try directory.write(
            "reports.d/map.conf",
            "[Sink]\nType=http\nURL=\(url)\nPrecision=precise\n[Events]\nInterval=0s\nEvents=location\n\(more)")
    }

    /// The reports that have arrived, in their order, with repetitions.
    private func arrived() throws -> [Report] {
        try (directory.contents("out") ?? "").wholeLines.map {
            try JSONDecoder().decode(Report.self, from: Data($0.utf8))
        }
    }

    private func last() -> Double? { (try? arrived())?.last?.event?.elapsed }

    /// Each report once, in the order in which they first came.
    private func once(_ reports: [Report]) -> [Report] {
        var seen: Set<ReportIdentity> = []
        return reports.filter { seen.insert($0.id).inserted }
    }

    @Test(
        "fault 66: every report arrives, in order, at a server that fails, cuts and forgets to say so",
        .timeLimit(.minutes(3)))
    func flaky() async throws {
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 400, perSecond: 400)
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        try configure(receiver.address("flaky"), "[Delivery]\nBatch=7\nCompression=gzip\n")
        let reporter = try reporter()
        #expect(await poll(every: .milliseconds(100), atMost: .seconds(150)) { last() == 400 })
        let all = try arrived()
        // What came twice has one identity.
        #expect(all.count > 400)
        #expect(once(all).map { $0.event?.elapsed } == (1...400).map { Double($0) })
        #expect(Set(all.map { $0.event?.elapsed }).count == 400)
        #expect(reporter.terminate() == 0)
        #expect(!reporter.completeStandardError.contains("47."))
        withExtendedLifetime((daemon, receiver)) {}
    }

    @Test("fault 65: reports wait for a server that is away, and follow when it is back", .timeLimit(.minutes(2)))
    func away() async throws {
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 300, perSecond: 300)
        let port = try Loopback.freePort()
        try configure("http://127.0.0.1:\(port)/ok")
        let reporter = try reporter()
        #expect(await poll(atMost: .seconds(20)) { reporter.standardError.contains("reports wait") })
        try await Task.sleep(for: .seconds(2))
        let receiver = try await ReportReceiver(writing: directory.file("out"), port: Int(port))
        #expect(await poll(every: .milliseconds(50), atMost: .seconds(20)) { last() == 300 })
        #expect(try arrived().map { $0.event?.elapsed } == (1...300).map { Double($0) })
        #expect(await poll(atMost: .seconds(5)) { reporter.standardError.contains("delivered again") })
        // Once for each change.
        #expect(reporter.standardError.components(separatedBy: "reports wait").count == 2)
        withExtendedLifetime((daemon, receiver)) {}
    }

    @Test(
        "fault 67: a killed reporter sends what it has taken, in order, and says what it missed",
        .timeLimit(.minutes(3)))
    func killed() async throws {
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 300, perSecond: 60)
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        try configure(receiver.address("flaky"), "[Delivery]\nBatch=5\n")
        var random = SeededRandom(seed: 7)
        for _ in 0..<8 {
            let reporter = try reporter()
            try await Task.sleep(for: .milliseconds(Int.random(in: 100...600, using: &random)))
            reporter.terminate(SIGKILL)
        }
        daemon.tellOneMore()
        let reporter = try reporter()
        #expect(await poll(every: .milliseconds(100), atMost: .seconds(60)) { last() == 301 })
        let numbers = once(try arrived()).compactMap { $0.event?.elapsed }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
        // What was on its way through the socket at a kill was never taken: an event or two at each.
        #expect(numbers.count >= 301 - 2 * 8)
        let byIdentity = Dictionary(grouping: try arrived(), by: \.id)
        // Times are reckoned when a report leaves, and may be known better the second time.
        for reports in byIdentity.values { #expect(Set(reports.map { $0.event?.elapsed }).count == 1) }
        #expect(reporter.terminate() == 0)
        withExtendedLifetime((daemon, receiver)) {}
    }

    @Test("fault 73: a report that the server never takes goes aside, and the others arrive", .timeLimit(.minutes(2)))
    func poison() async throws {
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 50, perSecond: 500)
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        try configure(receiver.address("poison"), "[Delivery]\nBatch=16 1s\n")
        let reporter = try reporter()
        #expect(await poll(every: .milliseconds(50), atMost: .seconds(30)) { last() == 50 })
        #expect(try arrived().compactMap { $0.event?.elapsed } == (1...50).filter { $0 != 5 }.map { Double($0) })
        #expect(await poll(atMost: .seconds(20)) { reporter.standardError.contains("set aside") })
        withExtendedLifetime((daemon, receiver)) {}
    }

    @Test("without a sink it does not run, and a wrong one is an error with file and line", .timeLimit(.minutes(1)))
    func settings() async throws {
        let idle = try reporter()
        #expect(await idle.exitStatus(within: .seconds(20)) == 0)
        #expect(idle.completeStandardError.contains("no sink is configured"))
        try directory.write("reports.d/map.conf", "[Sink]\nType=https\n")
        let wrong = try reporter()
        #expect(await wrong.exitStatus(within: .seconds(20)) == 78)
        #expect(wrong.completeStandardError.contains("map.conf:2: "))
        #expect(!directory.names.contains("state"))
    }

    @Test("SIGTERM ends it, whatever the server does", .timeLimit(.minutes(1)))
    func ends() async throws {
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 5, perSecond: 100)
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        try configure(receiver.address("silent"))
        let reporter = try reporter()
        #expect(await poll(atMost: .seconds(20)) { reporter.standardError.contains("started") })
        try await Task.sleep(for: .milliseconds(500))
        // It would wait for the server for ten minutes.
        #expect(reporter.terminate() == 0)
        withExtendedLifetime((daemon, receiver)) {}
    }

    @Test("placemarkctl reports says how each sink is, tries it, and has its queue forgotten", .timeLimit(.minutes(2)))
    func controlled() async throws {
        #expect(try await control().status == 69)
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 20, perSecond: 100)
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        try configure(receiver.address("ok"))
        try directory.write(
            "reports.d/home.conf",
            "[Sink]\nType=http\nURL=\(receiver.address("portal"))\nPrecision=precise\n[Events]\nInterval=0s\n")
        let reporter = try reporter()
        // What the server has, the reporter may not have heard yet; and of the page it hears when it likes.
        let isSettled = await poll(every: .milliseconds(50), atMost: .seconds(30)) { [self] in
            guard let sinks = try? await sinkStates(), sinks.map(\.waiting) == [21, 0] else { return false }
            return sinks[0].error != nil && sinks[1].acknowledged == 20
        }
        #expect(isSettled, "\(reporter.standardError)")
        let shown = try await control()
        #expect(shown.status == 0)
        #expect(shown.text.contains("map: idle"), "\(shown.text)")
        #expect(shown.text.contains("home: failing"), "\(shown.text)")
        #expect(shown.text.contains("a web page answers"), "\(shown.text)")
        let metrics = try await metrics()
        #expect(metrics["placemark_report_waiting{sink=\"home\"}"] == 21)
        #expect(metrics["placemark_report_failing{sink=\"home\"}"] == 1)
        #expect(try #require(metrics["placemark_report_oldest_age_seconds{sink=\"home\"}"]) < 60)
        #expect(metrics["placemark_report_acknowledged_total{sink=\"map\"}"] == 20)
        #expect(metrics["placemark_report_oldest_age_seconds{sink=\"map\"}"] == nil)
        let acknowledgedAt = metrics["placemark_report_last_acknowledgement_timestamp_seconds{sink=\"map\"}"]
        #expect(abs(try #require(acknowledgedAt) - Date().timeIntervalSince1970) < 60)
        let isWritten = await poll(atMost: .seconds(30)) {
            directory.contents("reporter.prom")?.contains("placemark_report_waiting{sink=\"map\"}") == true
        }
        #expect(isWritten)
        #expect(directory.mode("reporter.prom") == 0o644)
        let sinks = try await sinkStates()
        #expect(sinks.map(\.name) == ["home", "map"])
        #expect(sinks.map(\.waiting) == [21, 0])
        #expect(sinks[1].acknowledged == 20)
        #expect(try await control("test", "map") == (0, "map: acknowledged\n"))
        let refused = try await control("test", "home")
        #expect(refused.status == 1)
        #expect(refused.text.contains("home: failed: a web page answers"), "\(refused.text)")
        #expect(try await control("clear", "home") == (0, "22 reports are forgotten.\n"))
        #expect(try await control("test", "nobody").text.contains("no sink of this name"))
        #expect(try await control("forget", "map").text.contains("only a broker can be made to forget"))
        #expect(directory.mode("control.sock") == 0o600)
        #expect(reporter.terminate() == 0)
        #expect(directory.contents("reporter.prom") == nil)
        withExtendedLifetime((daemon, receiver)) {}
    }

    /// Leaves an outbox as a run does that has heard the daemon an hour ago, before a reboot.
    private func runAnHourAgo() {
        let outbox = Outbox(directory: directory.file("state"), boot: "an earlier one")
        let then = Clocks.system.wall().advanced(by: .seconds(-3600)) ?? Timestamp(nanosecondsSinceEpoch: 0)
        outbox.learn { $0.learn(machine: then, at: BootInstant(sinceBoot: .seconds(100))) }
        outbox.note(heardAt: BootInstant(sinceBoot: .seconds(100)))
    }

    @Test(
        "what was told while it was not running comes from the daemon's track, as often as the sink wants it",
        .timeLimit(.minutes(2)))
    func recovered() async throws {
        runAnHourAgo()
        let start = ContinuousClock.now
        let daemon = try await MadeUpDaemon(
            socket: directory.file("daemon.sock"), events: 3, perSecond: 2, trackInMinutes: 80)
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        try directory.write(
            "reports.d/map.conf",
            "[Sink]\nType=http\nURL=\(receiver.address("ok"))\nPrecision=precise\n[Events]\nInterval=10s\n")
        let reporter = try reporter()
        #expect(await poll(every: .milliseconds(100), atMost: .seconds(30)) { last() == 3 })
        let reports = try arrived()
        let track = reports.filter { $0.location?.coordinate.latitude == 46.5 }
        // 3600 s of the 4800, and those that a slow start takes.
        let late = Int((ContinuousClock.now - start) / .seconds(10))
        #expect((325...362 + late).contains(track.count), "\(track.count)")
        // The clocks differ by a little: sometimes the next position is the first that is late enough. The last one is held until
        // its time has come or the present takes its place.
        let intervals = zip(track, track.dropFirst()).map { $1.takenAt.duration(since: $0.takenAt) }
        #expect(intervals.dropLast().allSatisfy { $0 == .seconds(10) || $0 == .seconds(11) })
        // What has no time is neither of now nor of the past.
        #expect(!reports.contains { $0.kind == .missed || $0.location?.coordinate.latitude == 45.5 })
        #expect(reports.map(\.id.sequence) == reports.map(\.id.sequence).sorted())
        withExtendedLifetime((daemon, receiver, reporter)) {}
    }

    @Test("where no track is kept it says what time is missing", .timeLimit(.minutes(2))) func missed() async throws {
        runAnHourAgo()
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 3, perSecond: 10)
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        try directory.write(
            "reports.d/map.conf", "[Sink]\nType=http\nURL=\(receiver.address("ok"))\nPrecision=precise\n")
        let reporter = try reporter()
        let isTold = await poll(every: .milliseconds(100), atMost: .seconds(30)) {
            (try? arrived())?.contains { $0.kind == .missed } == true
        }
        #expect(isTold)
        let missed = try #require(try arrived().first { $0.kind == .missed })
        let length = missed.happenedAt.duration(since: try #require(missed.missedSince))
        #expect(length >= .seconds(3599) && length < .seconds(3700))
        withExtendedLifetime((daemon, receiver, reporter)) {}
    }
}
