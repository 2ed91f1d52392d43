import Glibc
import TestSupport

/// A client that writes and reads what it likes, over TCP or a Unix socket.
final class RawClient: Sendable {
    private let descriptor: Int32

    /// - Parameter port: of 127.0.0.1.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = Loopback.withAddress(port: port) { connect(descriptor, $0, $1) }
        guard result == 0 else { throw SocketError("connect") }
        setPatience()
    }

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = UnixSocket.withAddress(Array(path.utf8)) { connect(descriptor, $0, $1) }
        guard result == 0 else { throw SocketError("connect") }
        setPatience()
    }

    deinit { close(descriptor) }

    private func setPatience() {
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Returns whether all could be written.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// When it goes, the connection is not ended but reset.
    func resetWhenLeaving() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    /// Whether the server sends anything, or closes, within a time.
    func hasSomething(within patience: Duration) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, Int32(patience / .milliseconds(1))) > 0
    }

    /// What the server sends until it closes, or until `end` has come, with what came with it; nil when it says nothing
    /// more for half a minute.
    func receive(until end: String? = nil) -> String? {
        var (text, buffer) = ("", [UInt8](repeating: 0, count: 65536))
        while true {
            if let end, text.contains(end) { return text }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return text }
            guard count > 0 else { return nil }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
