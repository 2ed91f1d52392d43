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
    /// While it listens, what BlueZ tells is read so often: not each advertisement has to wake the processor.
    static let readingInterval = Duration.milliseconds(50)

    private let daemon: DaemonLink
    private let notifier: Notifier
    private let log: Logger
    private var bluez: Bluez?
    private var wanted: [BeaconConstraint] = []
    private var nextReport = ContinuousClock.now
    /// What BlueZ tells may wait until then.
    private var nextReading = ContinuousClock.now
    private var nextAttempt = ContinuousClock.now
    /// As the connections to BlueZ have counted that have ended.
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
            let isTold = wait(until: deadline, at: now)
            if isTold, let news = daemon.read() { take(news) }
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
            leaveBluez()
            return tell(status: daemon.isOpen ? "no region names a beacon" : "not connected to placemarkd")
        }
        bluez?.listen(for: wanted)
    }

    private func process(at now: ContinuousClock.Instant) {
        guard !wanted.isEmpty, now >= nextReading else { return }
        do throws(SystemBus.Failure) {
            if bluez == nil {
                guard now >= nextReport else { return }
                bluez = Bluez(try SystemBus()) { [log] in log.notice("\($0)") }
                bluez?.listen(for: wanted)
            }
            guard let bluez else { return }
            let isAll = try bluez.process(at: now)
            nextReading = isAll && bluez.isListening ? now + Self.readingInterval : now
        } catch {
            complain("the system's D-Bus is lost: \(error)")
            leaveBluez()
        }
    }

    /// With the connection ends all that BlueZ does for it. What was counted stays counted.
    private func leaveBluez() {
        malformed += bluez?.ear.malformed ?? 0
        bluez = nil
    }

    /// Tells the daemon what was heard, once a second while something is wanted.
    private func report(at now: ContinuousClock.Instant) {
        guard daemon.isOpen, !wanted.isEmpty, now >= nextReport else { return }
        nextReport = max(nextReport + Self.reportInterval, now)
        bluez?.feelPulse(at: now)
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

    /// Waits for the daemon, and for BlueZ unless that may wait itself. Returns whether the daemon has something to say.
    private func wait(until deadline: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Bool {
        let isResting = bluez != nil && now < nextReading
        // One that is negative is left out.
        var waiting = (
            pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: -1, events: 0, revents: 0)
        )
        if let bluez, !isResting { (waiting.1.fd, waiting.1.events) = (bluez.descriptor, bluez.events) }
        var milliseconds: Int32 = -1
        if let end = isResting ? min(deadline ?? nextReading, nextReading) : deadline {
            milliseconds = Int32(max(0, (now.duration(to: end).inSeconds * 1000).rounded(.up)))
        }
        withUnsafeMutableBytes(of: &waiting) { waiting in
            // What ends it early is looked at anyway.
            _ = poll(waiting.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, milliseconds)
        }
        return waiting.0.revents != 0
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
