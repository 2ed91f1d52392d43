/// Why there is no connection any more, or why a message has not been taken.
///
/// The description says what to do. It names hosts, files and topics, never a password, and nothing that the broker wrote.
public enum MQTTError: Error, Hashable, Sendable {
    // MARK: The connection

    case unknownHost(String)
    /// - Parameter reason: the system's words.
    case unreachable(String, reason: String)
    /// The port is open, and nobody answers.
    case noAnswer(String)
    /// The connection was closed before the broker had said anything.
    ///
    /// - Parameter isSecured: whether TLS stood by then. The alert that says why may be lost with the connection.
    case closedAtOnce(String, isSecured: Bool)
    case accessDenied(String, user: String?)
    case versionRefused(String, MQTTSettings.Version)
    case identifierRefused(String)
    /// The broker is there and does not want us: MQTT's reason code.
    case turnedAway(String, code: Int)
    case certificate(String, CertificateFault)
    case noTLS(String)
    case clientCertificateRefused(String)
    /// Another fault of TLS: OpenSSL's number of the reason.
    case tls(String, reason: Int)
    case unusableFile(String, MQTTFileFault)
    /// The connection has ended.
    case lost(String)
    /// Nothing was acknowledged for too long.
    case silent(String)
    /// The broker has ended the connection: MQTT's reason code.
    case ended(String, code: Int)
    /// This end has closed it.
    case closed

    // MARK: A message

    case topicRefused(String)
    case topicImpossible(String)
    case messageTooLarge(bytes: Int)
    /// The broker does not take the message: MQTT's reason code.
    case messageRefused(code: Int)
    /// More messages at once than one connection holds.
    case tooMany

    /// Whether this message will never be taken, while the connection goes on. What an access list refuses is none of these: it
    /// will be taken as soon as somebody has corrected the list.
    public var isFinal: Bool {
        switch self {
        case .topicImpossible, .messageTooLarge: true
        // Those that MQTT gives to what is wrong with the message, and not with the moment (quota, rate, server busy).
        case .messageRefused(let code): [0x81, 0x82, 0x83, 0x90, 0x95, 0x99].contains(code)
        default: false
        }
    }

    /// Whether another connection is needed before anything else is sent.
    public var endsConnection: Bool { if case .topicRefused = self { false } else { !isFinal } }
}

/// What is wrong with the certificate of a broker.
public enum CertificateFault: Hashable, Sendable {
    case unknownAuthority, wrongHost, expired, notYetValid, revoked
    /// OpenSSL's number.
    case other(Int)
}

/// What is wrong with a file for TLS.
public enum MQTTFileFault: Hashable, Sendable { case authorities, certificate, key, mismatch }

extension MQTTError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownHost(let host): "there is no host '\(host)', or no name server answers"
        case .unreachable(let address, let reason): "\(address) cannot be reached: \(reason)"
        case .noAnswer(let address): "\(address) takes connections but does not answer: is it an MQTT broker?"
        case .closedAtOnce(let address, isSecured: false):
            "\(address) closed the connection without an answer: if that port is for TLS, write mqtts: in the URL"
        case .closedAtOnce(let address, isSecured: true):
            "\(address) closed the connection without an answer: it may not like our certificate, or the lack of one"
        case .accessDenied(let address, nil):
            "\(address) lets nobody in without a name: set user and password"
        case .accessDenied(let address, let user?):
            "\(address) does not let the user '\(user)' in: correct user and password, or the broker's list of them"
        case .versionRefused(let address, .v5): "\(address) does not speak MQTT 5: set the version to 3.1.1"
        case .versionRefused(let address, .v311): "\(address) does not speak MQTT 3.1.1: set the version to 5"
        case .identifierRefused(let address): "\(address) refuses the client identifier: choose another one"
        case .turnedAway(let address, let code): "\(address) does not take the connection: \(Self.words(code))"
        case .certificate(let address, let fault): "the certificate of \(address) is refused: \(fault)"
        case .noTLS(let address):
            "\(address) does not speak TLS: name the port that does; nothing was sent in plain text"
        case .clientCertificateRefused(let address):
            "\(address) refuses our certificate, or wants one: name a certificate and key that its authority has signed"
        case .tls(let address, let reason): "no TLS with \(address): OpenSSL's reason \(reason)"
        case .unusableFile(let path, .authorities): "'\(path)' cannot be read, or has no certificates in PEM"
        case .unusableFile(let path, .certificate): "'\(path)' cannot be read, or has no certificate in PEM"
        case .unusableFile(let path, .key): "'\(path)' cannot be read, or has no key in PEM without a passphrase"
        case .unusableFile(let path, .mismatch): "the key '\(path)' belongs to another certificate"
        case .lost(let address): "the connection to \(address) was lost"
        case .silent(let address): "\(address) has stopped answering"
        case .ended(let address, let code): "\(address) has ended the connection: \(Self.words(code))"
        case .closed: "the connection was closed at this end"
        case .topicRefused(let topic): "the broker's access list refuses the topic '\(topic)': allow it there"
        case .topicImpossible(let topic):
            "'\(topic)' cannot be a topic: it is empty, longer than 65,535 bytes, or has +, # or a NUL in it"
        case .messageTooLarge(let bytes): "a message of \(bytes) bytes is larger than the broker takes"
        case .messageRefused(let code): "the broker refuses the message: \(Self.words(code))"
        case .tooMany: "more messages at once than a connection holds"
        }
    }

    /// The reason codes of MQTT 5, section 2.4, that say more than another case does.
    private static func words(_ code: Int) -> String {
        switch code {
        case 0x03, 0x88: "it is not available at present"
        case 0x82: "it regards what we sent as a protocol error"
        case 0x87: "it is not allowed"
        case 0x89: "it is busy"
        case 0x8A: "this client is banned"
        case 0x8B: "it is shutting down"
        case 0x8D: "it has not heard from us for too long"
        case 0x8E: "another client has the same identifier, or this one came back"
        case 0x95: "a packet is too large"
        case 0x96: "messages come too fast"
        case 0x97: "a quota is used up"
        case 0x98: "its operator has ended it"
        case 0x99: "it does not like the payload"
        case 0x9C, 0x9D: "another server is to be used"
        case 0x9F: "connections come too fast"
        default: "reason code \(code) of MQTT"
        }
    }
}

extension CertificateFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownAuthority: "no trusted authority has signed it; name the file with its authority"
        case .wrongHost: "it is for another host; use the name that it contains"
        case .expired: "it has expired; renew it, or set this machine's clock"
        case .notYetValid: "it is not valid yet; set this machine's clock"
        case .revoked: "it was revoked"
        case .other(let code): "OpenSSL's reason \(code)"
        }
    }
}
