import Glibc
import Testing

/// A Unix socket under a temporary directory, as systemd would open it; closed and removed at the end.
final class TestSocket {
    let path: String
    let descriptor: Int32
    private let directory: String

    init(_ kind: __socket_type, listening: Bool = false) throws {
        var template = Array("/tmp/systemd-tests.XXXXXX".utf8CString)
        directory = try String(cString: #require(mkdtemp(&template)))
        path = directory + "/socket"
        descriptor = socket(AF_UNIX, Int32(kind.rawValue), 0)
        try Self.bind(descriptor, to: Array(path.utf8))
        if listening { try #require(listen(descriptor, 1) == 0) }
    }

    deinit {
        close(descriptor)
        unlink(path)
        rmdir(directory)
    }

    /// Binds to the given bytes of `sun_path`.
    static func bind(_ descriptor: Int32, to name: [UInt8]) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(2 + name.count))
            }
        }
        try #require(bound == 0)
    }

    /// The next datagram, which must be there already.
    static func receive(from descriptor: Int32) throws -> String {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        try #require(count >= 0, "no datagram is waiting")
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
