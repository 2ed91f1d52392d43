import Glibc

/// Answers the clients of a socket that no daemon will serve, because its configuration is wrong.
///
/// Without an answer they would stay in the socket's queue, systemd would start the service for them again and again, and
/// take the socket away in the end: then it would not be enough to correct the configuration.
public enum RefusingSocket {
    /// How long to answer, once somebody has asked. systemd gives up after `TriggerLimitBurst=` starts in
    /// `TriggerLimitIntervalSec=` (10 in 30 s); with this, a client that never stops asking brings about six.
    public static let patience = Duration.seconds(5)

    /// Answers all that come until the time is over, with an error of their dialect. Returns at once when nobody waits.
    ///
    /// - Parameters:
    ///   - descriptor: a listening socket.
    ///   - why: what is wrong and what to do, for a person. Everybody who can connect reads it.
    public static func answer(at descriptor: Int32, because why: String, for time: Duration = patience) {
        guard isReadable(descriptor, within: 0) else { return }
        let end = ContinuousClock.now + time
        repeat {
            let client = accept(descriptor, nil, nil)
            if client >= 0 {
                refuse(client, because: why)
                close(client)
            } else if errno != EINTR, errno != ECONNABORTED {
                return
            }
        } while isReadable(descriptor, within: milliseconds(until: end))
    }

    private static func refuse(_ client: Int32, because why: String) {
        // One that says nothing gets its answer, too: the dialect of lines is the one for people.
        let isAsking = isReadable(client, within: 200)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = isAsking ? recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT)) : 0
        let line = buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        let dialect = Dialect(of: line, isComplete: line.count < count)
        let answer = dialect.bytes(of: .failed(why))
        _ = send(client, answer, answer.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }

    private static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, milliseconds) == 1
    }

    private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        Int32(max(.zero, ContinuousClock.now.duration(to: end)) / .milliseconds(1))
    }
}
