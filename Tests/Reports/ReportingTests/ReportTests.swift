import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

@Suite struct ReportTests {
    private static let identity = ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: 42)

    @Test func `An identity is the same after it was written and read`() throws {
        let identity = try #require(Self.identity)
        #expect(identity.description == "4f0c9a1be2d37758-42")
        #expect(ReportIdentity("4f0c9a1be2d37758-42") == identity)
    }

    @Test(
        arguments: [
            "", "42", "4f0c9a1be2d37758", "4f0c9a1be2d37758-", "4f0c9a1be2d37758-0", "4f0c9a1be2d37758--1",
            "4f0c9a1be2d37758-+1", "4F0C9A1BE2D37758-1", "4f0c9a1be2d3775-1", "4f0c9a1be2d37758-99999999999999999999",
        ])
    func `What is no identity is not taken for one`(_ text: String) { #expect(ReportIdentity(text) == nil) }

    @Test func `A new outbox has a name of its own`() {
        var random = SeededRandom(seed: 1)
        let names = (0..<1000).map { _ in ReportIdentity.newOutbox(using: &random) }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { ReportIdentity(outbox: $0, sequence: 1) != nil })
    }

    @Test func `A report is a line of watch with more keys, and reads back as what it was`() throws {
        let line = """
            {"event":"location","elapsed":61,"location":{"coordinate":{"latitude":47.1,"longitude":9.5},"age":0.4,"stale":false}}
            """
        let event = try JSONDecoder().decode(EventReport.self, from: Data(line.utf8))
        let happened = try #require(Timestamp(parsing: "2026-11-20T20:24:49.5Z"))
        let report = Report(
            id: try #require(Self.identity), kind: .location, happenedAt: happened,
            takenAt: happened.advanced(by: .milliseconds(-400)), regions: ["home"], event: event)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(report)
        #expect(
            String(decoding: json, as: UTF8.self) == """
                {"elapsed":61,"event":"location","happenedAt":"2026-11-20T20:24:49.500Z","id":"4f0c9a1be2d37758-42",\
                "location":{"age":0.4,"coordinate":{"latitude":47.1,"longitude":9.5},"stale":false},"regions":["home"],\
                "report":"location","takenAt":"2026-11-20T20:24:49.100Z"}
                """)
        #expect(try JSONDecoder().decode(Report.self, from: json) == report)
    }

    @Test func `A gap has no event`() throws {
        let report = Report(
            id: try #require(Self.identity), kind: .missed, happenedAt: Timestamp(nanosecondsSinceEpoch: 5_000_000_000),
            isTimeSuspect: true, missedSince: Timestamp(nanosecondsSinceEpoch: 1_000_000_000))
        #expect(try JSONDecoder().decode(Report.self, from: JSONEncoder().encode(report)) == report)
    }

    @Test func `Each kind that is an event has its name`() {
        let names = EventReport.Name.allCases.filter { $0 != .status }
        for name in names {
            if let kind = ReportKind(name) { #expect(kind.rawValue == name.rawValue) }
        }
        // The reporter itself tells the others.
        #expect(
            Set(ReportKind.allCases).subtracting(names.compactMap { ReportKind($0) }) == [
                .heartbeat, .missed, .tripResumed,
            ])
    }
}
