import Glibc
import TestSupport
import Testing

/// A Unix socket in a directory of its own, as systemd would open it; closed and removed at the end.
final class TestSocket {
    let path: String
    var descriptor: Int32 { socket.number }
    private let socket: Descriptor
    private let directory: TemporaryDirectory

    init(_ type: __socket_type, listening: Bool = false) throws {
        directory = try TemporaryDirectory()
        path = directory.file("socket")
        socket = try UnixSocket.bound(path, type)
        if listening { try #require(listen(socket.number, 1) == 0) }
    }

    /// The datagrams that have come by now.
    func datagrams() -> [String] { socket.datagrams() }
}
