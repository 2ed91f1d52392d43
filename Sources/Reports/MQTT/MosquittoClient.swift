import CMosquitto
import Glibc
import PlacemarkModel

/// One client of libmosquitto, for one attempt to connect. For one thread alone; what the library tells while it works is
/// collected here, and taken from here.
final class MosquittoClient {
    /// The broker's answer to CONNECT.
    struct Welcome {
        /// 0 when we are let in; else a code of MQTT 3.1.1 (1…5) or of MQTT 5 (from 128 on).
        var code: Int
        var hasSession: Bool
    }

    /// What the library has told since it was asked the last time.
    struct News {
        var welcome: Welcome?
        /// Packet identifiers of what the broker has taken or refused, with the reason code.
        var acknowledged: [(packet: Int32, code: Int)] = []
        /// Packet identifiers of subscriptions, with the code of the worst of them.
        var subscribed: [(packet: Int32, code: Int)] = []
        var messages: [MQTTMessage] = []
        /// The reason with which the broker has ended the connection, where it has told one.
        var farewell: Int?
    }

    /// The most messages in flight: the library takes more, and sends them later.
    static let inFlight: Int32 = 20
    /// The largest message that is taken from the broker.
    private static let largestMessage = 64 << 10

    private let client: OpaquePointer
    private let settings: MQTTSettings
    private let security: SecurityContext?
    private var news = News()
    /// The last error of OpenSSL, and what came of the server's certificate.
    private var tlsFault: (reason: Int32, verification: Int)?

