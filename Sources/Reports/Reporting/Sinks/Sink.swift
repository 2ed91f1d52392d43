import Glibc
public import PlacemarkModel
public import Settings

/// A sink with its name, which is that of its file.
public struct Sink: Equatable, Sendable {
    public var name: String
    public var settings: SinkSettings
    /// The password or token of the settings, from wherever it stands; nil when there is none.
    public var secret: SecretText?

    public init(name: String, settings: SinkSettings, secret: SecretText? = nil) {
        (self.name, self.settings, self.secret) = (name, settings, secret)
    }

    /// What this machine is called at the receiver.
    public var device: String {
        if let device = settings.device { return device }
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "placemarkd" }
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .prefix { $0 != "." }
        return host.isEmpty ? "placemarkd" : String(host)
    }

    /// Whose device it is, to receivers that ask.
    var user: String { settings.user ?? "placemark" }

    /// When its reports are sent: a home follows only where the box is, so the newest one goes first.
    public var delivery: DeliverySchedule.Rules {
        var rules = settings.delivery
        if settings.transport == .homeassistant { rules.order = .newestFirst }
        return rules
    }

    /// `Topic=` with the device filled in, for formats that have one topic for all reports; nil for the format's own.
    func topic() throws(ReportTemplate.Mistake) -> String? {
        guard let text = settings.topic else { return nil }
        return try ReportTemplate(parsingTopic: text).topic(device: device)
    }
}

/// What the format of a sink makes of its file. Each throws what is wrong with that.
extension Sink {
    /// How its reports look in requests over HTTP.
    public func requests() throws(ConfigurationProblem.Reason) -> RequestFormat {
        guard let requests = settings.format.requests, let address = settings.url else {
            throw SinkSettings.unfit(.http)
        }
        do throws(RequestTemplate.Mistake) {
            return try requests(self, address)
        } catch {
            throw .contradiction(error.description)
        }
    }

    /// How its reports look to a broker.
    public func messages() throws(ConfigurationProblem.Reason) -> any BrokerFormat {
        guard let messages = settings.format.messages else { throw SinkSettings.unfit(.mqtt) }
        do throws(ReportTemplate.Mistake) {
            return try messages(self)
        } catch {
            throw .contradiction("[MQTT] Topic= or Template=: \(error)")
        }
    }

    /// How its reports look to a server of Signal K.
    public func deltas() throws(ConfigurationProblem.Reason) -> SignalKFormat {
        guard let deltas = settings.format.deltas else { throw SinkSettings.unfit(.signalk) }
        return deltas()
    }

    /// When the home of its Home Assistant follows.
    public func wheels() throws(ConfigurationProblem.Reason) -> HomeOnWheels {
        guard settings.format.movesHome else { throw SinkSettings.unfit(.homeassistant) }
        return HomeOnWheels(settings.home, heartbeat: settings.filter.heartbeat)
    }
}
