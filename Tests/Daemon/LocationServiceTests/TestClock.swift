import PlacemarkModel
import Synchronization

/// A clock that stands still until a test moves it. Starts at boot.
final class TestClock: Clock, Sendable {
    private struct Sleeper {
        let deadline: BootInstant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = BootInstant(sinceBoot: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var nextID = 0
        var waitingForSleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var now: BootInstant { state.withLock(\.now) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, waiting) = state.withLock { state -> (Bool?, CheckedContinuation<Void, Never>?) in
                    if state.cancelled.contains(id) { return (false, nil) }
                    if deadline <= state.now { return (true, nil) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    defer { state.waitingForSleeper = nil }
                    return (nil, state.waitingForSleeper)
                }
                switch isOver {
                case true?: continuation.resume()
                case false?: continuation.resume(throwing: CancellationError())
                case nil: waiting?.resume()
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock, and wakes those whose time has come.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until somebody sleeps, then moves the clock to the first deadline.
    func advanceToNextSleeper() async {
        await withCheckedContinuation { continuation in
            let isSleeping = state.withLock { state in
                guard state.sleepers.isEmpty else { return true }
                state.waitingForSleeper = continuation
                return false
            }
            if isSleeping { continuation.resume() }
        }
        let step = state.withLock { state in
            state.sleepers.values.map(\.deadline).min().map { state.now.duration(to: $0) } ?? .zero
        }
        advance(by: step)
    }
}
