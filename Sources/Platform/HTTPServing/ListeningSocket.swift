public import Glibc
import NIOCore
import Sockets
public import Systemd

/// Where a server listens.
public enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A numeric address, and a port; 0 lets the kernel choose one.
    case tcp(host: String, port: UInt16)
    case unix(path: String)

    /// Reads `127.0.0.1:8947`, `[::1]:8947`, `localhost:8947`, `8947` (of 127.0.0.1) or the absolute path of a Unix
    /// socket; nil for anything else. No name but localhost is looked up.
    public init?(parsing text: String) {
        if text.hasPrefix("/") {
            self = .unix(path: text)
            return
        }
        let colon = text.lastIndex(of: ":")
        guard let port = UInt16(colon.map { text[text.index(after: $0)...] } ?? text[...]) else { return nil }
        var host = colon.map { text[..<$0] } ?? "127.0.0.1"
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        if host == "localhost" { host = "127.0.0.1" }
        guard (try? SocketAddress(ipAddress: String(host), port: Int(port))) != nil else { return nil }
        self = .tcp(host: String(host), port: port)
    }

    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}

/// A socket that listens: one of this process, or one that systemd has opened. It belongs to the server that serves it.
public struct ListeningSocket: Sendable {
    /// Why there is none.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case alreadyServed(ListenAddress)
        case notASocket(String)
        case pathTooLong(String)
        case system(ListenAddress, step: String, errorNumber: Int32)

        init(_ failure: UnixListener.Failure, at path: String) {
            self =
                switch failure {
                case .alreadyServed: .alreadyServed(.unix(path: path))
                case .notASocket: .notASocket(path)
                case .pathTooLong: .pathTooLong(path)
                case .system(let step, let number): .system(.unix(path: path), step: step, errorNumber: number)
                }
        }

        public var description: String {
            switch self {
            case .alreadyServed(let address): "\(address): another program listens there; choose another address"
            case .notASocket(let path): "\(path): \(UnixListener.Failure.notASocket)"
            case .pathTooLong(let path): "\(path): \(UnixListener.Failure.pathTooLong)"
            case .system(let address, let step, let number):
                "\(address): \(UnixListener.Failure.system(step: step, errorNumber: number)); choose another address"
            }
        }
    }

    public let descriptor: Int32
    /// Where it listens, for people.
    public var name: String {
        switch address {
        case .tcp(let host, _): ListenAddress.tcp(host: host, port: port ?? 0).description
        case .unix(let path): path
        case nil: "the socket that systemd has opened"
        }
    }
    /// Nil for a socket that belongs to systemd.
    private let address: ListenAddress?
    /// The path to remove at the end; nil for TCP, and for a socket that belongs to systemd.
    private let ownPath: String?

    /// The sockets of the service's socket unit, Unix or TCP; none when it was started without.
    ///
    /// - Parameter environment: what `ServiceEnvironment.take()` has returned.
    public static func passed(_ environment: [String: String]) throws(SocketActivationError) -> [ListeningSocket] {
        try SocketActivation.sockets(environment: environment, processIdentifier: getpid(), allowingTCP: true)
            .map { ListeningSocket(inherited: $0.descriptor) }
    }

    private init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        address = nil
        ownPath = nil
    }

    /// Makes the socket; one of Unix as `UnixListener` does.
    ///
    /// - Parameter mode: permission bits of a Unix socket; connecting needs write permission.
    public init(_ address: ListenAddress, mode: mode_t = 0o600) throws(Failure) {
        self.address = address
        switch address {
        case .unix(let path):
            do throws(UnixListener.Failure) {
                descriptor = try UnixListener.open(path, mode: mode)
            } catch {
                throw Failure(error, at: path)
            }
            ownPath = path
        case .tcp(let host, let port):
            descriptor = try Self.listen(at: address, try? SocketAddress(ipAddress: host, port: Int(port)))
            ownPath = nil
        }
    }

    private static func listen(at address: ListenAddress, _ socketAddress: SocketAddress?) throws(Failure) -> Int32 {
        guard let socketAddress else { throw .system(address, step: "not an address", errorNumber: EINVAL) }
        func failure(_ step: String) -> Failure {
            errno == EADDRINUSE ? .alreadyServed(address) : .system(address, step: step, errorNumber: errno)
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(CInt(socketAddress.protocol.rawValue), type, 0)
        guard descriptor >= 0 else { throw failure("cannot make a socket") }
        do throws(Failure) {
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            guard socketAddress.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0 else {
                throw failure("cannot bind")
            }
            guard Glibc.listen(descriptor, SOMAXCONN) == 0 else { throw failure("cannot listen") }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// The port that it listens on; nil for a Unix socket.
    public var port: UInt16? {
        // As bytes: NIO has the families' structures a second time, under names that meet these.
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { buffer -> UInt16? in
            var length = socklen_t(buffer.count)
            guard let start = buffer.baseAddress,
                getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &length) == 0,
                [AF_INET, AF_INET6].contains(Int32(start.load(as: UInt16.self)))
            else { return nil }
            // Both families have it in the same place.
            return start.load(fromByteOffset: 2, as: UInt16.self).bigEndian
        }
    }

    /// Removes the socket's name.
    func remove() { if let ownPath { unlink(ownPath) } }
}
