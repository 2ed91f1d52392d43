import CMosquitto
import Glibc
import Synchronization
import Threads

/// One connection to an MQTT broker, which has ended when it is lost: whether and when there is another one is up to its owner.
///
/// A thread of its own carries it, by libmosquitto's calls that do not wait. When the last reference goes, it ends without a
/// word, and the broker publishes the will.
public final class MQTTConnection: Sendable {
    /// The most messages that wait for the broker's acknowledgement.
    public static let mostUnacknowledged = ConnectionThread.mostUnacknowledged
    /// The most messages of the broker that wait for us; later ones are lost.
    private static let mostReceived = 64

    /// Whether the broker knew our session: then the subscriptions of last time hold, and what came since comes now.
    public let hasSession: Bool
    /// What the broker sends; ends with the connection. For one reader.
    public let messages: AsyncStream<MQTTMessage>
    private let mailbox: Mailbox

    private init(hasSession: Bool, messages: AsyncStream<MQTTMessage>, mailbox: Mailbox) {
        (self.hasSession, self.messages, self.mailbox) = (hasSession, messages, mailbox)
    }

    deinit { _ = mailbox.post(.abandon) }

    /// Connects. Returns when the broker has let us in, or throws why it has not, after `connectLimit` and what the resolver
    /// takes at the latest; at once when the task is cancelled.
    public static func open(_ settings: MQTTSettings) async throws(MQTTError) -> MQTTConnection {
        let mailbox = Mailbox()
        let (messages, received) = AsyncStream.makeStream(
            of: MQTTMessage.self, bufferingPolicy: .bufferingOldest(mostReceived))
        let answer = OneAnswer()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(continuation)
                // OpenSSL and the resolver need about 100 KiB of a stack.
                let hasThread = DetachedThread.start(named: "mqtt", stackBytes: 512 << 10) {
                    ConnectionThread(settings, mailbox, received: received, opened: answer.give).run()
                }
                if !hasThread { answer.give(.failure(.unreachable(settings.host, reason: "no thread can be started"))) }
            }
        } onCancel: {
            _ = mailbox.post(.abandon)
            answer.give(.failure(.closed))
        }
        return MQTTConnection(hasSession: try result.get(), messages: messages, mailbox: mailbox)
    }

    /// Publishes the messages in their order. Returns when the fate of each is known, in the same order: acknowledged by the
    /// broker, or why not. What fails because the connection ends may have arrived nevertheless.
    public func publish(_ messages: [MQTTMessage]) async -> [Result<Void, MQTTError>] {
        guard !messages.isEmpty else { return [] }
        return await withCheckedContinuation { continuation in
            let end = mailbox.post(.publish(messages) { continuation.resume(returning: $0) })
            if let end { continuation.resume(returning: messages.map { _ in .failure(end) }) }
        }
    }

    /// Asks for what is published at these topics, which may have wildcards.
    public func subscribe(to filters: [String]) async throws(MQTTError) {
        let error: MQTTError? = await withCheckedContinuation { continuation in
            let end = mailbox.post(.subscribe(filters) { continuation.resume(returning: $0) })
            if let end { continuation.resume(returning: end) }
        }
        if let error { throw error }
    }

    /// Says goodbye, so that the broker does not publish the will. Returns when the connection has ended.
    public func close() async {
        await withCheckedContinuation { continuation in
            let end = mailbox.post(.disconnect { continuation.resume() })
            if end != nil { continuation.resume() }
        }
    }
}

/// Hands the first of several answers to the one who waits.
private final class OneAnswer: Sendable {
    typealias Answer = Result<Bool, MQTTError>

    private struct State {
        var answer: Answer?
        var waiting: CheckedContinuation<Answer, Never>?
    }

    private let state = Mutex(State())

    func wait(_ continuation: CheckedContinuation<Answer, Never>) {
        let answer = state.withLock { state in
            if state.answer == nil { state.waiting = continuation }
            return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func give(_ answer: Answer) {
        let waiting = state.withLock { state in
            guard state.answer == nil else { return nil as CheckedContinuation<Answer, Never>? }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }
}
