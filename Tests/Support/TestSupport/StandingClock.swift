public import PlacemarkModel
import Synchronization

/// A clock that stands still until a test moves it, so that what a test says of times holds on a busy machine, too.
public final class StandingClock: Clock, Sendable {
    private struct Sleeper {
        let deadline: BootInstant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: BootInstant
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var lastSleeper = 0
        var waitingForSleeper: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    public init(at now: BootInstant = BootInstant(sinceBoot: .zero)) { state = Mutex(State(now: now)) }

    public var now: BootInstant { state.withLock(\.now) }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many sleep that wake up within so long.
    public func sleepers(within duration: Duration) -> Int {
        state.withLock { state in
            state.sleepers.values.count { state.now.duration(to: $0.deadline) <= duration }
        }
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, waiting) = state.withLock { state -> (Bool?, CheckedContinuation<Void, Never>?) in
                    if state.cancelled.contains(number) { return (false, nil) }
                    if deadline <= state.now { return (true, nil) }
                    state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
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
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when the clock has been moved so far, or when the task is cancelled.
    @Sendable public func pause(_ duration: Duration) async {
        try? await sleep(until: now.advanced(by: duration), tolerance: nil)
    }

    /// Moves the clock, and wakes those whose time has come.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until somebody sleeps, then moves the clock to the first deadline.
    public func advanceToNextSleeper() async {
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
