import Foundation
import Glibc
import PlacemarkCore
import Reporting
import TestConditions
import TestSupport
import Testing

/// The program itself, from the socket of a daemon to a receiver.
@Suite("The way of a report", .tags(.waits)) struct WayOfAReportTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        mkdir(directory.file("reports.d"), 0o700)
    }

    private func reporter() throws -> ChildProcess {
        try ChildProcess(
            Checkout.file(".build/debug/placemark-report"),
            [
                "--sinks", directory.file("reports.d"), "--state-directory", directory.file("state"), "--socket",
                directory.file("daemon.sock"),
            ])
    }

    private func configure(_ url: String, _ more: String = "") throws {
        try directory.write(
            "reports.d/map.conf",
            "[Sink]\nType=http\nURL=\(url)\nPrecision=precise\n[Events]\nInterval=0s\nEvents=location\n\(more)")
    }

    /// The reports that have arrived, in their order, with repetitions.
    private func arrived() throws -> [Report] {
        try (directory.contents("out") ?? "").split(separator: "\n").map {
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
        let receiver = try await Receiver(writing: directory.file("out"))
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
        let receiver = try await Receiver(writing: directory.file("out"), port: Int(port))
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
        let receiver = try await Receiver(writing: directory.file("out"))
        try configure(receiver.address("flaky"), "[Delivery]\nBatch=5\n")
        var random = SeededRandom(seed: 7)
        for _ in 0..<8 {
            let reporter = try reporter()
            try await Task.sleep(for: .milliseconds(Int.random(in: 100...600, using: &random)))
            reporter.terminate(SIGKILL)
        }
        let reporter = try reporter()
        #expect(await poll(every: .milliseconds(100), atMost: .seconds(60)) { last() == 300 })
        let numbers = once(try arrived()).compactMap { $0.event?.elapsed }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
        // What was on its way through the socket at a kill was never taken: a few events at each.
        #expect(numbers.count > 230)
        let byIdentity = Dictionary(grouping: try arrived(), by: \.id)
        for reports in byIdentity.values { #expect(Set(reports).count == 1) }
        #expect(reporter.terminate() == 0)
        withExtendedLifetime((daemon, receiver)) {}
    }

    @Test("fault 73: a report that the server never takes goes aside, and the others arrive", .timeLimit(.minutes(2)))
    func poison() async throws {
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 50, perSecond: 500)
        let receiver = try await Receiver(writing: directory.file("out"))
        try configure(receiver.address("poison"), "[Delivery]\nBatch=16 1s\n")
        let reporter = try reporter()
        #expect(await poll(every: .milliseconds(50), atMost: .seconds(30)) { last() == 50 })
        #expect(try arrived().compactMap { $0.event?.elapsed } == (1...50).filter { $0 != 5 }.map { Double($0) })
        #expect(reporter.standardError.contains("set aside"))
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

    @Test("SIGTERM ends it within two seconds, whatever the server does", .timeLimit(.minutes(1)))
    func ends() async throws {
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 5, perSecond: 100)
        let receiver = try await Receiver(writing: directory.file("out"))
        try configure(receiver.address("silent"))
        let reporter = try reporter()
        #expect(await poll(atMost: .seconds(20)) { reporter.standardError.contains("started") })
        try await Task.sleep(for: .milliseconds(500))
        let start = ContinuousClock.now
        #expect(reporter.terminate() == 0)
        #expect(ContinuousClock.now - start < .seconds(3))
        withExtendedLifetime((daemon, receiver)) {}
    }
}
