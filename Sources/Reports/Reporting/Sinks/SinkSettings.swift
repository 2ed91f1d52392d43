public import PlacemarkModel
public import Settings

/// What a file of `/etc/placemarkd/reports.d` says of one sink.
public struct SinkSettings: Equatable, Sendable {
    public enum Compression: String, CaseIterable, Sendable { case none, gzip }

    // [Sink]
    public var transport: Transport?
    public var url: String?
    public var format = ReportFormat.placemarkd
    public var device: String?
    public var precision = Precision.reduced
    // [Events]
    public var filter = ReportFilter.Rules()
    // [Delivery]
    public var delivery = DeliverySchedule.Rules()
    public var compression = Compression.none
    public var catchUp = CatchUp.always
    // [Retention]
    public var retention = Retention()
    // [MQTT]
    public var topic: String?
    public var template: String?
    public var clientID: String?
    public var acceptsCommands = false
    public var protocolVersion = 5
    // [HomeAssistant]
    public var home = HomeOnWheels.Rules()
    // [HTTP]
    public var method = RequestMethod.post
    public var header: String?
    public var body: String?
    // [Credentials]
    public var user: String?
    public var password: SecretText?
    public var passwordFile: String?
    public var credential: String?
    // [TLS]
    public var authorityFile: String?
    public var certificateFile: String?
    public var keyFile: String?

    public init() {}
}

extension SinkSettings: ConfigurationFileSettings {
    /// Each sink has a file of its own; this one is an example.
    public static let defaultPath = "/etc/placemarkd/reports.d/example.conf"

    public static let introduction = """
        # A sink of placemark-report: another system that is told where this machine is.
        #
        # Each file *.conf in /etc/placemarkd/reports.d is a sink, and has its name. A key that is shown after a # has that
        # default. "placemark-report --check-config" says what is wrong; "systemctl restart placemark-report" applies a
        # change. A comment has a line of its own.

        """

    public static let keys: [ConfigurationKey<SinkSettings>] = [
        ConfigurationKey("Sink", "Type", \.transport, .optionalChoice(), "How reports travel; must be set."),
        ConfigurationKey(
            "Sink", "URL", \.url, .url,
            "Where they go; must be set. Names and passwords have keys of their own. With Type=http and Format=template"
                + " words in braces stand for values."),
        ConfigurationKey(
            "Sink", "Format", \.format, .choice(),
            "What they look like. \(formatsInWords)"),
        ConfigurationKey(
            "Sink", "Device", \.device, .deviceName,
            "What this machine is called there; empty for its host name."),
        ConfigurationKey(
            "Sink", "Precision", \.precision, .choice(),
            "How much the other side is told: with reduced, the city and a position to about 3 km; with precise, everything,"
                + " if the user placemark-report is in the group placemark-precise."),

        ConfigurationKey(
            "Events", "Events", \.filter.kinds, .kinds,
            "What is reported. \"regions\", \"visits\" and \"motion\" stand for two events each, \"trips\" for three, \"guard\""
                + " for four, \"all\" for everything."
        ),
        ConfigurationKey(
            "Events", "Interval", \.filter.interval, .duration(in: .zero...(.seconds(86_400))),
            "The least time between two locations; the newest one of that time is reported."),
        ConfigurationKey(
            "Events", "Distance", \.filter.distanceInMeters, .length(in: 0...1_000_000),
            "How far a location must be from the last one that was reported."),
        ConfigurationKey(
            "Events", "Heartbeat", \.filter.heartbeat, .duration(in: .zero...(.seconds(86_400))),
            "After this much silence the whole state is reported; 0s for never."),

        ConfigurationKey(
            "Delivery", "Batch", \.delivery.batch, .batch,
            "How many reports go together, and how long the first one waits for the others."),
        ConfigurationKey("Delivery", "Compression", \.compression, .choice(), "How bodies are packed, with Type=http."),
        ConfigurationKey(
            "Delivery", "Order", \.delivery.order, .choice(),
            "What is sent first after an interruption; with newest-first a map is live again at once, and the past follows."
        ),
        ConfigurationKey(
            "Delivery", "Catch-up", \.catchUp, .catchUp,
            "Whether reports that are older than 5 minutes are sent: yes; no, and then they stay in the outbox as long as"
                + " Retention allows; or while a program says so by its exit status 0, which is asked once a minute."),

        ConfigurationKey(
            "Retention", "Count", \.retention.maximumCount, .count(in: 1...10_000_000),
            "How many reports wait at most."),
        ConfigurationKey(
            "Retention", "Size", \.retention.maximumSizeInBytes, .size(in: 65_536...(4 << 30)),
            "How much room they take at most."),
        ConfigurationKey(
            "Retention", "Age", \.retention.maximumAge, .duration(in: .seconds(60)...(.seconds(3650 * 86_400))),
            "Older ones are dropped."),
        ConfigurationKey(
            "Retention", "Drop", \.retention.victim, .choice(), "Which ones are dropped when there are too many."),

        ConfigurationKey(
            "MQTT", "Topic", \.topic, .mqttTopic,
            "The topic, with {device} and {event} where those are to stand; empty for the format's own."),
        ConfigurationKey(
            "MQTT", "Template", \.template, .text(maximumBytes: 150),
            "The message with Format=template: words in braces stand for values, as docs/admin/reports.md says."),
        ConfigurationKey(
            "MQTT", "ClientID", \.clientID, .deviceName,
            "The name by which the broker knows us; empty for placemark- and the name of the device."),
        ConfigurationKey(
            "MQTT", "Commands", \.acceptsCommands, .boolean,
            "Whether commands that come from the broker are carried out: OwnTracks' reportLocation, and what Home Assistant's"
                + " panel wants of the guard. Whoever may publish there may command."),
        ConfigurationKey(
            "MQTT", "Version", \.protocolVersion, .mqttVersion, "The version of the protocol."),

        ConfigurationKey(
            "HomeAssistant", "Distance", \.home.distanceInMeters, .length(in: 100...1_000_000),
            "With Type=homeassistant, how far from its home the machine must have come to rest before the home follows."
        ),
        ConfigurationKey(
            "HomeAssistant", "Interval", \.home.interval, .duration(in: .seconds(60)...(.seconds(86_400))),
            "With Type=homeassistant, the least time between two moves of the home."),

        ConfigurationKey(
            "HTTP", "Method", \.method, .choice(), "How a request is made, with Type=http and Format=template."),
        ConfigurationKey(
            "HTTP", "Header", \.header, .requestText,
            "One more header, such as \"Title: {device}\", with Format=template."),
        ConfigurationKey(
            "HTTP", "Body", \.body, .requestText,
            "The body with Type=http and Format=template: words in braces stand for values, as docs/admin/reports.md says. It is JSON"
                + " unless Header= is another Content-Type; a value is escaped for where it stands."),

        ConfigurationKey(
            "Credentials", "User", \.user, .text(maximumBytes: 100),
            "The name to log in with. Without one, an HTTP server gets the password as a bearer token."),
        ConfigurationKey(
            "Credentials", "Password", \.password, .secretText,
            "The password or token; only in a file that nobody but its owner may read."),
        ConfigurationKey(
            "Credentials", "PasswordFile", \.passwordFile, .optionalPath,
            "A file whose first line is the password, and that nobody but its owner may read."),
        ConfigurationKey(
            "Credentials", "Credential", \.credential, .credentialName,
            "The name of a systemd credential with the password (LoadCredential= of the unit)."),

        ConfigurationKey(
            "TLS", "AuthorityFile", \.authorityFile, .optionalPath,
            "The certificates (PEM) that are trusted; empty for the system's."),
        ConfigurationKey(
            "TLS", "CertificateFile", \.certificateFile, .optionalPath,
            "Our own certificate (PEM), if the other side asks."),
        ConfigurationKey("TLS", "KeyFile", \.keyFile, .optionalPath, "Its private key (PEM)."),
    ]

