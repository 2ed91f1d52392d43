import Reporting
import Settings

/// The transports that this program has: one for each word of `Type=`, which is a folder and a line here.
enum SinkTransports {
    /// Throws what is wrong with the file of the sink.
    static func plan(_ sink: Sink) throws(ConfigurationProblem.Reason) -> TransportPlan {
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
