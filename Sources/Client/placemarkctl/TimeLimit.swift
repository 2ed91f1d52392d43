import Dispatch

/// Looks at nothing for longer than it may take: the doctor must come to an end where a disk, a name server or the
/// daemon does not.
enum TimeLimit {
    /// The value of something that may block, and is left behind on its thread when the time is over; then nil.
    static func blocking<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () -> Value
    ) async -> Value? {
        await first(within: limit) { finish in
            DispatchQueue.global().async { finish(body()) }
            return {}
        }
    }

    /// The value of something that waits without blocking, and is cancelled when the time is over; then nil.
    static func waiting<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await first(within: limit) { finish in
            let task = Task { finish(await body()) }
            return { task.cancel() }
        }
    }

    /// - Parameter start: begins something that hands over its value, and returns how to abandon it.
    private static func first<Value: Sendable>(
        within limit: Duration, _ start: (@escaping @Sendable (Value) -> Void) -> () -> Void
    ) async -> Value? {
        let (values, continuation) = AsyncStream.makeStream(of: Value?.self, bufferingPolicy: .bufferingOldest(1))
        let abandon = start { continuation.yield($0) }
        let alarm = Task {
            try? await Task.sleep(for: limit)
            continuation.yield(nil)
        }
        defer {
            alarm.cancel()
            abandon()
        }
        for await value in values { return value }
        return nil
    }
}