    public static let contradictingKeys: Set = [
        "Sink/Type", "Sink/URL", "Sink/Format", "Credentials/Password", "Credentials/PasswordFile",
        "Credentials/Credential", "TLS/AuthorityFile", "TLS/CertificateFile", "TLS/KeyFile", "MQTT/Template",
        "HTTP/Body", "HTTP/Method",
    ]

    public var contradiction: ConfigurationProblem.Reason? {
        guard let transport else { return Self.missingTransport }
        guard let url, let scheme = SinkURL(url)?.scheme, transport.schemes.contains(scheme) else {
            return .contradiction(
                "[Sink] URL=: expected an address that begins with "
                    + transport.schemes.map { "\($0)://" }.joined(separator: " or "))
        }
        guard format.travels(by: transport) else { return Self.unfit(transport) }
        guard [password != nil, passwordFile != nil, credential != nil].count(where: \.self) <= 1 else {
            return .contradiction("[Credentials]: expected only one of Password=, PasswordFile= and Credential=")
        }
        if let key = keyOfTLS, !Transport.schemesWithTLS.contains(scheme) {
            let secure = transport.schemes.filter(Transport.schemesWithTLS.contains).map { "\($0)://" }
            return .contradiction(
                "[TLS] \(key)=: expected "
                    + (secure.isEmpty
                        ? "no key of [TLS], because Type=\(transport.rawValue) has no TLS; remove it"
                        : "a URL= that begins with \(secure.joined()), because \(scheme):// goes without TLS; change it,"
                            + " or remove this key"))
        }
        guard (certificateFile == nil) == (keyFile == nil) else {
            return .contradiction("[TLS]: expected both CertificateFile= and KeyFile=, or neither")
        }
        guard format != .template || transport != .mqtt || template != nil else {
            return .contradiction("[MQTT] Template=: expected a message, because of Format=template")
        }
        return nil
    }
}

extension SinkSettings {
    /// The first key of [TLS] that is set.
    private var keyOfTLS: String? {
        let keys = [("AuthorityFile", authorityFile), ("CertificateFile", certificateFile), ("KeyFile", keyFile)]
        return keys.first { $0.1 != nil }?.0
    }
}
