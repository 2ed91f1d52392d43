import MQTT
import PlacemarkModel
import Reporting
import Settings

/// What a sink's file comes to for a broker.
struct BrokerSink {
    let settings: MQTTSettings
    let format: any BrokerFormat

    /// How long the broker keeps questions for us.
    private static let sessionLifetime: Duration = .seconds(86_400)

    /// Throws what is wrong with the file of the sink.
    init(_ sink: Sink) throws(ConfigurationProblem.Reason) {
        guard let url = sink.settings.url.flatMap({ SinkURL($0) }) else {
            throw .contradiction("[Sink] URL=: expected an address of a broker")
        }
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
        format = try sink.messages()
        if format.keepsSession { settings.sessionLifetime = Self.sessionLifetime }
        self.settings = settings
    }
}
