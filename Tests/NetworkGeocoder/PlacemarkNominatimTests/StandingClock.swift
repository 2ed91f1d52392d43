import PlacemarkModel
import Synchronization

/// A clock that stands still until a test moves it, so that what a test says of times holds on a busy machine, too.
final class StandingClock: Sendable {
    private struct State {
        var now = BootInstant(sinceBoot: .seconds(1000))
        var lastSleeper = 0
        var sleepers: [Int: (until: BootInstant, continuation: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state = Mutex(State())

    var now: BootInstant { state.withLock(\.now) }

    /// How many sleep that wake up within so long.
    func sleepers(within duration: Duration) -> Int {
        state.withLock { state in
            state.sleepers.values.count { state.now.duration(to: $0.until) <= duration }
        }
    }

    /// Returns when the clock has been moved so far, or when the task is cancelled.
    @Sendable func sleep(_ duration: Duration) async {
        let number = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard duration > .zero, !Task.isCancelled else { return true }
                    state.sleepers[number] = (state.now.advanced(by: duration), continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
        }
    }

    /// Moves the clock, and wakes those whose time has come.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
