import CMosquitto
import Glibc

/// The beginning of a connection: resolve, connect, greet. Blocks nowhere but in the resolver.
struct ConnectionAttempt {
    private let settings: MQTTSettings
    private let mailbox: Mailbox
    /// To be told when the connection has ended that never was.
    private(set) var leaving: [() -> Void] = []

    /// How long one address may take before the next one is tried: with 2 s of delay and a third of the packets lost, most
    /// connections stand by then.
    private static let addressLimit: Duration = .seconds(10)

    init(_ settings: MQTTSettings, _ mailbox: Mailbox) { (self.settings, self.mailbox) = (settings, mailbox) }

    /// Tries the addresses of the host in turn. Returns the client, and whether the broker knew our session.
    mutating func connect() throws(MQTTError) -> (MosquittoClient, hasSession: Bool) {
        let security: SecurityContext? =
            if let tls = settings.tls { try SecurityContext(tls, host: settings.host) } else { nil }
        let deadline = ContinuousClock.now + settings.connectLimit
        let addresses = NumericAddress.all(of: settings.host)
        guard !addresses.isEmpty else { throw .unknownHost(settings.host) }
        var failure = MQTTError.noAnswer(settings.address)
        for (index, address) in addresses.enumerated() {
            let client = try MosquittoClient(settings, security)
            let limit = index == addresses.count - 1 ? deadline : min(deadline, .now + Self.addressLimit)
            do throws(MQTTError) {
                return (client, try greet(client, at: address, until: limit))
            } catch {
                // Another address of the same host helps only where nobody has answered.
                switch error {
                case .unreachable, .noAnswer: failure = error
                default: throw error
                }
            }
        }
        throw failure
    }

    /// Connects to one address. Returns whether the broker knew our session.
    private mutating func greet(
        _ client: MosquittoClient, at address: String, until deadline: ContinuousClock.Instant
    ) throws(MQTTError) -> Bool {
        var isConnected = false
        var closedEarly: MQTTError {
            client.tlsError
                ?? (settings.tls == nil || client.isSecured
                    ? .closedAtOnce(settings.address, isSecured: client.isSecured) : .noTLS(settings.address))
        }
        if let failure = client.connect(to: address) {
            throw failure == .lost(settings.address) ? closedEarly : failure
        }
        while true {
            if let welcome = client.takeWelcome() {
                guard welcome.code == 0 else { throw refusal(welcome.code) }
                return welcome.hasSession
            }
            guard client.socket >= 0 else { throw closedEarly }
            guard ContinuousClock.now < deadline else {
                throw isConnected
                    ? .noAnswer(settings.address) : .unreachable(settings.address, reason: "it does not answer")
            }
            // The library says that it wants to write for as long as the handshake goes on, which it does not: by that, the
            // thread would spin. Nothing of the greeting is larger than the kernel's buffer.
            let wanted = isConnected ? POLLIN : POLLIN | POLLOUT
            let found = mailbox.wait(
                for: client.socket, wanted,
                until: min(deadline, .now + (isConnected ? .milliseconds(250) : .seconds(1))))
            try obeyWhileConnecting()
            if !isConnected, found != 0 {
                switch pendingError(of: client.socket) {
                case 0: break
                // Somebody was there, and has hung up already.
                case ECONNRESET, EPIPE: throw closedEarly
                case let number:
                    throw .unreachable(settings.address, reason: String(cString: strerror(number)))
                }
                isConnected = true
            }
            guard isConnected else { continue }
            if let failure = client.read() ?? client.write() {
                throw failure == .lost(settings.address) ? closedEarly : failure
            }
            // The library takes a connection that was reset during the handshake for one that goes on.
            if found & (POLLHUP | POLLERR) != 0, !client.hasWelcome { throw closedEarly }
        }
    }

    private mutating func obeyWhileConnecting() throws(MQTTError) {
        for request in mailbox.take() {
            switch request {
            case .disconnect(let completion):
                leaving.append(completion)
                throw .closed
            case .abandon: throw .closed
            case .publish, .subscribe: request.refuse(.closed)
            }
        }
    }

    /// What became of connect(2): an errno, or 0.
    private func pendingError(of socket: Int32) -> Int32 {
        var number: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size)
        return number
    }

    /// What the code in the broker's answer means: those of MQTT 3.1.1, section 3.2.2.3, and of MQTT 5, section 3.2.2.2.
    private func refusal(_ code: Int) -> MQTTError {
        switch code {
        case 1, 0x84: .versionRefused(settings.address, settings.version)
        case 2, 0x85: .identifierRefused(settings.address)
        // mosquitto says "not authorized" of a wrong password, others "bad user name or password".
        case 4, 5, 0x86, 0x87: .accessDenied(settings.address, user: settings.user)
        default: .turnedAway(settings.address, code: code)
        }
    }
}
