package import Glibc

/// The address of a Unix socket: a path, or `@` and a name in Linux's abstract namespace.
package struct UnixAddress: Sendable {
    private let bytes: [UInt8]

    /// The most bytes of a path: what an address holds, 108, less one for its end.
    package static let longestPath = capacity - 1
    private static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// Returns nil for a relative path, an empty name, a NUL, or more bytes than an address holds.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard bytes.count > 1, !bytes.contains(0) else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "@"): bytes[0] = 0
        case UInt8(ascii: "/"): bytes.append(0)
        default: return nil
        }
        self.init(bytes)
    }

    /// - Parameter path: may be relative. Nil is returned for one that is empty, has a NUL, or is too long.
    package init?(path: String) {
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        self.init(Array(path.utf8) + [0])
    }

    private init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.capacity else { return nil }
        self.bytes = bytes
    }

    /// Passes the address in the form that system calls take; the length of an abstract one ends with its name.
    package func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + socklen_t(bytes.count)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Connects to the server at this address. Returns the descriptor, or -1 with errno.
    ///
    /// - Parameter waits: whether to wait while the server's queue is full; if not, errno is EAGAIN.
    package func connected(waits: Bool = true) -> Int32 {
        var type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        if !waits { type |= SOCK_NONBLOCK.rawValue }
        let descriptor = socket(AF_UNIX, Int32(type), 0)
        guard descriptor >= 0 else { return -1 }
        guard withSocketAddress({ connect(descriptor, $0, $1) }) == 0 else {
            let reason = errno
            close(descriptor)
            errno = reason
            return -1
        }
        return descriptor
    }
}
