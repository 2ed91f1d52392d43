import Foundation
import Logging
import PlacemarkModel
import Reporting
import Synchronization
import TestSupport
import Testing

@testable import placemark_report

@Suite("What a sink is told") struct SinkLoopTests {
    /// A receiver that takes everything, and remembers it.
    private final class Recorder: ReportTransport {
        private let box = Mutex<[Report]>([])
        var reports: [Report] { box.withLock { $0 } }

        func send(_ reports: [Report]) async -> DeliveryResult {
            box.withLock { $0 += reports }
            return .all(.acknowledged)
        }
    }

    private static let precise =
        #"{"coordinate":{"latitude":47.141,"longitude":9.521},"mode":3,"horizontalAccuracy":4,"age":0,"stale":false}"#
    private static let reduced =
        #"{"coordinate":{"latitude":47.138,"longitude":9.531},"horizontalAccuracy":1500,"age":90,"stale":false}"#

    private static let trip = """
        {"id":"5d0c3a7b9e1f2048","state":"underway","start":{"coordinate":{"latitude":47.141,"longitude":9.521}},
        "end":{"coordinate":{"latitude":47.141,"longitude":9.521}},"duration":61,"distance":170,"distanceError":9,
        "movingTime":60,"countries":[],"places":[{"city":"Vaduz"}]}
        """

    private func event(_ json: String) throws -> EventReport {
        try JSONDecoder().decode(EventReport.self, from: Data(json.utf8))
    }

    /// What a sink with this precision is told of events, which all reach its queue.
    private func told(_ events: [EventReport], _ precision: Precision) async throws -> [Report] {
        let directory = try TemporaryDirectory()
        var settings = SinkSettings()
        settings.precision = precision
        settings.filter.interval = .zero
        let sink = Sink(name: "map", settings: settings)
        let reporter = Reporter(
            [sink], outbox: Outbox(directory: directory.file("state"), boot: "a", retention: [:]), clocks: .system,
            log: Logger(label: "test"))
        for event in events { await reporter.take(event, precision) }
        // The last one, which every sink is told.
        await reporter.takeMissed(since: nil, precision)
        let recorder = Recorder()
        let loop = Task { await SinkLoop(sink: sink, reporter: reporter, transport: recorder).run() }
        defer { loop.cancel() }
        #expect(await poll(atMost: .seconds(20)) { recorder.reports.contains { $0.kind == .missed } })
        #expect(await poll(atMost: .seconds(20)) { await reporter.report().sinks.map(\.waiting) == [0] })
        return recorder.reports.filter { $0.kind != .missed }
    }

    @Test(
        "a precise report never reaches a transport of a sink with reduced precision, wherever it comes from, and does not wait",
        .timeLimit(.minutes(1)))
    func lock() async throws {
        let location = #""location":\#(Self.precise)"#
        let placemark =
            #""placemark":{"name":"Städtle 49","thoroughfare":"Städtle","locality":"Vaduz","geocoder":"pack","age":1,"stale":false}"#
        let events = try [
            #"{"event":"location",\#(location)}"#, #"{"event":"regionEntered","region":"home",\#(location)}"#,
            #"{"event":"tripStarted","trip":\#(Self.trip)}"#,
            #"{"event":"paused",\#(location)}"#, #"{"event":"placemark",\#(placemark),\#(location)}"#,
            #"{"event":"source","source":{"state":"live","since":1},\#(location)}"#,
            #"""
            {"event":"status","status":{"version":1,"sequence":1,"precision":"precise","source":{"state":"live","since":1},
            "regions":["home"],"motion":"moving",\#(location)}}
            """#,
        ].map(event)
        #expect(try await told(events, .precise).count == events.count)
        let reports = try await told(events, .reduced)
        #expect(reports.map(\.kind) == [.placemark, .source])
        for report in reports {
            let text = String(decoding: PlacemarkdFormat().object(report), as: UTF8.self)
            for secret in ["47.141", "Städtle", "home", "pack"] { #expect(!text.contains(secret), "\(text)") }
        }
        #expect(reports.first?.placemark?.placemark.locality == "Vaduz")
    }

    @Test("what the daemon tells readers with reduced precision arrives as it is", .timeLimit(.minutes(1)))
    func open() async throws {
        let events = try [
            #"{"event":"location","elapsed":3,"location":\#(Self.reduced)}"#,
            #"""
            {"event":"placemark","elapsed":4,"placemark":{"name":"Vaduz","locality":"Vaduz","country":"Liechtenstein",
            "geocoder":"gazetteer","age":1,"stale":false}}
            """#,
            #"{"event":"timeZone","elapsed":5,"timeZone":"Europe/Vaduz","previousTimeZone":"Europe/Vienna"}"#,
            #"{"event":"source","elapsed":6,"source":{"state":"lost","since":1}}"#,
            #"""
            {"event":"status","status":{"version":1,"sequence":1,"precision":"reduced","source":{"state":"live","since":1},
            "location":\#(Self.reduced)}}
            """#,
        ].map(event)
        #expect(try await told(events, .reduced).compactMap(\.event) == events)
    }
}
