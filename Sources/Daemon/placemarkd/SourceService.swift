import GPSD
import LocationService
import PlacemarkModel
import Synchronization
import SystemClocks

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

    /// Listens until the task is cancelled.
    func run() async {
        await withTaskCancellationHandler {
            while let listening = listen() { await listening.value }
            await manager.stop()
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

    /// Begins to listen, until that task is cancelled. Returns nil when the service has been stopped.
    private func listen() -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            let provider = GPSDProvider(endpoint: state.endpoint, now: now)
            let task = Task { [manager] in await manager.run(provider.events()) }
            state.listening = task
            return task
        }
    }
}
