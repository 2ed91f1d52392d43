/// Everything that a stream has said so far, to be waited on with a time limit: that of a quiet machine, as of `poll`. Six times
/// as long is waited.
public actor EventLog<Event: Sendable> {
    public private(set) var events: [Event] = []
    /// Whether the stream has ended.
    public private(set) var hasEnded = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var reader: Task<Void, Never>?

    /// Reads the stream until it ends or `stop()` is called.
    public init(_ stream: some AsyncSequence<Event, Never> & Sendable) {
        Task { await self.read(stream) }
    }

    private func read(_ stream: some AsyncSequence<Event, Never> & Sendable) {
        guard !hasEnded else { return }
        reader = Task { [weak self] in
            for await event in stream { await self?.append(event) }
            await self?.finish()
        }
    }

    /// Cancels the task that consumes the stream.
    public func stop() { reader?.cancel() }

    private func append(_ event: Event) {
        events.append(event)
        wakeAll()
    }

    private func finish() {
        hasEnded = true
        wakeAll()
    }

    private func wakeAll() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// How many events there are; a mark from which `first` can look on.
    public var count: Int { events.count }

    /// Waits for an event that `matches`, at or after the mark. Returns it and the mark behind it.
    @discardableResult
    public func first(
        from mark: Int = 0, within limit: Duration = .seconds(30), _ what: String = "an event",
        where matches: @Sendable (Event) -> Bool
    ) async throws -> (event: Event, next: Int) {
        var index = mark
        let deadline = ContinuousClock.now + limit * 6
        while true {
            while index < events.count {
                if matches(events[index]) { return (events[index], index + 1) }
                index += 1
            }
            guard !hasEnded, ContinuousClock.now < deadline else {
                throw Missing(
                    what: what, limit: limit, events: events[min(mark, events.count)...].suffix(5).map { "\($0)" })
            }
            await news(until: deadline)
        }
    }

    /// Waits for the end of the stream. Returns whether it came in time.
    public func end(within limit: Duration = .seconds(30)) async -> Bool {
        let deadline = ContinuousClock.now + limit * 6
        while !hasEnded, ContinuousClock.now < deadline { await news(until: deadline) }
        return hasEnded
    }

    /// Waits for the next event, the end, or the deadline.
    private func news(until deadline: ContinuousClock.Instant) async {
        let alarm = Task { [weak self] in
            try? await Task.sleep(until: deadline)
            await self?.wakeAll()
        }
        await withCheckedContinuation { waiting.append($0) }
        alarm.cancel()
    }

    /// What did not come.
    public struct Missing: Error, CustomStringConvertible {
        public let what: String
        public let limit: Duration
        public let events: [String]
        public var description: String {
            "\(what) did not come within \(limit); last events:\n" + events.joined(separator: "\n")
        }
    }
}
