import Glibc
import NIOCore

/// Datagrams to one address, and whether anybody refuses them.
///
/// The socket is one of the kernel's own: what counts is its error a while after a datagram, which an event loop would only hand on.
/// It is connected, or it would not learn that nobody listens at the port.
final class SignalKDatagrams {
    private let address: SocketAddress
    /// -1 while there is none.
    private var socket: Int32 = -1
    /// Whether the last datagrams were refused: then one goes ahead, to ask whether anybody is there by now.
    private(set) var isRefused = false

    init(_ address: SocketAddress) { self.address = address }

    deinit { if socket >= 0 { close(socket) } }

    /// Sends one. Returns 0 or the number of the error; after `EMSGSIZE` others may go.
    func send(_ bytes: [UInt8]) -> Int32 {
        if socket < 0 {
            let flags = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            socket = Glibc.socket(address.protocol.rawValue, flags, 0)
            guard socket >= 0, address.withSockAddr({ connect(socket, $0, socklen_t($1)) }) == 0 else {
                return failed(errno)
            }
        }
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 else { return 0 }
        return errno == EMSGSIZE ? EMSGSIZE : failed(errno)
    }

    /// What the kernel has heard of them since; 0 when nobody has refused them.
    func refusal() -> Int32 {
        var (number, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        guard socket >= 0, getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size) == 0, number != 0 else {
            isRefused = false
            return 0
        }
        return failed(number)
    }

    private func failed(_ number: Int32) -> Int32 {
        if socket >= 0 { close(socket) }
        (socket, isRefused) = (-1, true)
        return number
    }
}
