import GPSD
import LocationService
import PlacemarkCore
import Synchronization

/// Feeds the location manager from gpsd, and from another gpsd when the configuration changes.
final class SourceService: Sendable {
    private struct State {
        var endpoint: GPSDEndpoint
        var listening: Task<Void, Never>?
        var isStopped = false
    }

    private let manager: LocationManager<BootClock>
    private let now: @Sendable () -> BootInstant
    private let state: Mutex<State>

    init(endpoint: GPSDEndpoint, manager: LocationManager<BootClock>, now: @escaping @Sendable () -> BootInstant) {
        self.manager = manager
        self.now = now
        state = Mutex(State(endpoint: endpoint))
    }

    /// There is not even a thread to listen with: nothing that this process could mend.
    struct Exhausted: Error, CustomStringConvertible {
        var description: String { "no thread or descriptor is left to listen to gpsd with" }
    }

    /// Listens until the task is cancelled.
    func run() async throws {
        try await withTaskCancellationHandler {
            while let (endpoint, listening) = listen() {
                await listening.value
                let isWanted = state.withLock { !$0.isStopped && $0.endpoint == endpoint }
                if isWanted { throw Exhausted() }
            }
        } onCancel: {
            state.withLock { state in
                state.isStopped = true
                state.listening?.cancel()
            }
        }
    }

    /// Goes over to another gpsd, if it is another.
    func listen(to endpoint: GPSDEndpoint) {
        state.withLock { state in
            guard endpoint != state.endpoint else { return }
            state.endpoint = endpoint
            state.listening?.cancel()
        }
    }

    private func listen() -> (endpoint: GPSDEndpoint, task: Task<Void, Never>)? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            let provider = GPSDProvider(endpoint: state.endpoint, now: now)
            let task = Task { [manager] in await manager.run(provider.events()) }
            state.listening = task
            return (state.endpoint, task)
        }
    }
}
