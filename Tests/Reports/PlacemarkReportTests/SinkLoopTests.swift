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

    /// A transport that asks for all that is around it.
    private final class Asker: ReportTransport {
        let around: TransportSurroundings
        init(_ around: TransportSurroundings) { self.around = around }

        var beacons: [[String]] {
            get async {
                var told: [[String]] = []
                for await heard in around.beacons() { told.append(heard.flatMap(\.regions)) }
                return told
            }
        }

        func send(_ reports: [Report]) async -> DeliveryResult { .all(.acknowledged) }
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

    /// The loop of a sink with this precision, in a program that knows of a region and of its beacon, and does every command.
    private func loop(
        _ precision: Precision, in directory: TemporaryDirectory, plan: TransportPlan
    ) throws -> SinkLoop {
        var settings = SinkSettings()
        settings.precision = precision
        settings.filter.interval = .zero
        let sink = Sink(name: "map", settings: settings)
        let log = Logger(label: "test")
        let outbox = Outbox(directory: directory.file("state"), boot: "a", retention: [:])
        let json = #"{"regions":["home"],"proximity":"near","distance":1.3,"age":0.2}"#
        let beacon = try JSONDecoder().decode(Beacon.self, from: Data(json.utf8))
        let (beacons, heard) = AsyncStream<[Beacon]>.makeStream()
        heard.yield([beacon])
        heard.finish()
        let around = TransportSurroundings(
            wallClock: Clocks.system.wall, regions: { ["home"] }, beacons: { beacons }, command: { _ in nil }, log: log)
        return SinkLoop(
            sink: sink, reporter: Reporter([sink], outbox: outbox, clocks: .system, log: log), plan: plan,
            around: around)
    }

    /// What a sink with this precision is told of events, which all reach its queue.
    private func told(_ events: [EventReport], _ precision: Precision) async throws -> [Report] {
        let directory = try TemporaryDirectory()
        let recorder = Recorder()
        let loop = try loop(precision, in: directory) { _ in recorder }
        let reporter = loop.reporter
        for event in events { await reporter.take(event, precision) }
        // The last one, which every sink is told.
        await reporter.takeMissed(since: nil, precision)
        let delivery = Task { await loop.run() }
        defer { delivery.cancel() }
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
            let text = String(decoding: report.json, as: UTF8.self)
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

    @Test(
        "a sink with reduced precision hears of no region and no beacon, whatever its transport asks for",
        .timeLimit(.minutes(1)), arguments: [Precision.precise, .reduced])
    func surroundings(_ precision: Precision) async throws {
        let loop = try loop(precision, in: TemporaryDirectory()) { Asker($0) }
        let asker = try #require(loop.transport as? Asker)
        let isPrecise = precision == .precise
        #expect(await asker.around.regions() == (isPrecise ? ["home"] : nil))
        #expect(await asker.beacons == (isPrecise ? [["home"]] : []))
        #expect(await asker.around.command(.disarm) == (isPrecise ? nil : "the sink has reduced precision"))
    }
}
