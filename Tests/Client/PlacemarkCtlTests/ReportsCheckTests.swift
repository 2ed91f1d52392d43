import PlacemarkModel
import TestSupport
import Testing

@testable import placemarkctl

@Suite("Doctor: reports")
struct ReportsCheckTests {
    private func sink(_ name: String, _ state: SinkReport.State, waiting: Int = 0, error: String? = nil) -> SinkReport {
        var sink = SinkReport(name: name, state: state, type: "http", format: "overland", precision: .precise)
        (sink.waiting, sink.error) = (waiting, error)
        return sink
    }

    private func finding(_ sinks: [SinkReport], outboxFailure: String? = nil) -> DoctorFinding {
        let report = ReporterReport(sinks: sinks, outboxFailure: outboxFailure, lost: 0)
        return ReportsCheck(sinkCount: sinks.count, answer: .report(report)).finding
    }

    @Test("without a sink there is nothing to say")
    func none() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("README", "")
        for path in [directory.path, directory.file("nowhere")] {
            #expect(await ReportsCheck.observe(directory: path, socket: "/nowhere/control.sock") == nil)
        }
    }

    @Test("a sink that nothing serves is wrong")
    func notServed() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("map.conf", "")
        let check = await ReportsCheck.observe(directory: directory.path, socket: directory.file("control.sock"))
        let finding = try #require(check?.finding)
        #expect(finding.verdict == .wrong)
        #expect(finding.found == "1 sink is set up, and placemark-report does not answer.")
    }

    @Test("a sink whose reports arrive, and do not say what they should, is not well")
    func warnings() {
        var warned = sink("van", .idle)
        warned.warnings = ["the positions are only right to about 3 km"]
        let finding = finding([sink("map", .idle), warned])
        #expect(finding.verdict == .wrong)
        #expect(finding.found == "van: the positions are only right to about 3 km.")
        #expect(finding.commands == ["sudo placemarkctl reports test van"])
    }

    @Test("reports that wait for their turn are well, and those that are not delivered are not")
    func states() {
        #expect(
            finding([sink("map", .delivering, waiting: 3), sink("home", .idle)])
                == .ok(.reports, "2 of 2 sinks are served; 3 reports wait"))
        let failing = finding([sink("map", .failing, waiting: 7, error: "the server fails (status 503)")])
        #expect(failing.verdict == .wrong)
        #expect(failing.found == "no delivery to map (the server fails (status 503)), 7 reports wait.")
        #expect(failing.commands.last == "sudo placemarkctl reports test map")
        #expect(finding([], outboxFailure: "database or disk is full").found.contains("disk is full"))
        #expect(ReportsCheck(sinkCount: 1, answer: .notAllowed).finding.verdict == .notice)
    }
}
