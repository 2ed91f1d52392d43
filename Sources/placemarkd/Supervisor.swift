import Glibc
import Logging
import NIOCore
import Systemd

/// systemd, as far as the daemon tells it something. Says nothing where there is none.
struct Supervisor: Sendable {
    private let notifier: Notifier
    private let watchdog: WatchdogInterval?
    private let log: Logger

    init(environment: [String: String], log: Logger) throws(StartError) {
        do throws(NotifyError) {
            notifier = try Notifier(environment: environment)
        } catch {
            throw .notify(error)
        }
        watchdog = WatchdogInterval(environment: environment, processIdentifier: getpid())
        self.log = log
    }

    /// The socket answers. From now on the watchdog is fed by the loop that serves it, so that a loop that hangs is
    /// noticed.
    func ready(feedingFrom eventLoop: any EventLoop) {
        notify(.ready)
        guard let watchdog else { return }
        let interval = TimeAmount.nanoseconds(Int64(watchdog.notificationInterval / .nanoseconds(1)))
        eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in notify(.watchdog) }
    }

    func reloading() { notify(.reloading) }
    func reloaded() { notify(.ready) }

    /// One line for `systemctl status`; never a place.
    func tell(status: String) { notify(.status(status)) }

    private func notify(_ state: Notifier.State) {
        do throws(NotifyError) {
            try notifier.notify(state)
        } catch {
            log.debug("systemd was not told: \(error)")
        }
    }
}
