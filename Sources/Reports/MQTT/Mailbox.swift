import CLinux
import Glibc
import Synchronization

/// What a connection is asked for by the tasks that use it, on its way to the connection's thread.
final class Mailbox: Sendable {
    enum Request: Sendable {
        case publish([MQTTMessage], @Sendable ([Result<Void, MQTTError>]) -> Void)
        case subscribe([String], @Sendable (MQTTError?) -> Void)
        /// Says goodbye and ends; told when that is done.
        case disconnect(@Sendable () -> Void)
        /// Ends at once, without a word.
        case abandon
    }

    private struct State {
        var requests: [Request] = []
        /// Why no more requests are taken.
        var end: MQTTError?
    }

    private let state = Mutex(State())
    /// Readable while there are requests.
    private let wake: Int32

    init() {
        wake = clinux_eventfd()
        precondition(wake >= 0, "the process has no descriptor left")
    }

    deinit { close(wake) }

    /// Leaves a request for the thread. Returns why it is not taken, or nil.
    func post(_ request: Request) -> MQTTError? {
        let end = state.withLock { state in
            if state.end == nil { state.requests.append(request) }
            return state.end
        }
        if end == nil {
            var one: UInt64 = 1
            _ = write(wake, &one, 8)
        }
        return end
    }

    /// Takes all requests there are.
    func take() -> [Request] {
        var count: UInt64 = 0
        _ = read(wake, &count, 8)
        return state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// Takes no more requests, and returns those that nobody will serve.
    func shut(because end: MQTTError) -> [Request] {
        state.withLock { state in
            if state.end == nil { state.end = end }
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// Waits until there are requests, the socket has something of what is wanted, or the time is over. Rounds up.
    ///
    /// - Parameter events: of poll(2).
    /// - Returns: what the socket has.
    func wait(for socket: Int32, _ events: Int32, until deadline: ContinuousClock.Instant) -> Int32 {
        var descriptors = [
            pollfd(fd: socket, events: Int16(events), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        let (seconds, attoseconds) = max(.zero, deadline - .now).components
        let milliseconds = min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        return poll(&descriptors, 2, Int32(milliseconds)) > 0 ? Int32(descriptors[0].revents) : 0
    }
}

extension Mailbox.Request {
    /// Tells who asked that nobody will serve it.
    func refuse(_ end: MQTTError) {
        switch self {
        case .publish(let messages, let completion): completion(messages.map { _ in .failure(end) })
        case .subscribe(_, let completion): completion(end)
        case .disconnect(let completion): completion()
        case .abandon: break
        }
    }
}
