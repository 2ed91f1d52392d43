import Glibc
import Logging
import PlacemarkModel
import Sockets
import Systemd

/// The whole program: one thread that waits for the daemon and for BlueZ, and tells the one what it hears from the other.
///
/// Without a beacon that somebody wants there is no connection to D-Bus, nothing is scanned, and nothing wakes it.
final class BeaconService {
    /// How often the daemon is told what was heard.
    static let reportInterval = Duration.seconds(1)

    private let daemon: DaemonLink
    private let notifier: Notifier
    private let log: Logger
    private var bluez: Bluez?
    private var wanted: [BeaconConstraint] = []
    private var nextReport = ContinuousClock.now
    private var nextAttempt = ContinuousClock.now
    private var malformed = 0
    /// What was said last, so that it is not said again.
    private var status = ""
    private var trouble = ""

    init(socket: UnixAddress, notifier: Notifier, log: Logger) {
        daemon = DaemonLink(socket)
        (self.notifier, self.log) = (notifier, log)
    }

    /// Runs until the process ends.
    func run() -> Never {
        tell(status: "not connected to placemarkd", isReady: true)
        while true {
            let now = ContinuousClock.now
            connect(at: now)
            report(at: now)
            wait(until: deadline)
            if daemon.isOpen, let news = daemon.read() { take(news) }
            process(at: .now)
        }
    }

    private func connect(at now: ContinuousClock.Instant) {
        guard !daemon.isOpen, now >= nextAttempt else { return }
        nextAttempt = now + DaemonLink.retryInterval
        guard let why = daemon.open() else { return }
        complain("placemarkd cannot be reached: \(why)")
    }

    private func take(_ news: DaemonLink.News) {
        switch news {
        case .wanted(let constraints):
            trouble = ""
            listen(for: constraints)
        case .lost(let why):
            complain(why)
            nextAttempt = .now + DaemonLink.retryInterval
            listen(for: [])
        }
    }

    private func listen(for constraints: [BeaconConstraint]) {
        if constraints != wanted, !constraints.isEmpty { log.info("\(constraints.count) beacons are wanted") }
        wanted = constraints
        nextReport = .now
        guard !wanted.isEmpty else {
            if let bluez { malformed = bluez.ear.malformed }
            // With the connection ends all that BlueZ does for it.
            bluez = nil
            return tell(status: daemon.isOpen ? "no region names a beacon" : "not connected to placemarkd")
        }
        bluez?.listen(for: wanted)
    }

    private func process(at now: ContinuousClock.Instant) {
        guard !wanted.isEmpty else { return }
        do throws(SystemBus.Failure) {
            if bluez == nil {
                guard now >= nextReport else { return }
                bluez = Bluez(try SystemBus()) { [log] in log.notice("\($0)") }
                bluez?.listen(for: wanted)
            }
            try bluez?.process(at: now)
        } catch {
            complain("the system's D-Bus is lost: \(error)")
            bluez = nil
        }
    }

    /// Tells the daemon what was heard, once a second while something is wanted.
    private func report(at now: ContinuousClock.Instant) {
        guard daemon.isOpen, !wanted.isEmpty, now >= nextReport else { return }
        nextReport = max(nextReport + Self.reportInterval, now)
        let fault = bluez.map(\.fault) ?? "there is no connection to the system's D-Bus"
        let hearing = BeaconHearing(
            fault: fault, observations: bluez?.ear.drain() ?? [], malformed: malformed + (bluez?.ear.malformed ?? 0))
        tell(status: fault ?? "listening for \(wanted.count) beacons")
        if let news = daemon.tell(hearing) { take(news) }
    }

    private var deadline: ContinuousClock.Instant? {
        if !daemon.isOpen { return nextAttempt }
        return wanted.isEmpty ? nil : nextReport
    }

    private func wait(until deadline: ContinuousClock.Instant?) {
        var milliseconds: Int32 = -1
        if let deadline {
            let rest = ContinuousClock.now.duration(to: deadline).inSeconds
            milliseconds = Int32(max(0, (rest * 1000).rounded(.up)))
        }
        var waiting: [pollfd] = []
        if daemon.isOpen { waiting.append(pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)) }
        if let bluez { waiting.append(pollfd(fd: bluez.descriptor, events: bluez.events, revents: 0)) }
        // What ends it early is looked at anyway.
        poll(&waiting, nfds_t(waiting.count), milliseconds)
    }

    private func complain(_ why: String) {
        guard why != trouble else { return }
        trouble = why
        log.warning("\(why)")
    }

    /// Says it to `systemctl status`, which is not there outside systemd.
    private func tell(status new: String, isReady: Bool = false) {
        guard new != status else { return }
        status = new
        do throws(NotifyError) {
            if isReady { try notifier.notify(.ready, .status(new)) } else { try notifier.notify(.status(new)) }
        } catch {
            complain(error.description)
        }
    }
}
