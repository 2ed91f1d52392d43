import CMosquitto
import Glibc

/// The life of one connection, on a thread of its own: resolve, connect, carry messages, end. The library blocks nowhere but in
/// the resolver.
final class ConnectionThread {
    private let settings: MQTTSettings
    private let mailbox: Mailbox
    /// Told once: whether the broker knew our session, or why there is no connection.
    private var opened: ((Result<Bool, MQTTError>) -> Void)?
    private let received: AsyncStream<MQTTMessage>.Continuation

    /// A set of messages that were handed over together, and what has become of them.
    private final class Batch {
        var results: [Result<Void, MQTTError>?]
        let completion: ([Result<Void, MQTTError>]) -> Void
        var missing: Int

        init(count: Int, _ completion: @escaping ([Result<Void, MQTTError>]) -> Void) {
            results = Array(repeating: nil, count: count)
            missing = count
            self.completion = completion
        }

        func settle(_ index: Int, _ result: Result<Void, MQTTError>) {
            guard results[index] == nil else { return }
            results[index] = result
            missing -= 1
            if missing == 0 { completion(results.compactMap(\.self)) }
        }
    }

    private var published: [Int32: (batch: Batch, index: Int, topic: String)] = [:]
    private var subscribing: [Int32: (filters: [String], completion: (MQTTError?) -> Void)] = [:]
    private var leaving: [() -> Void] = []
    private var silence: SilenceRule

    /// How long saying goodbye may take.
    private static let farewellLimit: Duration = .seconds(2)
    /// How long one address may take before the next one is tried: with 2 s of delay and a third of the packets lost, most
    /// connections stand by then.
    private static let addressLimit: Duration = .seconds(10)

    init(
        _ settings: MQTTSettings, _ mailbox: Mailbox, received: AsyncStream<MQTTMessage>.Continuation,
        opened: @escaping (Result<Bool, MQTTError>) -> Void
    ) {
        (self.settings, self.mailbox, self.received, self.opened) = (settings, mailbox, received, opened)
        silence = SilenceRule(limit: settings.acknowledgementLimit)
    }

    /// Returns when the connection has ended, and everybody knows.
    func run() {
        let end: MQTTError
        do throws(MQTTError) {
            let (client, hasSession) = try connect()
            opened?(.success(hasSession))
            opened = nil
            end = carry(client)
        } catch {
            end = error
        }
        opened?(.failure(end))
        for request in mailbox.shut(because: end) { refuse(request, end) }
        for (_, entry) in published { entry.batch.settle(entry.index, .failure(end)) }
        for (_, entry) in subscribing { entry.completion(end) }
        received.finish()
        for completion in leaving { completion() }
    }

    private func refuse(_ request: Mailbox.Request, _ end: MQTTError) {
        switch request {
        case .publish(let messages, let completion): completion(messages.map { _ in .failure(end) })
        case .subscribe(_, let completion): completion(end)
        case .disconnect(let completion): completion()
        case .abandon: break
        }
    }

    // MARK: Connecting

