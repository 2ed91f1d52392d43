internal import Glibc
internal import PlacemarkModel
internal import Sockets

/// Tells systemd how the service is doing, in the datagram protocol of sd_notify(3).
///
/// Outside systemd, where there is no NOTIFY_SOCKET, every call does nothing. No call blocks.
public struct Notifier: Sendable {
    /// What a service can say about itself.
    public enum State: Equatable, Sendable {
        /// Start-up or a reload is complete.
        case ready
        /// One line for `systemctl status`. Line breaks and control characters become spaces.
        case status(String)
        /// A reload begins; `.ready` must follow.
        case reloading
        /// A sign of life; see `WatchdogInterval`.
        case watchdog
    }

    private let address: UnixAddress?

    /// - Throws: when NOTIFY_SOCKET is set, but is not an address of a Unix socket.
    public init(environment: [String: String]) throws(NotifyError) {
        guard let text = environment["NOTIFY_SOCKET"], !text.isEmpty else {
            address = nil
            return
        }
        guard let address = UnixAddress(text) else { throw .badAddress(text) }
        self.address = address
    }

    /// Whether anybody listens: false outside systemd, and for a unit that is not of `Type=notify`.
    public var isActive: Bool { address != nil }

    /// Sends the states in one message, which systemd applies as a whole.
    ///
    /// - Throws: when the message could not be handed over, or only by waiting. It may be sent again later.
    public func notify(_ states: State...) throws(NotifyError) {
        guard let address else { return }
        var clock = timespec()
        clock_gettime(CLOCK_MONOTONIC, &clock)
        let monotonic = Int64(clock.tv_sec) * 1_000_000 + Int64(clock.tv_nsec) / 1000
        let message = Array(Self.message(states, monotonicMicroseconds: monotonic).utf8)

        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .notSent(errno) }
        defer { close(descriptor) }
        let sent = address.withSocketAddress { pointer, length in
            sendto(descriptor, message, message.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), pointer, length)
        }
        guard sent == message.count else { throw .notSent(errno) }
    }

    /// The protocol's text. systemd compares the time of `RELOADING=1` with its own clock, CLOCK_MONOTONIC.
    static func message(_ states: [State], monotonicMicroseconds: Int64) -> String {
        states.map { state in
            switch state {
            case .ready: "READY=1"
            case .status(let text): "STATUS=\(oneLine(text))"
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds)"
            case .watchdog: "WATCHDOG=1"
            }
        }.joined(separator: "\n")
    }

    /// A line break would begin another assignment, so a name of a place could say `READY=1`. systemd refuses a
    /// datagram over 4 KiB, so the line is cut far below that.
    private static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(512) { line.append(scalar.isControl ? " " : scalar) }
        return String(line)
    }
}

/// Why systemd could not be told.
public enum NotifyError: Error, Equatable, CustomStringConvertible {
    /// NOTIFY_SOCKET is neither an absolute path nor an abstract name, or too long for a socket.
    case badAddress(String)
    /// The system call failed with this errno.
    case notSent(Int32)

    public var description: String {
        switch self {
        case .badAddress(let text):
            "NOTIFY_SOCKET=\(text): expected an absolute path or @NAME, of at most \(UnixAddress.longestPath) bytes"
        case .notSent(let code): "systemd could not be notified: \(String(cString: strerror(code)))"
        }
    }
}
