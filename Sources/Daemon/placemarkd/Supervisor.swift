import Glibc
import Logging
import NIOCore
import PlacemarkModel
import Synchronization
import Systemd

/// systemd, as far as the daemon tells it something. Says nothing where there is none.
///
/// What cannot be handed over now is sent again from the event loop, until it arrives.
final class Supervisor: Sendable {
    private struct State {
        var queue = NotificationQueue()
        var status = ServiceStatus()
        var backoff = Backoff(ceiling: .seconds(1))
        /// Whether the event loop will send what is left.
        var isRetrying = false
    }

    private let notifier: Notifier
    private let watchdog: WatchdogInterval?
    private let eventLoop: any EventLoop
    private let log: Logger
    private let state = Mutex(State())

    /// - Parameter eventLoop: the loop that serves the socket.
    init(environment: [String: String], on eventLoop: any EventLoop, log: Logger) throws(StartError) {
        do throws(NotifyError) {
            notifier = try Notifier(environment: environment)
        } catch {
            throw .notify(error)
        }
        watchdog = WatchdogInterval(environment: environment, processIdentifier: getpid())
        self.eventLoop = eventLoop
        self.log = log
    }

    /// The socket answers. From now on the watchdog is fed by what goes from the event loop through the location manager
    /// and back, so that systemd notices when either of them hangs.
    ///
    /// - Parameter answer: returns when the location manager has answered.
    func ready(watching answer: @escaping @Sendable () async -> Void) {
        notify(.ready)
        guard let watchdog else { return }
        let interval = TimeAmount.nanoseconds(Int64(watchdog.notificationInterval / .nanoseconds(1)))
        let feed = WatchdogFeed(roundTrip: answer) { [self] in notify(.watchdog) }
        eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in feed.beat() }
    }

    func reloading() { notify(.reloading) }

    /// The reload is over. Told in this order, so that a command that waits for the reload learns how it went.
    ///
    /// - Parameter trouble: why the configuration from before is still in force; nil when it is not.
    func reloaded(trouble: String? = nil) {
        tell { $0.set(.configuration, trouble) }
        notify(.ready)
    }

    /// For `systemctl status`; never a place.
    func tell(_ change: (inout ServiceStatus) -> Void) {
        let text = state.withLock { state -> String? in
            let before = state.status
            change(&state.status)
            return state.status == before ? nil : state.status.text
        }
        if let text { notify(.status(text)) }
    }

    private func notify(_ news: Notifier.State) {
        state.withLock { state in
            state.queue.add(news)
            flush(&state)
        }
    }

    private func flush(_ state: inout State) {
        guard !state.isRetrying else { return }
        guard let error = state.queue.flush({ news throws(NotifyError) in try notifier.notify(news) }) else {
            state.backoff.reset()
            return
        }
        log.debug("systemd could not be told, and will be told later: \(error)")
        state.isRetrying = true
        let delay = state.backoff.next(random: .random(in: 0..<1))
        eventLoop.scheduleTask(in: .nanoseconds(Int64(delay / .nanoseconds(1)))) { [self] in
            self.state.withLock { state in
                state.isRetrying = false
                flush(&state)
            }
        }
    }
}
