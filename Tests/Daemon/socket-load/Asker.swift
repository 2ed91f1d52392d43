import Foundation
import Synchronization

/// Asks for the city again and again, on a thread of its own, and measures each request from connect to the end.
final class Asker: Sendable {
    private struct State {
        var latencies: [Int64] = []
        var failures = 0
        var isStopped = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    init(socket: String, perSecond: Int) {
        guard perSecond > 0 else {
            state.withLock { $0.hasEnded = true }
            return
        }
        let interval = 1_000_000_000 / Int64(perSecond)
        Thread.detachNewThread { [self] in
            var next = monotonicNow()
            while !state.withLock(\.isStopped) {
                let start = monotonicNow()
                let answered = Self.ask(socket)
                let latency = monotonicNow() - start
                state.withLock { state in
                    if answered { state.latencies.append(latency) } else { state.failures += 1 }
                }
                next += interval
                let pause = next - monotonicNow()
                if pause > 0 { usleep(UInt32(pause / 1000)) } else { next = monotonicNow() }
            }
            state.withLock { $0.hasEnded = true }
        }
    }

    var failures: Int { state.withLock(\.failures) }

    /// Ends the questions, and returns how long each took, in nanoseconds.
    func stop() -> [Int64] {
        state.withLock { $0.isStopped = true }
        while !state.withLock(\.hasEnded) { usleep(1000) }
        return state.withLock(\.latencies)
    }

    private static func ask(_ socket: String) -> Bool {
        guard let descriptor = try? Connecting.unix(socket) else { return false }
        defer { close(descriptor) }
        guard (try? Connecting.say("city\n", to: descriptor)) != nil else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        var total = 0
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { total += count }
        return total > 0
    }
}
