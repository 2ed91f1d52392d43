import CMosquitto
import Glibc

/// The life of one connection, on a thread of its own: connect (`ConnectionAttempt`), carry messages, end.
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

    /// The most messages that wait for the broker's acknowledgement.
    static let mostUnacknowledged = 1000
    /// How long saying goodbye may take.
    private static let farewellLimit: Duration = .seconds(2)

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
            var attempt = ConnectionAttempt(settings, mailbox)
            defer { leaving += attempt.leaving }
            let (client, hasSession) = try attempt.connect()
            opened?(.success(hasSession))
            opened = nil
            end = carry(client)
        } catch {
            end = error
        }
        opened?(.failure(end))
        for request in mailbox.shut(because: end) { request.refuse(end) }
        for (_, entry) in published { entry.batch.settle(entry.index, .failure(end)) }
        for (_, entry) in subscribing { entry.completion(end) }
        received.finish()
        for completion in leaving { completion() }
    }

    // MARK: Carrying

    /// Carries messages until the connection ends. Returns why.
    private func carry(_ client: MosquittoClient) -> MQTTError {
        var nextTending = ContinuousClock.now
        var farewellUntil: ContinuousClock.Instant?
        if let farewell = settle(client) { return farewell }
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
            guard published.count < Self.mostUnacknowledged else {
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
