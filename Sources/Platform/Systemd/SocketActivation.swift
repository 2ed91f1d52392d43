internal import Glibc

/// A listening socket that systemd opened for this service.
public struct ActivatedSocket: Equatable, Sendable {
    /// The descriptor; the caller who takes it closes it.
    public let descriptor: Int32
    /// `FileDescriptorName=` of the socket unit, by default the unit's name.
    public let name: String?
}

/// The sockets of a socket unit, in the protocol of sd_listen_fds(3).
public enum SocketActivation {
    /// More than any unit of ours passes.
    private static let mostSockets: Int32 = 16

    /// Returns the passed sockets in the order of their unit, close-on-exec; none when the service was started without.
    ///
    /// - Parameters:
    ///   - processIdentifier: `getpid()`. Variables that are meant for another process are ignored.
    ///   - firstDescriptor: 3 by the protocol; other numbers are for tests.
    ///   - allowingTCP: whether the service has clients on the network, too.
    /// - Throws: when a descriptor is something other than a listening Unix stream socket, or one of TCP where that is
    ///   allowed.
    public static func sockets(
        environment: [String: String], processIdentifier: Int32, firstDescriptor: Int32 = 3, allowingTCP: Bool = false
    ) throws(SocketActivationError) -> [ActivatedSocket] {
        guard let owner = environment["LISTEN_PID"], let countText = environment["LISTEN_FDS"] else { return [] }
        guard let owner = decimal(owner, as: Int32.self) else { throw .badVariable("LISTEN_PID", owner) }
        guard owner == processIdentifier else { return [] }
        guard let count = decimal(countText, as: Int32.self), count <= mostSockets else {
            throw .badVariable("LISTEN_FDS", countText)
        }
        guard count > 0 else { return [] }
        let names = environment["LISTEN_FDNAMES"].map { $0.split(separator: ":", omittingEmptySubsequences: false) }
        if let names, names.count != Int(count) {
            throw .badVariable("LISTEN_FDNAMES", environment["LISTEN_FDNAMES"] ?? "")
        }

        var sockets: [ActivatedSocket] = []
        for index in 0..<count {
            let descriptor = firstDescriptor + index
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw .notOpen(descriptor) }
            let families = allowingTCP ? [AF_UNIX, AF_INET, AF_INET6] : [AF_UNIX]
            guard let family = option(SO_DOMAIN, of: descriptor), families.contains(family),
                option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
            else { throw allowingTCP ? .notStream(descriptor) : .notUnixStream(descriptor) }
            guard option(SO_ACCEPTCONN, of: descriptor) == 1 else { throw .notListening(descriptor) }
            sockets.append(ActivatedSocket(descriptor: descriptor, name: names.map { String($0[Int(index)]) }))
        }
        return sockets
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}

/// Why the passed sockets cannot be used.
public enum SocketActivationError: Error, Equatable, CustomStringConvertible {
    case badVariable(String, String)
    case notOpen(Int32)
    case notUnixStream(Int32)
    case notStream(Int32)
    case notListening(Int32)

    public var description: String {
        let problem =
            switch self {
            case .badVariable(let name, let value): "\(name)=\(value) makes no sense"
            case .notOpen(let descriptor): "descriptor \(descriptor) is not open"
            case .notUnixStream(let descriptor): "descriptor \(descriptor) is not a Unix stream socket"
            case .notStream(let descriptor): "descriptor \(descriptor) is neither a Unix nor a TCP stream socket"
            case .notListening(let descriptor): "the socket \(descriptor) is not listening"
            }
        let address = if case .notStream = self { "a path or an address and port" } else { "a path" }
        return "socket activation: \(problem); the socket unit needs ListenStream= with \(address) and Accept=no"
    }
}
