import Glibc

/// A numeric address and a port, for the calls of the kernel. Names are not resolved: that may take a minute.
struct SocketEndpoint: Sendable {
    /// AF_INET or AF_INET6.
    let family: Int32
    private let address: [UInt8]

    /// Returns nil when the host is neither an address nor `localhost`.
    init?(host: String, port: UInt16) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host == "localhost" ? "127.0.0.1" : host, String(port), &hints, &list) == 0, let first = list
        else { return nil }
        defer { freeaddrinfo(list) }
        family = first.pointee.ai_family
        address = Array(
            UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(first.pointee.ai_addrlen)))
    }

    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                // Never empty: an address of the kernel is in it.
                guard let base = address.baseAddress else { preconditionFailure("an address without bytes") }
                return body(base, socklen_t(bytes.count))
            }
        }
    }

    /// A new socket that never waits, or -1.
    func socket(_ type: __socket_type) -> Int32 {
        Glibc.socket(family, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    }
}