    /// Throws `topicImpossible` for the will.
    init(_ settings: MQTTSettings, _ security: SecurityContext?) throws(MQTTError) {
        _ = Self.library
        // With libmosquitto's own thread it would be locked; without one it is only ever ours.
        guard let client = mosquitto_new(settings.clientIdentifier, settings.sessionLifetime == nil, nil) else {
            preconditionFailure("libmosquitto has no memory for a client")
        }
        (self.client, self.settings, self.security) = (client, settings, security)
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        let version = settings.version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, Int32(version))
        mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
        mosquitto_max_inflight_messages_set(client, UInt32(Self.inFlight))
        mosquitto_username_pw_set(client, settings.user, settings.password?.revealed)
        if let security {
            // The context is as it must be.
            mosquitto_int_option(client, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0)
            mosquitto_void_option(client, MOSQ_OPT_SSL_CTX, UnsafeMutableRawPointer(security.pointer))
            // The one before this, at another address of the host, may have got so far.
            security.isSecured = false
        }
        setCallbacks()
        if let will = settings.will {
            let code = mosquitto_will_set(
                client, will.topic, Int32(will.payload.count), will.payload, 1, will.isRetained)
            guard code == 0 else { throw .topicImpossible(will.topic) }
        }
        if settings.version == .v5 { setConnectProperties() }
    }

    /// Closes the connection without a word, if there is one: the broker publishes the will.
    deinit { mosquitto_destroy(client) }

    /// Once for the process.
    private static let library: Void = { mosquitto_lib_init() }()

    // MARK: What is asked of the library

    /// The socket, or -1.
    var socket: Int32 { mosquitto_socket(client) }
    var wantsToWrite: Bool { mosquitto_want_write(client) }

    /// Whether TLS stands, or has stood. False without TLS.
    var isSecured: Bool { security?.isSecured ?? false }

    /// Begins to connect to a numeric address. Returns why it failed at once, or nil.
    func connect(to address: String) -> MQTTError? {
        let keepAlive = min(65_535, max(5, settings.keepAlive.components.seconds))
        let code = mosquitto_connect_bind_async(client, address, Int32(settings.port), Int32(keepAlive), nil)
        return code <= 0 ? nil : failure(code, errno)
    }

    /// Reads what has come. Returns why the connection has ended, or nil.
    func read() -> MQTTError? { result { mosquitto_loop_read(client, 1) } }
    /// Writes what can be written.
    func write() -> MQTTError? { result { mosquitto_loop_write(client, 1) } }
    /// Keeps the connection alive; to be called about once a second.
    func tend() -> MQTTError? { result { mosquitto_loop_misc(client) } }

    /// Says goodbye: the broker does not publish the will.
    func disconnect() { mosquitto_disconnect(client) }

    /// Hands over a message. Returns its packet identifier.
    func publish(_ message: MQTTMessage) throws(MQTTError) -> Int32 {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if settings.version == .v5, let identifier = message.identifier {
            mosquitto_property_add_string_pair(
                &properties, Int32(MQTT_PROP_USER_PROPERTY.rawValue), "id", identifier)
        }
        // The library takes the topic as a C string, and would cut it there.
        guard !message.topic.utf8.contains(0), message.topic.utf8.count <= 65_535 else {
            throw .topicImpossible(message.topic)
        }
        var packet: Int32 = 0
        let code = mosquitto_publish_v5(
            client, &packet, message.topic, Int32(clamping: message.payload.count), message.payload, 1,
            message.isRetained, properties)
        switch code {
        case 0: return packet
        case Int32(MOSQ_ERR_INVAL.rawValue), Int32(MOSQ_ERR_MALFORMED_UTF8.rawValue):
            throw .topicImpossible(message.topic)
        case Int32(MOSQ_ERR_PAYLOAD_SIZE.rawValue), Int32(MOSQ_ERR_OVERSIZE_PACKET.rawValue):
            throw .messageTooLarge(bytes: message.payload.count)
        default: throw failure(code, errno)
        }
    }

    /// Asks for what is published at these topics. Returns the packet identifier.
    func subscribe(to filters: [String]) throws(MQTTError) -> Int32 {
        var packet: Int32 = 0
        let texts = filters.map { strdup($0) }
        defer { for text in texts { free(text) } }
        let code = texts.withUnsafeBufferPointer {
            mosquitto_subscribe_multiple(client, &packet, Int32($0.count), $0.baseAddress, 1, 0, nil)
        }
        guard code == 0 else {
            throw code == Int32(MOSQ_ERR_INVAL.rawValue)
                ? .topicImpossible(filters.joined(separator: " ")) : failure(code, errno)
        }
        return packet
    }

    /// Whether the broker has answered, and nobody has asked for it yet.
    var hasWelcome: Bool { news.welcome != nil }

    /// Hands out the broker's answer. What came right behind it waits for `takeNews`.
    func takeWelcome() -> Welcome? {
        defer { news.welcome = nil }
        return news.welcome
    }

    /// Hands out what the library has told, and forgets it.
    func takeNews() -> News {
        defer { news = News() }
        return news
    }

    /// What a fault of TLS was, when there was one. When TLS stands, a connection that ends without TLS's own goodbye is none: the
    /// broker was killed, or has hung up.
    var tlsError: MQTTError? {
        if isSecured, tlsFault?.reason == SSL_R_UNEXPECTED_EOF_WHILE_READING { return nil }
        return tlsFault.map {
            MQTTError(tlsReason: $0.reason, verification: $0.verification, address: settings.address)
        }
    }

    // MARK: What the library tells

    private func result(_ call: () -> Int32) -> MQTTError? {
        errno = 0
        let code = call()
        // The answer to CONNECT says more than the number with which the library ends after it.
        guard code != 0, news.welcome == nil else { return nil }
        return failure(code, errno)
    }

    private func failure(_ code: Int32, _ number: Int32) -> MQTTError {
        if let tlsError { return tlsError }
        if code == Int32(MOSQ_ERR_KEEPALIVE.rawValue) { return .silent(settings.address) }
        let isSystems = code == Int32(MOSQ_ERR_ERRNO.rawValue) && ![0, ECONNRESET, EPIPE, EPROTO].contains(number)
        return isSystems
            ? .unreachable(settings.address, reason: String(cString: strerror(number))) : .lost(settings.address)
    }

    /// The time for which a session is kept, and what is the largest message that we take. The library keeps properties only
    /// in a call that waits for the connection: that one is made to fail, by a port that there cannot be.
    private func setConnectProperties() {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        mosquitto_property_add_int32(
            &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), UInt32(Self.largestMessage))
        if let lifetime = settings.sessionLifetime {
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue),
                UInt32(clamping: lifetime.components.seconds))
        }
        let code = mosquitto_connect_bind_v5(client, "", -1, 60, nil, properties)
        precondition(code == Int32(MOSQ_ERR_INVAL.rawValue), "libmosquitto has connected to port -1")
    }

    private func setCallbacks() {
        mosquitto_connect_v5_callback_set(client) { _, context, code, flags, _ in
            MosquittoClient.at(context)?.news.welcome = Welcome(code: Int(code), hasSession: flags & 1 == 1)
        }
        mosquitto_publish_v5_callback_set(client) { _, context, packet, code, _ in
            MosquittoClient.at(context)?.news.acknowledged.append((packet, Int(code)))
        }
        mosquitto_subscribe_callback_set(client) { _, context, packet, count, codes in
            let worst = UnsafeBufferPointer(start: codes, count: Int(count)).max() ?? 0
            MosquittoClient.at(context)?.news.subscribed.append((packet, Int(worst)))
        }
        mosquitto_disconnect_v5_callback_set(client) { _, context, code, _ in
            // Below 128 stand the library's own numbers.
            if code >= 0x80 { MosquittoClient.at(context)?.news.farewell = Int(code) }
        }
        mosquitto_message_callback_set(client) { _, context, message in
            guard let message = message?.pointee, message.payloadlen <= MosquittoClient.largestMessage else { return }
            let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
            MosquittoClient.at(context)?.news.messages.append(
                MQTTMessage(
                    topic: String(cString: message.topic), payload: Array(payload), isRetained: message.retain))
        }
        // OpenSSL's errors come out of the library only as lines of its log: `OpenSSL Error[0]: error:0A000086:SSL…`.
        mosquitto_log_callback_set(client) { client, context, level, text in
            guard level == Int32(MOSQ_LOG_ERR), let text, let this = MosquittoClient.at(context) else { return }
            let parts = String(cString: text).split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count > 2, parts[1].hasSuffix("error"), let number = UInt(parts[2], radix: 16) else { return }
            let session = mosquitto_ssl_get(client).map { OpaquePointer($0) }
            // The first one is the cause.
            if this.tlsFault == nil {
                this.tlsFault = (
                    cmosquitto_reason(number), session.map { SSL_get_verify_result($0) } ?? Int(X509_V_OK)
                )
            }
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> MosquittoClient? {
        context.map { Unmanaged<MosquittoClient>.fromOpaque($0).takeUnretainedValue() }
    }
}
