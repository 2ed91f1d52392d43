import Foundation
import Logging
import PlacemarkModel
import Reporting
import TestSupport
import Testing

@testable import placemark_report

@Suite("What the daemon finds out without an event") struct FoundOutTests {
    private func status(
        _ regions: [String], _ motion: String?, _ precision: Precision = .precise, guarding: GuardState? = nil
    ) throws -> Status {
        let motion = motion.map { ",\"motion\":\"\($0)\"" } ?? ""
        let guarding = guarding.map { ",\"guard\":\"\($0.rawValue)\"" } ?? ""
        let json = """
            {"version":1,"sequence":1,"precision":"\(precision.rawValue)","source":{"state":"live","since":1},
            "regions":[\(regions.map { "\"\($0)\"" }.joined(separator: ","))]\(motion)\(guarding)}
            """
        return try JSONDecoder().decode(Status.self, from: Data(json.utf8))
    }

    /// With one sink, `home`, that is told everything.
    private func reporter(in directory: TemporaryDirectory) -> Reporter {
        var settings = SinkSettings()
        settings.precision = .precise
        let outbox = Outbox(directory: directory.file("state"), boot: "a", retention: ["home": Retention()])
        return Reporter(
            [Sink(name: "home", settings: settings)], outbox: outbox, clocks: .system, log: Logger(label: "test"))
    }

    @Test("a region that the machine is in already, and its motion, are told once")
    func regionsAndMotion() async throws {
        let directory = try TemporaryDirectory()
        let reporter = reporter(in: directory)
        func told() async -> [Report] { await reporter.waiting(for: "home") }

        await reporter.take(EventReport(try status([], nil)), .precise)
        #expect(await told().map(\.regions) == [[]])
        for _ in 0..<3 { await reporter.takeFoundOut(try status(["old town"], "moving"), .precise) }
        #expect(await told().map(\.regions) == [[], ["old town"]])
        #expect(await told().last?.event?.status?.motion == .moving)
        await reporter.takeFoundOut(try status(["old town"], "stationary"), .precise)
        #expect(await told().count == 3)
    }

    @Test("that somebody has acknowledged an alarm, which is no event, is told once")
    func acknowledgement() async throws {
        let directory = try TemporaryDirectory()
        let reporter = reporter(in: directory)
        await reporter.take(EventReport(try status([], nil)), .precise)
        var alarm = EventReport(try status([], nil))
        (alarm.event, alarm.status, alarm.guard) = (.guardAlarm, nil, GuardReport(.alarm))
        await reporter.take(alarm, .precise)
        for _ in 0..<3 { await reporter.takeFoundOut(try status([], nil, guarding: .alarm), .precise) }
        #expect(await reporter.waiting(for: "home").count == 2)
        for _ in 0..<3 { await reporter.takeFoundOut(try status([], nil, guarding: .acknowledged), .precise) }
        let reports = await reporter.waiting(for: "home")
        #expect(reports.count == 3 && reports.last?.event?.status?.guard == .acknowledged)
    }

    @Test("a sink that asks for more than this service may know is told of that, and so is who tries it")
    func withoutTheGroup() async throws {
        let directory = try TemporaryDirectory()
        var (precise, reduced) = (SinkSettings(), SinkSettings())
        (precise.precision, reduced.precision) = (.precise, .reduced)
        let outbox = Outbox(directory: directory.file("state"), boot: "a", retention: [:])
        let reporter = Reporter(
            [Sink(name: "van", settings: precise), Sink(name: "home", settings: reduced)], outbox: outbox,
            clocks: .system, log: Logger(label: "test"))
        func warnings() async -> [String: Int] {
            await reporter.report().sinks.reduce(into: [:]) { $0[$1.name] = $1.warnings?.count ?? 0 }
        }
        await reporter.take(EventReport(try status([], nil, .reduced)), .reduced)
        #expect(await warnings() == ["home": 0, "van": 0])
        await reporter.take(EventReport(try status([], nil, .reduced)), .precise)
        #expect(await warnings() == ["home": 0, "van": 1])
        let warning = try #require(await reporter.report().sinks.last?.warnings?.first)
        #expect(warning.contains("sudo adduser placemark-report placemark-precise"))
        let state = try status([], nil, .reduced)
        async let tried = reporter.test("van", state)
        while await reporter.waiting(for: "van").count < 2 { await Task.yield() }
        let reports = await reporter.waiting(for: "van")
        await reporter.ended(.all(.acknowledged), of: reports, for: "van")
        let result = await tried
        #expect(result.result == .acknowledged && result.sentence == "but " + warning)
        // Whoever is told everything again is not warned.
        await reporter.take(EventReport(try status([], nil)), .precise)
        #expect(await warnings() == ["home": 0, "van": 0])
    }
}

extension Reporter {
    fileprivate func waiting(for sink: String) -> [Report] { outbox.waiting(for: sink, .oldestFirst, limit: 10) }
}
