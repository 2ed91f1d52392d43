import Foundation
import Logging
import PlacemarkCore
import Reporting
import TestSupport
import Testing

@testable import placemark_report

@Suite("What the daemon finds out without an event") struct FoundOutTests {
    private func status(_ regions: [String], _ motion: String?) throws -> Status {
        let motion = motion.map { ",\"motion\":\"\($0)\"" } ?? ""
        let json = """
            {"version":1,"sequence":1,"precision":"precise","source":{"state":"live","since":1},
            "regions":[\(regions.map { "\"\($0)\"" }.joined(separator: ","))]\(motion)}
            """
        return try JSONDecoder().decode(Status.self, from: Data(json.utf8))
    }

    @Test("a region that the machine is in already, and its motion, are told once")
    func regionsAndMotion() async throws {
        let directory = try TemporaryDirectory()
        var settings = SinkSettings()
        settings.precision = .precise
        let outbox = Outbox(directory: directory.file("state"), boot: "a", retention: ["home": Retention()])
        let reporter = Reporter(
            [Sink(name: "home", settings: settings)], outbox: outbox, clocks: .system, log: Logger(label: "test"))
        func told() async -> [Report] { await reporter.waiting(for: "home") }

        await reporter.take(EventReport(try status([], nil)), .precise)
        #expect(await told().map(\.regions) == [[]])
        for _ in 0..<3 { await reporter.takeFoundOut(try status(["old town"], "moving"), .precise) }
        #expect(await told().map(\.regions) == [[], ["old town"]])
        #expect(await told().last?.event?.status?.motion == .moving)
        await reporter.takeFoundOut(try status(["old town"], "stationary"), .precise)
        #expect(await told().count == 3)
    }
}

extension Reporter {
    fileprivate func waiting(for sink: String) -> [Report] { outbox.waiting(for: sink, .oldestFirst, limit: 10) }
}
