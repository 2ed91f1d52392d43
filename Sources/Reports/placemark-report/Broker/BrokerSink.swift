import Glibc
import MQTT
import PlacemarkModel
import ReportFormats
import Reporting
import Settings

/// What a sink's file comes to for a broker.
struct BrokerSink {
    let settings: MQTTSettings
    let format: any BrokerFormat
    /// How much the broker may be told.
    let precision: Precision

    /// How long the broker keeps questions for us.
    private static let sessionLifetime: Duration = .seconds(86_400)

    /// Returns nil for a sink that is none of MQTT. Throws what is wrong with its templates.
    init?(_ sink: Sink) throws(ReportTemplate.Mistake) {
        guard sink.settings.transport == .mqtt, let url = sink.settings.url.flatMap({ SinkURL($0) }) else { return nil }
        let isSecure = url.scheme == "mqtts"
        let device = sink.device
        var settings = MQTTSettings(
            host: url.host, port: url.port ?? (isSecure ? 8883 : 1883),
            clientIdentifier: sink.settings.clientID ?? "placemark-\(device)")
        if isSecure {
            settings.tls = MQTTSecurity(
                authorityFile: sink.settings.authorityFile, certificateFile: sink.settings.certificateFile,
                keyFile: sink.settings.keyFile)
        }
        settings.version = sink.settings.protocolVersion == 4 ? .v311 : .v5
        (settings.user, settings.password) = (sink.settings.user, sink.secret)
        format = try Self.format(sink, device)
        if !format.subscriptions.isEmpty { settings.sessionLifetime = Self.sessionLifetime }
        self.settings = settings
        precision = sink.settings.precision
    }

    private static func format(_ sink: Sink, _ device: String) throws(ReportTemplate.Mistake) -> any BrokerFormat {
        var topic: ReportTemplate?
        if let text = sink.settings.topic { topic = try ReportTemplate(parsingTopic: text) }
        switch sink.settings.format {
        case .homeassistant:
            let base = try topic?.topic(device: device)
            return HomeAssistantFormat(
                device: device, precision: sink.settings.precision, base: base)
        case .owntracks:
            let base = try topic?.topic(device: device)
            return OwnTracksFormat(
                user: sink.settings.user ?? "placemark", device: device, topic: base,
                answersCommands: sink.settings.acceptsCommands)
        case .placemarkd, .template, .overland, .traccar, .signalk:
            var payload: ReportTemplate?
            if sink.settings.format == .template, let text = sink.settings.template {
                payload = try ReportTemplate(parsing: text)
            }
            let own = try ReportTemplate(parsingTopic: "placemarkd/{device}/{event}")
            return TemplateFormat(topic: topic ?? own, payload: payload, device: device)
        }
    }
}

extension BrokerSink {
    /// What is wrong with the templates of these sinks, each in the file of its sink.
    static func problems(of sinks: [Sink], in directory: String) -> [ConfigurationProblem] {
        sinks.compactMap { sink in
            do throws(ReportTemplate.Mistake) {
                _ = try BrokerSink(sink)
                return nil
            } catch {
                return ConfigurationProblem(
                    file: "\(directory)/\(sink.name).conf", line: nil,
                    reason: .contradiction("[MQTT] Topic= or Template=: \(error)"))
            }
        }
    }
}

extension Sink {
    /// What this machine is called at the receiver.
    var device: String {
        if let device = settings.device { return device }
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "placemarkd" }
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .prefix { $0 != "." }
        return host.isEmpty ? "placemarkd" : String(host)
    }
}
