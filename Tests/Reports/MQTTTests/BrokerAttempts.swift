import MQTT
import TestSupport

/// Settings for a broker of a test.
func settings(
    _ port: UInt16, _ version: MQTTSettings.Version = .v5, host: String = "127.0.0.1",
    _ change: (inout MQTTSettings) -> Void = { _ in }
) -> MQTTSettings {
    var settings = MQTTSettings(host: host, port: port, clientIdentifier: "box")
    settings.version = version
    settings.connectLimit = .seconds(10)
    settings.acknowledgementLimit = .seconds(10)
    change(&settings)
    return settings
}

/// Why a connection does not come about; nil when it does.
func failure(_ settings: MQTTSettings) async -> MQTTError? {
    do throws(MQTTError) {
        await (try MQTTConnection.open(settings)).close()
        return nil
    } catch {
        return error
    }
}

extension MQTTConnection {
    /// Publishes one message. Returns why it failed, or nil.
    func publish(_ topic: String, _ text: String = "x", id: String? = nil) async -> MQTTError? {
        let result = await publish([MQTTMessage(topic: topic, text: text, identifier: id)])
        guard case .failure(let error) = result[0] else { return nil }
        return error
    }
}
