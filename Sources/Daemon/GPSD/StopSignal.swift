import CLinux
import Glibc

/// Tells a thread to stop, and wakes it out of poll(), once and for all: an eventfd that becomes readable and stays so.
final class StopSignal: Sendable {
    private let descriptor: Int32

    /// Returns nil when the process has no descriptor left.
    init?() {
        descriptor = clinux_eventfd()
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// May be called from anywhere, any number of times.
    func stop() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// What ended a wait.
    enum Wake { case stopped, readable, timedOut }

    /// Waits until it is given, `other` is readable or closed (-1 for none), or the time is over. Rounds up, so
    /// that a deadline has passed when the wait for it ends.
    func wait(for other: Int32 = -1, atMost limit: Duration) -> Wake {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        let (seconds, attoseconds) = limit.components
        // An hour at most: an Int32 of milliseconds holds 24 days.
        let milliseconds = max(0, min(seconds, 3600)) * 1000 + max(0, attoseconds) / 1_000_000_000_000_000 + 1
        let count = poll(&descriptors, 2, limit <= .zero ? 0 : Int32(milliseconds))
        // EINTR and ENOMEM: the caller looks at its clock, and waits again.
        guard count > 0 else { return .timedOut }
        return descriptors[0].revents != 0 ? .stopped : .readable
    }
}
