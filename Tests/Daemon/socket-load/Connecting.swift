import Glibc
import TestSupport

/// Sockets of a client: connected, and to be closed by whoever asked for them.
enum Connecting {
    /// A connection to the Unix socket at the path.
    static func unix(_ path: String) throws -> Int32 {
        try connected(AF_UNIX) { socket in UnixSocket.withAddress(Array(path.utf8)) { connect(socket, $0, $1) } }
    }

    /// A connection to the TCP port of 127.0.0.1.
    static func loopback(_ port: UInt16) throws -> Int32 {
        try connected(AF_INET) { socket in Loopback.withAddress(port: port) { connect(socket, $0, $1) } }
    }

    private static func connected(_ family: Int32, _ connect: (Int32) -> Int32) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError("socket") }
        guard connect(descriptor) == 0 else {
            let error = SocketError("connect")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func say(_ text: String, to descriptor: Int32) throws {
        let bytes = Array(text.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw SocketError("send")
        }
    }
}