    private func connect() throws(MQTTError) -> (MosquittoClient, hasSession: Bool) {
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
    private func greet(
        _ client: MosquittoClient, at address: String, until deadline: ContinuousClock.Instant
    ) throws(MQTTError) -> Bool {
        var (isConnected, isSecured) = (false, false)
        var closedEarly: MQTTError {
            client.tlsError
                ?? (settings.tls == nil || isSecured
                    ? .closedAtOnce(settings.address, isSecured: isSecured) : .noTLS(settings.address))
        }
        if let failure = client.connect(to: address) {
            // To a fast server the library gets as far as writing its first packet, which it does when TLS stands.
            isSecured = settings.tls != nil
            throw failure == .lost(settings.address) ? closedEarly : failure
        }
        while true {
            if let welcome = client.takeNews().welcome {
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
            var failure = client.read()
            isSecured = isSecured || client.isSecured
            failure = failure ?? client.write()
            if let failure { throw failure == .lost(settings.address) ? closedEarly : failure }
            // The library takes a connection that was reset during the handshake for one that goes on.
            if found & (POLLHUP | POLLERR) != 0, !client.hasWelcome { throw closedEarly }
        }
    }

    private func obeyWhileConnecting() throws(MQTTError) {
        for request in mailbox.take() {
            switch request {
            case .disconnect(let completion):
                leaving.append(completion)
                throw .closed
            case .abandon: throw .closed
            case .publish, .subscribe: refuse(request, .closed)
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

    // MARK: Carrying

    /// Carries messages until the connection ends. Returns why.
    private func carry(_ client: MosquittoClient) -> MQTTError {
        var nextTending = ContinuousClock.now
        var farewellUntil: ContinuousClock.Instant?
        while true {
            let now = ContinuousClock.now
            if let farewellUntil, client.socket < 0 || now >= farewellUntil { return .closed }
            guard client.socket >= 0 else { return .lost(settings.address) }
            if let deadline = silence.deadline, now >= deadline { return .silent(settings.address) }
            if now >= nextTending {
                if let failure = client.tend() { return failure }
                nextTending = now + .seconds(1)
            }
            let events = client.wantsToWrite ? POLLIN | POLLOUT : POLLIN
            let found = mailbox.wait(
                for: client.socket, events,
                until: [nextTending, silence.deadline, farewellUntil].compactMap(\.self).min() ?? now)
            var failure: MQTTError?
            if found & (POLLIN | POLLHUP | POLLERR) != 0 { failure = client.read() }
            if failure == nil, client.socket >= 0, found & POLLOUT != 0 { failure = client.write() }
            if let farewell = settle(client) { failure = farewell }
            if let failure { return farewellUntil == nil ? failure : .closed }
            for request in mailbox.take() {
                switch request {
                case .publish(let messages, let completion): publish(messages, completion, client)
                case .subscribe(let filters, let completion): subscribe(filters, completion, client)
                case .disconnect(let completion):
                    leaving.append(completion)
                    client.disconnect()
                    farewellUntil = farewellUntil ?? .now + Self.farewellLimit
                case .abandon: return .closed
                }
            }
        }
    }

    private func publish(
        _ messages: [MQTTMessage], _ completion: @escaping ([Result<Void, MQTTError>]) -> Void,
        _ client: MosquittoClient
    ) {
        let batch = Batch(count: messages.count, completion)
        for (index, message) in messages.enumerated() {
            guard published.count < MQTTConnection.mostUnacknowledged else {
                batch.settle(index, .failure(.tooMany))
                continue
            }
            do throws(MQTTError) {
                published[try client.publish(message)] = (batch, index, message.topic)
                silence.sent(at: .now)
            } catch {
                batch.settle(index, .failure(error))
            }
        }
    }

    private func subscribe(
        _ filters: [String], _ completion: @escaping (MQTTError?) -> Void, _ client: MosquittoClient
    ) {
        do throws(MQTTError) {
            subscribing[try client.subscribe(to: filters)] = (filters, completion)
        } catch {
            completion(error)
        }
    }

    /// Passes on what the library has told. Returns why the broker has ended the connection, when it has said so.
    private func settle(_ client: MosquittoClient) -> MQTTError? {
        let news = client.takeNews()
        for (packet, code) in news.acknowledged {
            guard let entry = published.removeValue(forKey: packet) else { continue }
            silence.acknowledged(at: .now)
            entry.batch.settle(entry.index, code < 0x80 ? .success(()) : .failure(Self.refusal(code, of: entry.topic)))
        }
        for (packet, code) in news.subscribed {
            guard let entry = subscribing.removeValue(forKey: packet) else { continue }
            entry.completion(code < 0x80 ? nil : .topicRefused(entry.filters.joined(separator: " ")))
        }
        for message in news.messages { received.yield(message) }
        return news.farewell.map { .ended(settings.address, code: $0) }
    }

    private static func refusal(_ code: Int, of topic: String) -> MQTTError {
        switch code {
        case 0x87: .topicRefused(topic)
        case 0x90: .topicImpossible(topic)
        default: .messageRefused(code: code)
        }
    }
}
