import Logging
import PlacemarkModel
import Reporting
import Settings

/// The transports that this program has: one for each word of `Type=`, which is a folder and a line here.
enum SinkTransports {
    /// What a transport needs of the program around it. `SinkLoop` limits it to what the sink may know.
    struct Surroundings: Sendable {
        let wallClock: @Sendable () -> Timestamp
        /// Asks the daemon which regions there are; nil when it does not say.
        let regions: @Sendable () async -> [String]?
        /// What is heard of the beacons of regions, each time all of it, the nearest first.
        let beacons: @Sendable () -> AsyncStream<[Beacon]>
        /// Does to the guard what a sink's receiver wants. Returns why that could not be; nil when it is done.
        let command: @Sendable (GuardCommand) async -> String?
        let log: Logger
    }

    /// A transport whose sink is right, and that has not begun yet.
    typealias Plan = @Sendable (Surroundings) -> any ReportTransport

    /// Throws what is wrong with the file of the sink.
    static func plan(_ sink: Sink) throws(ConfigurationProblem.Reason) -> Plan {
        switch sink.settings.transport {
        case .http: return try HTTPTransport.plan(sink)
        case .mqtt: return try BrokerTransport.plan(sink)
        case .signalk: return try SignalKTransport.plan(sink)
        case .homeassistant: return try HomeAssistantTransport.plan(sink)
        case nil: throw SinkSettings.missingTransport
        }
    }

    /// What is wrong with these sinks beside what `SinkFiles` finds, each in the file of its sink.
    static func problems(of sinks: [Sink], in directory: String) -> [ConfigurationProblem] {
        sinks.compactMap { sink in
            do throws(ConfigurationProblem.Reason) {
                _ = try plan(sink)
                return nil
            } catch {
                return ConfigurationProblem(file: "\(directory)/\(sink.name).conf", line: nil, reason: error)
            }
        }
    }
}
