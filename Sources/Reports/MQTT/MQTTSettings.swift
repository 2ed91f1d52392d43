public import PlacemarkModel

/// How to reach a broker, and what to be there.
public struct MQTTSettings: Hashable, Sendable {
    public enum Version: Hashable, Sendable {
        /// MQTT 3.1.1, which cannot say that an access list refuses a topic: such a message is acknowledged, and lost.
        case v311
        case v5
    }

    /// A name or an address.
    public var host: String
    public var port: UInt16
    /// Nil for plain text. With TLS nothing is ever sent in plain text.
    public var tls: MQTTSecurity?
    public var version = Version.v5
    /// By what the broker knows the session. A second connection with the same one ends the first.
    public var clientIdentifier: String
    public var user: String?
    public var password: SecretText?
    /// How long both sides may be silent. The broker publishes the will after one and a half times as long. At least 5 s.
    public var keepAlive: Duration = .seconds(60)
    /// How long the broker keeps what came for this client while it was away; nil for a session that ends with the connection.
    /// In MQTT 3.1.1, which has no such time, the broker decides how long.
    public var sessionLifetime: Duration?
    /// What the broker publishes when the connection ends without a word.
    public var will: MQTTMessage?
    /// The longest time from the first packet to the broker's answer, over all addresses of the host.
    public var connectLimit: Duration = .seconds(30)
    /// With something in flight, the longest time without an acknowledgement. After it the broker counts as dead: a
    /// connection whose other end is gone looks open for many minutes. Enough for 20 messages on 300 bytes a second.
    public var acknowledgementLimit: Duration = .seconds(30)

    public init(host: String, port: UInt16, tls: MQTTSecurity? = nil, clientIdentifier: String) {
        (self.host, self.port, self.tls) = (host, port, tls)
        self.clientIdentifier = clientIdentifier
    }

    /// `HOST:PORT`, as messages name the broker.
    var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Whom a connection with TLS believes, and how it shows who it is.
public struct MQTTSecurity: Hashable, Sendable {
    /// A file with the certificates of the only authorities that are believed (PEM); nil for those of the system.
    public var authorityFile: String?
    /// Our own certificate, and those between it and its authority (PEM).
    public var certificateFile: String?
    /// The key of that certificate (PEM, without a passphrase).
    public var keyFile: String?

    public init(authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
        (self.authorityFile, self.certificateFile, self.keyFile) = (authorityFile, certificateFile, keyFile)
    }
}

/// What is published at a topic. All messages go with QoS 1: the broker has them at least once.
public struct MQTTMessage: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// Whether the broker keeps it for those who subscribe later. An empty payload removes what it has kept.
    public var isRetained: Bool
    /// By what a receiver tells a second copy from a new message: in MQTT 5 the user property `id`.
    public var identifier: String?

    public init(topic: String, payload: [UInt8], isRetained: Bool = false, identifier: String? = nil) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
        self.identifier = identifier
    }

    public init(topic: String, text: String, isRetained: Bool = false, identifier: String? = nil) {
        self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained, identifier: identifier)
    }
}
