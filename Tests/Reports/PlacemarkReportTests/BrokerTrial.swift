import Foundation
import Logging
import PlacemarkModel
import Reporting
import Synchronization
import Testing

@testable import placemark_report

/// A transport to a broker of this machine, and what it carries: what the suites of `BrokerTransport` share.
protocol BrokerTrial {}

extension BrokerTrial {
    /// To the broker at a port, for a device “boat”.
    func transport(
        _ port: UInt16, _ format: ReportFormat, regions: KnownRegions = KnownRegions(nil),
        commands: TakenCommands = TakenCommands(), _ change: (inout SinkSettings) -> Void = { _ in }
    ) throws -> BrokerTransport {
        var settings = SinkSettings()
        (settings.transport, settings.url) = (.mqtt, "mqtt://127.0.0.1:\(port)")
        (settings.format, settings.device, settings.precision) = (format, "boat", .precise)
        change(&settings)
        let broker = try BrokerSink(Sink(name: "map", settings: settings, secret: nil))
        return BrokerTransport(
            "map", broker, regions: { regions.names }, command: { commands.take($0) }, relearning: .milliseconds(100),
            wallClock: Clocks.system.wall, log: Logger(label: "test"))
    }

    /// A position, or the way into a region.
    func report(_ number: Int64, region: String? = nil) throws -> Report {
        let location = """
            {"coordinate":{"latitude":47.1,"longitude":9.5},"mode":3,"horizontalAccuracy":4,"age":0,"stale":false}
            """
        let name = region == nil ? "location" : "regionEntered"
        let key = region.map { #""region":"\#($0)","# } ?? ""
        let line = #"{"event":"\#(name)",\#(key)"elapsed":\#(number),"location":\#(location)}"#
        return Report(
            id: try #require(ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: number)),
            kind: region == nil ? .location : .regionEntered,
            happenedAt: Timestamp(nanosecondsSinceEpoch: number * 1_000_000_000),
            event: try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)))
    }

    /// Runs a transport beside the body.
    func running(_ transport: BrokerTransport, _ body: () async throws -> Void) async throws {
        try await beside({ await transport.run() }, body)
    }
}

/// What a receiver has wanted of the guard.
final class TakenCommands: Sendable {
    private let box = Mutex<[GuardCommand]>([])
    func take(_ command: GuardCommand) -> String? {
        box.withLock { $0.append(command) }
        return nil
    }
    var all: [GuardCommand] { box.withLock { $0 } }
}

/// What the daemon says when it is asked which regions there are; nil when it does not answer.
final class KnownRegions: Sendable {
    private let box: Mutex<[String]?>
    init(_ names: [String]?) { box = Mutex(names) }
    var names: [String]? {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }
}
